package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Expr;
import java.util.List;

/** A compiled statement. */
@FunctionalInterface
interface StmtCode {
  void run(Frame frame);

  static StmtCode sequence(List<StmtCode> codes) {
    StmtCode[] all = codes.toArray(StmtCode[]::new);
    if (all.length == 1) {
      return all[0];
    }
    return frame -> {
      for (StmtCode code : all) {
        code.run(frame);
      }
    };
  }

  static StmtCode loop(int slot, long extent, StmtCode body) {
    return frame -> {
      for (long i = 0; i < extent; i++) {
        frame.integers[slot] = i;
        body.run(frame);
      }
    };
  }

  /** The iterations last to first: lanes must not depend on each other. */
  static StmtCode lanes(int slot, long extent, StmtCode body) {
    return frame -> {
      for (long i = extent - 1; i >= 0; i--) {
        frame.integers[slot] = i;
        body.run(frame);
      }
    };
  }

  static StmtCode assign(Expr.Param param, int slot, Expr value, ExprCompiler compiler) {
    if (param.dtype().isFloat()) {
      FloatCode code = compiler.floating(value);
      return frame -> frame.floats[slot] = code.eval(frame);
    }
    IntCode code = compiler.integer(value);
    return frame -> frame.integers[slot] = code.eval(frame);
  }

  static StmtCode store(ElementAccess access, Expr value, ExprCompiler compiler) {
    HostArray array = access.array();
    if (value.dtype().isFloat()) {
      FloatCode code = compiler.floating(value);
      return frame -> {
        double result = code.eval(frame);
        array.setDouble(access.write(frame), result);
      };
    }
    IntCode code = compiler.integer(value);
    return frame -> {
      long result = code.eval(frame);
      array.setLong(access.write(frame), result);
    };
  }
}
