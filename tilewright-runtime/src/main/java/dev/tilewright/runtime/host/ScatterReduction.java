package dev.tilewright.runtime.host;

import dev.tilewright.base.DType;
import dev.tilewright.runtime.Tensor;

/** What becomes of an element that is written to. */
public enum ScatterReduction {
  NONE,
  ADD,
  MUL,
  MIN,
  MAX;

  /** Combines an element of the target with one of the source. */
  void apply(Tensor target, long at, Tensor source, long from) {
    if (this == NONE) {
      TensorElements.copy(source, from, target, at);
    } else if (target.dtype().isFloat()) {
      target.set(at, combined(target.getDouble(at), source.getDouble(from)));
    } else {
      target.set(at, combined(target, at, source, from));
    }
  }

  private double combined(double old, double value) {
    return switch (this) {
      case NONE -> value;
      case ADD -> old + value;
      case MUL -> old * value;
      case MIN -> Math.min(old, value);
      case MAX -> Math.max(old, value);
    };
  }

  private long combined(Tensor target, long at, Tensor source, long from) {
    long old = target.getLong(at);
    long value = source.getLong(from);
    boolean unsigned = target.dtype().equals(DType.UINT64);
    boolean less = unsigned ? Long.compareUnsigned(value, old) < 0 : value < old;
    return switch (this) {
      case NONE -> value;
      case ADD -> old + value;
      case MUL -> old * value;
      case MIN -> less ? value : old;
      case MAX -> less ? old : value;
    };
  }
}
