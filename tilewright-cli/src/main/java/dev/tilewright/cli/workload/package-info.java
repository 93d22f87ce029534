/** What users name on the command line: networks, single operators and tasks of networks. */
package dev.tilewright.cli.workload;
