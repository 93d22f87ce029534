package dev.tilewright.search.record;

/**
 * What the records have in common that compete with each other.
 *
 * @param key what is computed
 * @param target the machine
 * @param threads how many threads the programs used
 */
public record RecordGroup(WorkloadKey key, String target, int threads) {
  public static RecordGroup of(TuningRecord record) {
    return new RecordGroup(record.key(), record.target(), record.threads());
  }
}
