/** Options that several commands take. */
package dev.tilewright.cli.option;
