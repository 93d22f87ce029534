package dev.tilewright.search.tune;

/** Is told what happens in a tuning run, on the thread that runs it. */
@FunctionalInterface
public interface TuningListener {
  void on(TuningEvent event);
}
