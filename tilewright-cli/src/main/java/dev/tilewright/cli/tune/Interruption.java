package dev.tilewright.cli.tune;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Lets Ctrl-C end a run instead of the process: while one is open, a termination signal raises the
 * flag and the process stays until the run has printed what it has.
 */
public final class Interruption implements AutoCloseable, BooleanSupplier {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = new Thread(this::waitForTheEnd, "interruption");

  private Interruption() {}

  public static Interruption open() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  @Override
  public boolean getAsBoolean() {
    return interrupted.get();
  }

  /** The run is over and its result printed. */
  @Override
  public void close() {
    finished.countDown();
    if (!interrupted.get()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shuttingDown) {
        interrupted.set(true);
      }
    }
  }

  private void waitForTheEnd() {
    interrupted.set(true);
    try {
      finished.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException ignored) {
      Thread.currentThread().interrupt();
    }
  }
}
