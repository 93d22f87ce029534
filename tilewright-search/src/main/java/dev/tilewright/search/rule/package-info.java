/** Sketch rules: how a compute DAG becomes schedules whose structure is decided. */
package dev.tilewright.search.rule;
