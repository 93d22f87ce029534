package dev.tilewright.bench;

import dev.tilewright.bench.table.TableSteps;
import java.util.List;

/** Makes the tables of this CPU; {@code dev/bench-cpu} calls it for each of its steps. */
public final class CpuTable {
  private CpuTable() {}

  public static void main(String[] arguments) {
    IO.print(new TableSteps(System.err::println).take(List.of(arguments)));
  }
}
