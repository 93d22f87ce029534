/** How tuning records are listed, summed up and exported. */
package dev.tilewright.cli.records;
