package dev.tilewright.bench;

import dev.tilewright.bench.build.SettingsTable;
import dev.tilewright.cli.workload.Workload;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.codegen.LlvmSettings;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.network.NetworkTask;
import dev.tilewright.search.record.RecordFile;
import dev.tilewright.search.record.ScheduleCodec;
import dev.tilewright.search.record.TuningRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prints what settings of LLVM are worth on the recorded programs of operators, one thread each.
 * Arguments: record file, settings as {@code NAME=LEVEL/PASSES} with semicolons between, operators.
 */
public final class SettingsBench {
  private static final int PROGRAMS = 4;

  private SettingsBench() {}

  public static void main(String[] arguments) {
    if (arguments.length < 3) {
      System.err.println("usage: SettingsBench RECORDS NAME=LEVEL/PASSES;... OPERATOR...");
      System.exit(2);
    }
    SettingsTable table = new SettingsTable(HostCpu.detect(1), settings(arguments[1]));
    RecordFile records = new RecordFile(Path.of(arguments[0]), System.err::println);
    for (String operator : Arrays.asList(arguments).subList(2, arguments.length)) {
      NetworkTask task = Workload.parse(operator).tasks().getFirst();
      table.add(operator, schedules(task, records));
    }
    IO.print(table.markdown());
  }

  private static Map<String, LlvmSettings> settings(String text) {
    Map<String, LlvmSettings> settings = new LinkedHashMap<>();
    for (String one : text.split(";")) {
      String[] named = one.split("=", 2);
      String[] parts = named[1].split("/", 2);
      settings.put(named[0], new LlvmSettings(parts[1], Integer.parseInt(parts[0])));
    }
    return settings;
  }

  /** The fastest program of an operator and some from all over its ranking. */
  private static List<ScheduleState> schedules(NetworkTask task, RecordFile records) {
    List<TuningRecord> valid = new ArrayList<>();
    records.forEach(
        Set.of(task.key()),
        record -> {
          if (record.isValid()) {
            valid.add(record);
          }
        });
    valid.sort(Comparator.comparingDouble(TuningRecord::cost));
    ComputeDag dag = task.dag();
    return valid.stream()
        .filter(record -> valid.indexOf(record) % Math.ceilDiv(valid.size(), PROGRAMS) == 0)
        .map(record -> ScheduleCodec.replay(dag, record.stepsFor(dag)))
        .toList();
  }
}
