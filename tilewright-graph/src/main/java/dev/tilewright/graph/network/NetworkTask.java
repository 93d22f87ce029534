package dev.tilewright.graph.network;

import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.record.WorkloadKey;

/**
 * A computation that a network contains.
 *
 * @param key equal for equal computations; taken before any schedule changes the DAG
 * @param name operator and shapes for people
 * @param weight how often the network computes it
 */
public record NetworkTask(WorkloadKey key, String name, ComputeDag dag, int weight) {}
