package dev.tilewright.codegen.cpu;

import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.analysis.Interval;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Writes index arithmetic: scalar, linear in the lane, or one value a lane. */
final class IndexEmitter {
  private static final long SAFE_32 = 1L << 30;

  private final IrWriter writer;
  private final Scope scope;
  private final Function<Expr, Value> values;

  /**
   * @param values writes a value expression, for gathered indices
   */
  IndexEmitter(IrWriter writer, Scope scope, Function<Expr, Value> values) {
    this.writer = writer;
    this.scope = scope;
    this.values = values;
  }

  /** One summand that is the same in all lanes, and the number of loops that it depends on. */
  private record Summand(Ir value, int depth) {}

  IndexValue emit(Affine sum) {
    long constant = sum.constant();
    long stride = 0;
    List<Summand> summands = new ArrayList<>();
    for (Affine.Term term : sum.terms()) {
      long factor = term.coefficient();
      if (term.atom() instanceof Index.Ref(Var var)) {
        switch (scope.variable(var)) {
          case Scope.Binding.Constant(long value) -> constant += factor * value;
          case Scope.Binding.Register(Ir value, int depth) ->
              summands.add(new Summand(times(value, factor), depth));
          case Scope.Binding.Lane(Ir start, int depth) -> {
            stride += factor;
            summands.add(new Summand(times(start, factor), depth));
          }
        }
      } else if (isVarying(term.atom())) {
        return new IndexValue.Varying(vector(sum));
      } else {
        summands.add(new Summand(times(scalar(term.atom()), factor), scope.depth() + 1));
      }
    }
    return linear(summands, constant, stride);
  }

  /** The index in each lane as a vector of i32 if the values are known to fit, else of i64. */
  Ir vector(IndexValue value) {
    return switch (value) {
      case IndexValue.Varying(Ir lanes) -> lanes;
      case IndexValue.Linear(Optional<Ir> base, long constant, long stride) -> {
        Ir start = splat(add(base.orElse(Ir.i64(0)), Ir.i64(constant)), scope.lanes());
        yield vectorOp("add", start, laneMultiples("i64", stride));
      }
    };
  }

  /** The value of an index that is the same in all lanes, as an i64. */
  Ir scalar(IndexValue.Linear value) {
    return add(value.base().orElse(Ir.i64(0)), Ir.i64(value.constant()));
  }

  /** {@code start + lane * stride} for the lanes of the section, from 0. */
  Ir laneMultiples(String elementType, long stride) {
    List<String> elements = new ArrayList<>();
    for (int lane = 0; lane < scope.lanes(); lane++) {
      elements.add(elementType + " " + lane * stride);
    }
    return new Ir(
        IrTypes.vector(elementType, scope.lanes()), "<" + String.join(", ", elements) + ">");
  }

  /** The same scalar in all lanes. */
  Ir splat(Value value, int lanes) {
    return value.lanes() == lanes ? value.ir() : splat(value.ir(), lanes);
  }

  Ir splat(Ir scalar, int lanes) {
    if (lanes == 1) {
      return scalar;
    }
    if (!scalar.name().startsWith("%")) {
      return Ir.splatConstant(scalar.type(), scalar.name(), lanes);
    }
    String type = IrTypes.vector(scalar.type(), lanes);
    Ir one = writer.pure(type, "insertelement %s poison, %s, i64 0".formatted(type, scalar));
    return writer.pure(
        type,
        "shufflevector %s, %s poison, <%d x i32> zeroinitializer".formatted(one, type, lanes));
  }

  /** True if an index may differ between the lanes. */
  boolean isVarying(Index index) {
    if (scope.lanes() == 1) {
      return false;
    }
    boolean[] found = {false};
    visitVars(index, found);
    return found[0];
  }

  private void visitVars(Index index, boolean[] found) {
    if (index instanceof Index.Ref(Var var)) {
      found[0] |= scope.variable(var) instanceof Scope.Binding.Lane;
      return;
    }
    if (index instanceof Index.FromExpr(Expr value)) {
      found[0] |= isVarying(value);
      return;
    }
    Exprs.mapChildren(
        index,
        e -> e,
        i -> {
          visitVars(i, found);
          return i;
        });
  }

  /** True if a value may differ between the lanes. */
  boolean isVarying(Expr value) {
    boolean[] varying = {false};
    visitExpr(value, varying);
    return varying[0] && scope.lanes() > 1;
  }

  private void visitExpr(Expr value, boolean[] varying) {
    switch (value) {
      case Expr.Param param -> varying[0] |= !scope.parameter(param).isUniform();
      case Expr.Load load -> varying[0] |= scope.storage(load.buffer()).lanes() > 1;
      default -> {}
    }
    Exprs.mapChildren(
        value,
        e -> {
          visitExpr(e, varying);
          return e;
        },
        i -> {
          visitVars(i, varying);
          return i;
        });
  }

  private IndexValue.Linear linear(List<Summand> summands, long constant, long stride) {
    // Outer loops first, so that partial sums are invariant in the inner loops.
    summands.sort(Comparator.comparingInt(Summand::depth));
    Optional<Ir> base = Optional.empty();
    for (Summand summand : summands) {
      if (summand.value().name().startsWith("%")) {
        base = Optional.of(base.isEmpty() ? summand.value() : add(base.get(), summand.value()));
      } else {
        constant += Long.parseLong(summand.value().name());
      }
    }
    return new IndexValue.Linear(base, constant, stride);
  }

  private Ir scalar(Index atom) {
    return switch (atom) {
      case Index.Const(long value) -> Ir.i64(value);
      case Index.Ref(Var var) -> throw new IllegalArgumentException("not an atom: " + var);
      case Index.Add add -> scalarOf(add);
      case Index.Mul mul -> scalarOf(mul);
      case Index.FloorDiv(Index value, long divisor) ->
          divide(scalarOf(value), divisor, Affine.of(value).bounds().min() >= 0);
      case Index.FloorMod(Index value, long divisor) ->
          remainder(scalarOf(value), divisor, Affine.of(value).bounds().min() >= 0);
      case Index.Min(Index left, Index right) ->
          writer.external("i64", "llvm.smin.i64", scalarOf(left), scalarOf(right));
      case Index.Max(Index left, Index right) ->
          writer.external("i64", "llvm.smax.i64", scalarOf(left), scalarOf(right));
      case Index.FromExpr(Expr value) -> widened(values.apply(value), "i64");
    };
  }

  private Ir scalarOf(Index index) {
    return switch (emit(Affine.of(index))) {
      case IndexValue.Linear linear -> scalar(linear);
      case IndexValue.Varying varying ->
          throw new IllegalArgumentException("expected an index that is the same in all lanes");
    };
  }

  /** The general case: every term computed in every lane. */
  private Ir vector(Affine sum) {
    String type = fits32(sum) ? "i32" : "i64";
    return vector(sum, type);
  }

  private Ir vector(Affine sum, String type) {
    Ir total = splat(new Ir(type, Long.toString(sum.constant())), scope.lanes());
    for (Affine.Term term : sum.terms()) {
      Ir factor = splat(new Ir(type, Long.toString(term.coefficient())), scope.lanes());
      total = vectorOp("add", total, vectorOp("mul", vectorAtom(term.atom(), type), factor));
    }
    return total;
  }

  private Ir vectorAtom(Index atom, String type) {
    if (atom instanceof Index.Ref(Var var)) {
      return switch (scope.variable(var)) {
        case Scope.Binding.Constant(long value) ->
            splat(new Ir(type, Long.toString(value)), scope.lanes());
        case Scope.Binding.Register(Ir value, int depth) ->
            splat(narrowed(value, type), scope.lanes());
        case Scope.Binding.Lane(Ir start, int depth) ->
            vectorOp("add", splat(narrowed(start, type), scope.lanes()), laneMultiples(type, 1));
      };
    }
    if (!isVarying(atom)) {
      return splat(narrowed(scalar(atom), type), scope.lanes());
    }
    return switch (atom) {
      case Index.FloorDiv(Index value, long divisor) ->
          divide(vectorOf(value, type), divisor, Affine.of(value).bounds().min() >= 0);
      case Index.FloorMod(Index value, long divisor) ->
          remainder(vectorOf(value, type), divisor, Affine.of(value).bounds().min() >= 0);
      case Index.Min(Index left, Index right) -> vectorCall("smin", left, right, type);
      case Index.Max(Index left, Index right) -> vectorCall("smax", left, right, type);
      case Index.FromExpr(Expr value) -> widened(values.apply(value), type);
      case Index.Const c -> throw notAnAtom(c);
      case Index.Ref r -> throw notAnAtom(r);
      case Index.Add a -> throw notAnAtom(a);
      case Index.Mul m -> throw notAnAtom(m);
    };
  }

  private static IllegalArgumentException notAnAtom(Index index) {
    return new IllegalArgumentException("not an atom of an affine sum: " + index);
  }

  private Ir vectorOf(Index index, String type) {
    return vector(Affine.of(index), type);
  }

  private Ir vectorCall(String function, Index left, Index right, String type) {
    Ir l = vectorOf(left, type);
    return writer.external(
        l.type(),
        "llvm.%s.%s".formatted(function, IrTypes.suffix(type, scope.lanes())),
        l,
        vectorOf(right, type));
  }

  /** An integer value as an index of the wanted type; a vector if it differs between lanes. */
  private Ir widened(Value value, String elementType) {
    String type = IrTypes.vector(elementType, value.lanes());
    String signed = value.dtype().kind() == dev.tilewright.base.DType.Kind.INT ? "sext" : "zext";
    if (value.type().equals(type)) {
      return value.ir();
    }
    int bits = Integer.parseInt(elementType.substring(1));
    String conversion = value.dtype().bits() > bits ? "trunc" : signed;
    return writer.pure(type, "%s %s to %s".formatted(conversion, value.ir(), type));
  }

  private Ir narrowed(Ir value, String type) {
    if (type.equals("i64")) {
      return value;
    }
    return value.name().startsWith("%")
        ? writer.pure(type, "trunc %s to %s".formatted(value, type))
        : new Ir(type, value.name());
  }

  /** True if all intermediate values fit in 32 bits. */
  private static boolean fits32(Affine sum) {
    long magnitude = Math.abs(sum.constant());
    for (Affine.Term term : sum.terms()) {
      Interval bounds = Affine.of(term.atom()).bounds();
      long largest = Math.max(Math.abs(clamp(bounds.min())), Math.abs(clamp(bounds.max())));
      magnitude += clamp(Math.abs(term.coefficient())) * largest;
      if (magnitude >= SAFE_32 || !atomFits32(term.atom())) {
        return false;
      }
    }
    return magnitude < SAFE_32;
  }

  private static long clamp(long value) {
    return Math.max(-SAFE_32, Math.min(SAFE_32, value));
  }

  private static boolean atomFits32(Index atom) {
    return switch (atom) {
      case Index.Const c -> true;
      case Index.Ref ref -> true;
      case Index.Add add -> fits32(Affine.of(add));
      case Index.Mul mul -> fits32(Affine.of(mul));
      case Index.FloorDiv(Index value, long divisor) ->
          divisor < SAFE_32 && fits32(Affine.of(value));
      case Index.FloorMod(Index value, long divisor) ->
          divisor < SAFE_32 && fits32(Affine.of(value));
      case Index.Min(Index left, Index right) ->
          fits32(Affine.of(left)) && fits32(Affine.of(right));
      case Index.Max(Index left, Index right) ->
          fits32(Affine.of(left)) && fits32(Affine.of(right));
      case Index.FromExpr(Expr value) -> value.dtype().bits() < 32;
    };
  }

  private Ir times(Ir value, long factor) {
    if (factor == 1) {
      return value;
    }
    return value.name().startsWith("%")
        ? writer.pure("i64", "mul nsw %s, %d".formatted(value, factor))
        : Ir.i64(Long.parseLong(value.name()) * factor);
  }

  Ir add(Ir left, Ir right) {
    boolean leftConstant = !left.name().startsWith("%");
    boolean rightConstant = !right.name().startsWith("%");
    if (leftConstant && rightConstant) {
      return Ir.i64(Long.parseLong(left.name()) + Long.parseLong(right.name()));
    }
    if (right.name().equals("0")) {
      return left;
    }
    return left.name().equals("0")
        ? right
        : writer.pure("i64", "add nsw %s, %s".formatted(left, right.name()));
  }

  private Ir vectorOp(String op, Ir left, Ir right) {
    return writer.pure(left.type(), "%s %s, %s".formatted(op, left, right.name()));
  }

  /** Division that rounds down; a scalar or a vector. */
  private Ir divide(Ir value, long divisor, boolean nonNegative) {
    Ir by = constantLike(value, divisor);
    if (nonNegative) {
      return vectorOp("udiv", value, by);
    }
    if (Long.bitCount(divisor) == 1) {
      return vectorOp("ashr", value, constantLike(value, Long.numberOfTrailingZeros(divisor)));
    }
    Ir quotient = vectorOp("sdiv", value, by);
    Ir correction = isNegative(vectorOp("srem", value, by));
    return vectorOp("add", quotient, signExtended(correction, value.type()));
  }

  /** Remainder with the sign of the divisor, which is positive. */
  private Ir remainder(Ir value, long divisor, boolean nonNegative) {
    Ir by = constantLike(value, divisor);
    if (Long.bitCount(divisor) == 1) {
      return vectorOp("and", value, constantLike(value, divisor - 1));
    }
    if (nonNegative) {
      return vectorOp("urem", value, by);
    }
    Ir remainder = vectorOp("srem", value, by);
    Ir addend = vectorOp("and", signExtended(isNegative(remainder), value.type()), by);
    return vectorOp("add", remainder, addend);
  }

  private Ir isNegative(Ir value) {
    int lanes = value.type().startsWith("<") ? scope.lanes() : 1;
    return writer.pure(
        IrTypes.vector("i1", lanes),
        "icmp slt %s, %s".formatted(value, constantLike(value, 0).name()));
  }

  private Ir signExtended(Ir condition, String type) {
    return writer.pure(type, "sext %s to %s".formatted(condition, type));
  }

  private Ir constantLike(Ir value, long constant) {
    if (!value.type().startsWith("<")) {
      return new Ir(value.type(), Long.toString(constant));
    }
    String element = value.type().substring(value.type().indexOf('i'), value.type().length() - 1);
    return splat(new Ir(element, Long.toString(constant)), scope.lanes());
  }
}
