/** Measuring networks and operators beside peers. */
package dev.tilewright.cli.bench;
