package dev.tilewright.codegen.cpu;

import java.util.Optional;

/** The value of an index in every lane. */
sealed interface IndexValue {
  /**
   * {@code base + constant + stride * lane}; the same in all lanes if the stride is 0.
   *
   * @param base an i64 in a register, absent for 0
   */
  record Linear(Optional<Ir> base, long constant, long stride) implements IndexValue {
    boolean isUniform() {
      return stride == 0;
    }

    boolean isConstant() {
      return stride == 0 && base.isEmpty();
    }

    /** The value in one lane. */
    Linear lane(int lane) {
      return new Linear(base, constant + lane * stride, 0);
    }

    Linear first() {
      return lane(0);
    }
  }

  /** Any value; a vector of i32 or i64. */
  record Varying(Ir lanes) implements IndexValue {}
}
