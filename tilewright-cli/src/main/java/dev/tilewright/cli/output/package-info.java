/** How results are shown: tables and colours for people, JSON for programs. */
package dev.tilewright.cli.output;
