package dev.tilewright.core.interp;

/** A compiled value of a float type. */
@FunctionalInterface
interface FloatCode {
  double eval(Frame frame);
}
