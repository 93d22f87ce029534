/**
 * The command line: {@link dev.tilewright.cli.Main} starts it, {@code command} has one file for
 * each command, {@code option} what several commands take, {@code output} how results are shown.
 */
package dev.tilewright.cli;
