/** The commands, one a file, named after what one types. */
package dev.tilewright.cli.command;
