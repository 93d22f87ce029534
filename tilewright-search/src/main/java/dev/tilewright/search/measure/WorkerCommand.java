package dev.tilewright.search.measure;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command line of a worker process.
 *
 * @param words the program and its arguments
 */
public record WorkerCommand(List<String> words) {
  public WorkerCommand {
    words = List.copyOf(words);
  }

  /** A Java process of this process's kind: same Java, same classes. */
  public static WorkerCommand standard(int builders) {
    return java(WorkerMain.class, Integer.toString(builders));
  }

  static WorkerCommand java(Class<?> main, String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> options =
        List.of(
            java,
            "--enable-native-access=ALL-UNNAMED",
            "-Xmx2g",
            // Fresh memory costs more than collecting a few megabytes that stay in the cache.
            "-Xmn64m",
            "-XX:+UseSerialGC",
            // What a crash says belongs to the error stream, in a few lines and not in files.
            "-XX:+DisplayVMOutputToStderr",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=/dev/null",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName());
    return new WorkerCommand(Stream.concat(options.stream(), Arrays.stream(arguments)).toList());
  }
}
