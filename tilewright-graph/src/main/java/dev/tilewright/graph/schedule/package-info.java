/** Hand-written default schedules: what runs before, or without, a search. */
package dev.tilewright.graph.schedule;
