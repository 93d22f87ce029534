/** The tables of workloads on this CPU, beside what the machine can do and what peers do. */
package dev.tilewright.bench.table;
