package dev.tilewright.core.interp;

/** The reference interpreter. */
public final class Interpreter {
  private Interpreter() {}
}
