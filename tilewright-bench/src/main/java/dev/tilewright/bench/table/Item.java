package dev.tilewright.bench.table;

/**
 * A row to be.
 *
 * @param workload as the command line takes it
 * @param name for people
 */
record Item(String workload, String name, Bar bar) {
  static Item of(String workload) {
    return new Item(workload, workload, Bar.REGISTER_TILE);
  }
}
