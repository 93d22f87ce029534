package dev.tilewright.search.measure;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A running worker, seen from the process that started it. */
final class WorkerProcess implements AutoCloseable {
  /** What the process has to say next. */
  sealed interface Event {
    record Answer(Reply reply) implements Event {}

    /** Its output ended: it is dead or dying. */
    record Ended() implements Event {}

    /** Nothing within the time. */
    record Silence() implements Event {}
  }

  private final Process process;
  private final BufferedWriter requests;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final ErrorOutput errors = new ErrorOutput();

  private WorkerProcess(Process process) {
    this.process = process;
    this.requests = new BufferedWriter(process.outputWriter(StandardCharsets.UTF_8));
    start("worker-replies", () -> readReplies(process.getInputStream()));
    start("worker-errors", () -> errors.readAll(process.getErrorStream()));
  }

  /**
   * @throws EnvironmentException if the process cannot be started
   */
  static WorkerProcess start(WorkerCommand command) {
    try {
      return new WorkerProcess(new ProcessBuilder(command.words()).start());
    } catch (IOException failure) {
      throw new EnvironmentException(
          "worker process: cannot start %s: %s"
              .formatted(command.words().getFirst(), failure.getMessage()),
          failure);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Sends a request; if the process is dead, its end is the next event. */
  void send(Request request) {
    try {
      requests.write(request.encode());
      requests.newLine();
      requests.flush();
    } catch (IOException dead) {
      events.add(new Event.Ended());
    }
  }

  Event next(Duration timeout) throws InterruptedException {
    Event event = events.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    return event == null ? new Event.Silence() : event;
  }

  /** Says how the process ended, after its output did. */
  Death awaitDeath() {
    boolean byItself = awaitExit(Duration.ofSeconds(2));
    if (!byItself) {
      close();
    }
    return new Death(byItself ? process.exitValue() : 0, errors.summary());
  }

  /** What the process wrote to its error stream, shortened to one line. */
  String errorOutput() {
    return errors.summary();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private boolean awaitExit(Duration time) {
    try {
      return process.waitFor(time);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  private void readReplies(InputStream output) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        readReply(line);
      }
    } catch (IOException broken) {
      errors.add("reading replies: " + broken.getMessage());
    }
    events.add(new Event.Ended());
  }

  private void readReply(String line) {
    try {
      events.add(new Event.Answer(Reply.decode(line)));
    } catch (UserException | IllegalArgumentException stray) {
      errors.add(line);
    }
  }

  private static void start(String name, Runnable work) {
    Thread.ofPlatform().daemon().name(name).start(work);
  }
}
