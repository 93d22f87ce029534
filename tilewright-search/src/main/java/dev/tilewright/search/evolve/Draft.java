package dev.tilewright.search.evolve;

import java.util.List;

/**
 * All decisions behind a schedule of a {@link SketchSearchSpace}.
 *
 * @param factors one list an open split of the sketch
 */
record Draft(Sketch sketch, List<List<Long>> factors, Choices choices) {}
