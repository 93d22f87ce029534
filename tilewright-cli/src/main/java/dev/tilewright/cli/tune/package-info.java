/** How a tuning run is shown. */
package dev.tilewright.cli.tune;
