package dev.tilewright.bench.onnx;

import dev.tilewright.base.InternalException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Calls native code that recurses deeper than a Java thread's usual megabyte of stack. */
final class LargeStack {
  private static final long BYTES = 64L << 20;

  private LargeStack() {}

  /** The result of the call, made on a thread of its own. What it throws is thrown here. */
  static <T> T call(Callable<T> callable) throws Exception {
    FutureTask<T> task = new FutureTask<>(callable);
    Thread thread = new Thread(null, task, "large-stack", BYTES);
    thread.start();
    try {
      return task.get();
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case Exception e -> throw e;
        case Error e -> throw e;
        case Throwable other -> throw new InternalException("native call failed", other);
      }
    }
  }
}
