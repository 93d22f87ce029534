package dev.tilewright.core.interp;

/** A compiled value of an integer or bool type, or a compiled index. */
@FunctionalInterface
interface IntCode {
  long eval(Frame frame);
}
