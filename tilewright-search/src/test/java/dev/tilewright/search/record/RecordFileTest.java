package dev.tilewright.search.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.core.schedule.step.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {
  private static final WorkloadKey DENSE =
      WorkloadKey.of(WorkloadKeyTest.dense("dense", "i", 64, false));
  private static final WorkloadKey TANH =
      WorkloadKey.of(WorkloadKeyTest.dense("dense", "i", 64, true));

  @TempDir private Path folder;
  private final List<String> warnings = new ArrayList<>();

  @Test
  void aFileThatDoesNotExistIsEmpty() {
    assertThat(read(file())).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void recordsRoundTrip() {
    List<TuningRecord> records =
        List.of(measured(DENSE, "cpu:mcpu=znver4", 2, 12.5, 13.25, 12.75), failed(TANH));
    file().append(records);
    assertThat(read(file())).isEqualTo(records);
    assertThat(warnings).isEmpty();
  }

  @Test
  void recordsThatAreNotUsedStayInTheFile() {
    TuningRecord used = measured(DENSE, "cpu:mcpu=znver4", 2, 12.5);
    RecordFile file = file();
    file.append(List.of(failed(TANH), used));
    RecordFile narrowed = file.using(record -> record.key().equals(DENSE));
    assertThat(read(narrowed)).containsExactly(used);
    List<TuningRecord> ofTanh = new ArrayList<>();
    narrowed.forEach(Set.of(TANH), ofTanh::add);
    assertThat(ofTanh).isEmpty();
    assertThat(read(file)).hasSize(2);
  }

  @Test
  void aTornLastLineIsSkippedAndTheNextRecordStartsOnAFreshLine() throws IOException {
    RecordFile file = file();
    file.append(List.of(measured(DENSE, "cpu", 1, 10), measured(DENSE, "cpu", 1, 11)));
    byte[] bytes = Files.readAllBytes(file.path());
    Files.write(file.path(), java.util.Arrays.copyOf(bytes, bytes.length - 40));
    file.append(measured(DENSE, "cpu", 1, 12));
    assertThat(read(file)).extracting(TuningRecord::cost).containsExactly(10.0, 12.0);
    assertThat(warnings).singleElement().asString().contains("line 2", "skipped");
  }

  @Test
  void garbageAnywhereIsSkippedWithItsLineNumber() throws IOException {
    RecordFile file = file();
    Files.write(
        file.path(), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 'x', '\n', '{', '}', '\n', '\n'});
    file.append(measured(DENSE, "cpu", 1, 10));
    Files.writeString(file.path(), "{\"v\":99}\n[1]", StandardOpenOption.APPEND);
    assertThat(read(file)).extracting(TuningRecord::cost).containsExactly(10.0);
    assertThat(warnings).hasSize(4);
    assertThat(warnings.get(0)).contains("line 1: not JSON");
    assertThat(warnings.get(1)).contains("line 2: field 'v' is missing");
    assertThat(warnings.get(2)).contains("line 5: record version 99; expected 1 to 1");
    assertThat(warnings).allSatisfy(warning -> assertThat(warning.lines()).hasSize(1));
  }

  @Test
  void manyBadLinesAreSummedUp() throws IOException {
    Files.writeString(file().path(), "bad\n".repeat(1000));
    assertThat(read(file())).isEmpty();
    assertThat(warnings).hasSize(6);
    assertThat(warnings.getLast()).contains("995 more lines skipped");
  }

  @Test
  void theIndexNeverIgnoresTargetOrThreads() {
    RecordFile file = file();
    file.append(
        List.of(
            measured(DENSE, "cpu:mcpu=znver4", 1, 10),
            measured(DENSE, "cpu:mcpu=znver4", 1, 8),
            measured(DENSE, "cpu:mcpu=znver4", 2, 6),
            measured(DENSE, "cpu:mcpu=skylake", 1, 1),
            failed(TANH)));
    RecordIndex index = RecordIndex.read(List.of(file), "cpu:mcpu=znver4", 1);
    assertThat(index.best(DENSE)).hasValueSatisfying(best -> assertThat(best.cost()).isEqualTo(8));
    assertThat(index.best(TANH)).isEmpty();
    assertThat(RecordIndex.read(List.of(file), "cpu:mcpu=a64fx", 1).best(DENSE)).isEmpty();
  }

  @Test
  void readingByKeyTakesOnlyThatKey() {
    RecordFile file = file();
    file.append(List.of(measured(DENSE, "cpu", 1, 10), measured(TANH, "cpu", 1, 8)));
    List<TuningRecord> found = new ArrayList<>();
    file.forEach(Set.of(TANH), found::add);
    assertThat(found).extracting(TuningRecord::cost).containsExactly(8.0);
  }

  @Test
  void dropKeepsEverythingElseByteForByte() throws IOException {
    RecordFile file = file();
    file.append(List.of(measured(DENSE, "cpu", 1, 10), measured(TANH, "cpu", 1, 8)));
    Files.writeString(file.path(), "not a record\n", StandardOpenOption.APPEND);
    List<String> before = Files.readAllLines(file.path());
    assertThat(file.drop(record -> record.key().equals(DENSE))).isEqualTo(1);
    assertThat(Files.readAllLines(file.path())).isEqualTo(before.subList(1, 3));
    assertThat(folder.toFile().list()).containsExactly("records.jsonl");
  }

  @Test
  void aReplacedFileKeepsItsPermissionsAndALinkToItStaysOne() throws IOException {
    RecordFile file = file();
    file.append(measured(DENSE, "cpu", 1, 10));
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-rw-r--");
    Files.setPosixFilePermissions(file.path(), permissions);
    Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), file.path());
    assertThat(new RecordFile(link, warnings::add).drop(record -> true)).isEqualTo(1);
    assertThat(link).isSymbolicLink();
    assertThat(read(file)).isEmpty();
    assertThat(Files.getPosixFilePermissions(file.path())).isEqualTo(permissions);
  }

  @Test
  void pruneKeepsTheLastRecordOfTheFastestSchedules() throws IOException {
    RecordFile file = file();
    TuningRecord lucky = withSplit(measured(DENSE, "cpu", 1, 1), 2);
    TuningRecord again = withSplit(measured(DENSE, "cpu", 1, 30), 2);
    TuningRecord fast = withSplit(measured(DENSE, "cpu", 1, 10), 4);
    TuningRecord slow = withSplit(measured(DENSE, "cpu", 1, 20), 8);
    TuningRecord otherThreads = withSplit(measured(DENSE, "cpu", 2, 99), 8);
    file.append(List.of(lucky, fast, slow, failed(DENSE), again, otherThreads));
    Files.writeString(file.path(), "{\"torn", StandardOpenOption.APPEND);
    assertThat(file.prune(2)).isEqualTo(3);
    assertThat(read(file)).containsExactly(fast, slow, otherThreads);
    assertThat(Files.readString(file.path())).endsWith("\n{\"torn\n");
    assertThat(warnings).isNotEmpty().allSatisfy(w -> assertThat(w).contains("skipped"));
    assertThat(file.prune(1)).isEqualTo(1);
    assertThat(read(file)).containsExactly(fast, otherThreads);
  }

  private static TuningRecord withSplit(TuningRecord record, long factor) {
    return new TuningRecord(
        record.key(),
        record.workload(),
        record.target(),
        record.threads(),
        record.names(),
        List.of(new Split("y", "k", List.of(factor))),
        record.outcome(),
        record.seed(),
        record.time(),
        record.tool());
  }

  @Test
  void mergeAddsWhatIsNew() {
    RecordFile file = file();
    RecordFile other = new RecordFile(folder.resolve("other.jsonl"), warnings::add);
    TuningRecord shared = measured(DENSE, "cpu", 1, 10);
    file.append(shared);
    other.append(List.of(shared, measured(DENSE, "cpu", 1, 9)));
    assertThat(file.merge(List.of(other))).isEqualTo(1);
    assertThat(file.merge(List.of(other))).isZero();
    assertThat(read(file)).extracting(TuningRecord::cost).containsExactly(10.0, 9.0);
  }

  @Test
  void aFullDiskIsOneClearError() {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    assertThatThrownBy(() -> new RecordFile(full, warnings::add).append(failed(DENSE)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "record file: cannot write /dev/full: No space left on device; nothing was changed");
  }

  @Test
  void aMissingFolderIsOneClearError() {
    RecordFile file = new RecordFile(folder.resolve("absent/records.jsonl"), warnings::add);
    assertThatThrownBy(() -> file.append(failed(DENSE)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("record file: cannot write " + file.path());
  }

  @Test
  void twoProcessesInterleaveWholeLines() throws Exception {
    Path path = file().path();
    List<Process> writers = new ArrayList<>();
    for (int writer = 1; writer <= 2; writer++) {
      writers.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Appender.class.getName(),
                  path.toString(),
                  Integer.toString(writer))
              .inheritIO()
              .start());
    }
    for (Process writer : writers) {
      assertThat(writer.waitFor()).isZero();
    }
    assertThat(read(file())).hasSize(2 * Appender.RECORDS);
    assertThat(warnings).isEmpty();
  }

  @Test
  void aKilledWriterLeavesWholeLinesOrOneTornOne() throws Exception {
    Path path = file().path();
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Appender.class.getName(),
                path.toString(),
                "1")
            .start();
    while (writer.isAlive() && (Files.notExists(path) || Files.size(path) == 0)) {
      Thread.sleep(1);
    }
    writer.destroyForcibly().waitFor();
    int before = read(file()).size();
    file().append(failed(DENSE));
    assertThat(read(file())).hasSize(before + 1);
  }

  /** Appends records one by one, in a process of its own. */
  static final class Appender {
    static final int RECORDS = 300;

    public static void main(String[] arguments) {
      RecordFile file = new RecordFile(Path.of(arguments[0]), message -> {});
      for (int i = 1; i <= RECORDS; i++) {
        file.append(measured(DENSE, "cpu", Integer.parseInt(arguments[1]), i));
      }
    }
  }

  private RecordFile file() {
    return new RecordFile(folder.resolve("records.jsonl"), warnings::add);
  }

  private static List<TuningRecord> read(RecordFile file) {
    List<TuningRecord> records = new ArrayList<>();
    file.forEach(records::add);
    return records;
  }

  private static TuningRecord measured(
      WorkloadKey key, String target, int threads, double... micros) {
    return record(
        key,
        target,
        threads,
        new Outcome.Measured(Costs.of(java.util.Arrays.stream(micros).boxed().toList())));
  }

  private static TuningRecord failed(WorkloadKey key) {
    return record(key, "cpu:mcpu=znver4", 1, new Outcome.Failed(ErrorClass.RUN_CRASH, "SIGSEGV ü"));
  }

  private static TuningRecord record(WorkloadKey key, String target, int threads, Outcome outcome) {
    return new TuningRecord(
        key,
        "dense 1x64 -> 64",
        target,
        threads,
        new WorkloadNames(List.of(List.of("x"), List.of("y", "i", "k"))),
        List.of(new Split("y", "k", List.of(4L))),
        outcome,
        42,
        Instant.parse("2026-12-01T05:00:00.123456Z"),
        "0.1.0");
  }
}
