/**
 * Single operators as text, {@code name:key=value,…}, for tuning and inspection without a network.
 */
package dev.tilewright.graph.spec;
