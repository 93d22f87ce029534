package dev.tilewright.search.measure;

import dev.tilewright.core.target.Target;
import dev.tilewright.search.build.Backend;
import dev.tilewright.search.build.Backends;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/**
 * The process that candidates are built and run in: requests come on standard input, replies go to
 * standard output, everything else to standard error. It ends when its standard input does.
 */
public final class WorkerMain {
  /** Exit status of a process whose device cannot be used any more. */
  private static final int DEVICE_LOST = 3;

  private WorkerMain() {}

  /**
   * @param arguments the number of candidates built at a time
   */
  public static void main(String[] arguments) throws IOException {
    serve(Backends::open, Integer.parseInt(arguments[0]));
  }

  /** Serves requests until standard input ends, then ends the process. */
  static void serve(Function<Target, Backend> backends, int builders) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    CountDownLatch inputEnded = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> await(inputEnded)));
    dieFirst();
    Worker worker =
        new Worker(
            backends,
            builders,
            reply -> out.println(reply.encode()),
            () -> Runtime.getRuntime().halt(DEVICE_LOST));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      worker.accept(Request.decode(line));
    }
    // A candidate that hangs must not keep the process alive.
    Runtime.getRuntime().halt(0);
  }

  /**
   * Keeps the process working through an interrupt from the terminal, which goes to all processes
   * of the command: the one that started this one decides when to stop.
   */
  private static void await(CountDownLatch inputEnded) {
    try {
      inputEnded.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** Where memory runs out, this process is the one to lose. */
  private static void dieFirst() {
    try {
      Files.writeString(Path.of("/proc/self/oom_score_adj"), "900");
    } catch (IOException notLinux) {
      // Other systems choose for themselves.
    }
  }
}
