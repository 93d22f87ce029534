package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.analysis.Interval;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.ir.Stmt;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Writes value expressions for all lanes of the current section at once. */
final class ExprEmitter {
  /** Selects with at most this many nodes in both branches are computed without a jump. */
  private static final int CHEAP_NODES = 8;

  private final IrWriter writer;
  private final Scope scope;
  private final Lanes lanes;
  private final IndexEmitter indices;
  private final CastEmitter casts;
  private final ArithmeticEmitter arithmetic;
  private final MathEmitter math;
  private final LoadEmitter loads;
  private final StoreEmitter stores;
  private final IndexComparison comparison;

  /** Values of shared subexpressions, of one statement; inner maps for parts that may not run. */
  private final Deque<Map<Expr, Value>> written = new ArrayDeque<>();

  ExprEmitter(IrWriter writer, Scope scope) {
    this.writer = writer;
    this.scope = scope;
    this.casts = new CastEmitter(writer);
    this.arithmetic = new ArithmeticEmitter(writer, casts);
    this.math = new MathEmitter(writer, casts);
    this.lanes = new Lanes(writer, scope);
    this.indices = new IndexEmitter(writer, scope, lanes, this::emit);
    Addresses addresses = new Addresses(writer, scope, lanes, indices);
    this.loads = new LoadEmitter(writer, lanes, addresses, casts);
    this.stores = new StoreEmitter(writer, lanes, addresses, casts);
    this.comparison = new IndexComparison(writer, lanes, indices);
  }

  /** Writes a store of an expression, as a statement. */
  void store(Stmt.Store store) {
    statement(
        () -> stores.store(store.buffer(), store.indices(), emit(store.value()), scope.mask()));
  }

  /** The active lanes in which a condition holds that differs between the lanes. */
  Ir maskWith(Value condition) {
    return scope
        .mask()
        .map(outer -> arithmetic.op("and", outer, condition.ir()))
        .orElse(condition.ir());
  }

  /** Writes one statement; values are shared within it, not beyond. */
  void statement(Runnable part) {
    written.push(new IdentityHashMap<>());
    part.run();
    written.pop();
  }

  /** The value of an expression, inside of {@link #statement}. */
  Value emit(Expr expr) {
    for (Map<Expr, Value> map : written) {
      Value value = map.get(expr);
      if (value != null) {
        return value;
      }
    }
    Value value = emitNow(expr);
    written.element().put(expr, value);
    return value;
  }

  private Value emitNow(Expr expr) {
    return switch (expr) {
      case Expr.FloatConst(double value, DType dtype) ->
          new Value(new Ir(IrTypes.register(dtype), IrConstants.floating(value, dtype)), dtype, 1);
      case Expr.IntConst(long value, DType dtype) ->
          new Value(new Ir(IrTypes.register(dtype), IrConstants.integer(value, dtype)), dtype, 1);
      case Expr.FromIndex(Index index, DType dtype) -> fromIndex(index, dtype);
      case Expr.Param param -> scope.parameter(param);
      case Expr.Binary(var op, Expr left, Expr right) ->
          withEqualLanes(emit(left), emit(right), (l, r) -> arithmetic.binary(op, l, r));
      case Expr.Compare(var op, Expr left, Expr right) ->
          withEqualLanes(emit(left), emit(right), (l, r) -> arithmetic.compare(op, l, r));
      case Expr.CompareIndex(var op, Index left, Index right) -> comparison.emit(op, left, right);
      case Expr.Not(Expr value) -> arithmetic.not(emit(value));
      case Expr.Select select -> select(select);
      case Expr.Cast(Expr value, DType dtype) -> casts.cast(emit(value), dtype);
      case Expr.Call(var function, List<Expr> arguments) -> call(function, arguments);
      case Expr.Load(Buffer buffer, List<Index> position) ->
          loads.load(
              buffer, position, isInBounds(buffer, position) ? Optional.empty() : scope.mask());
    };
  }

  private interface BinaryWriter {
    Value write(Value left, Value right);
  }

  private Value withEqualLanes(Value left, Value right, BinaryWriter writer) {
    int count = Math.max(left.lanes(), right.lanes());
    return writer.write(spread(left, count), spread(right, count));
  }

  /** The value with one copy a lane. */
  private Value spread(Value value, int count) {
    return new Value(lanes.spread(value, count), value.dtype(), count);
  }

  private Value call(Expr.MathFunction function, List<Expr> arguments) {
    List<Value> values = arguments.stream().map(this::emit).toList();
    int count = values.stream().mapToInt(Value::lanes).max().orElse(1);
    return math.call(function, values.stream().map(value -> spread(value, count)).toList());
  }

  private Value fromIndex(Index index, DType dtype) {
    Affine sum = Affine.of(index);
    IndexValue value = indices.emit(sum);
    Ir ir =
        value instanceof IndexValue.Linear linear && linear.isUniform()
            ? indices.scalar(linear)
            : indices.vector(value);
    DType from = ir.elementType().equals("i64") ? DType.INT64 : DType.INT32;
    return casts.cast(new Value(ir, from, ir.lanes()), dtype);
  }

  private Value select(Expr.Select select) {
    Value condition = emit(select.condition());
    boolean thenFaults = mayFault(select.thenValue());
    boolean elseFaults = mayFault(select.elseValue());
    if (condition.isUniform()) {
      boolean cheap =
          size(select.thenValue()) + size(select.elseValue()) <= CHEAP_NODES
              && !thenFaults
              && !elseFaults;
      return cheap ? choose(condition, select) : branch(condition, select);
    }
    Value thenValue =
        thenFaults ? emitWhere(condition, select.thenValue()) : emit(select.thenValue());
    Value elseValue =
        elseFaults
            ? emitWhere(arithmetic.not(condition), select.elseValue())
            : emit(select.elseValue());
    return merge(condition, thenValue, elseValue);
  }

  private Value choose(Value condition, Expr.Select select) {
    return merge(condition, emit(select.thenValue()), emit(select.elseValue()));
  }

  private Value merge(Value condition, Value thenValue, Value elseValue) {
    int count = Math.max(condition.lanes(), Math.max(thenValue.lanes(), elseValue.lanes()));
    Ir chosen =
        arithmetic.select(
            condition.ir(), lanes.spread(thenValue, count), lanes.spread(elseValue, count));
    return new Value(chosen, thenValue.dtype(), count);
  }

  /** Evaluates an expression in the active lanes where the condition holds. */
  private Value emitWhere(Value condition, Expr expr) {
    Value[] result = new Value[1];
    scope.withMask(maskWith(condition), () -> result[0] = separately(() -> emit(expr)));
    return result[0];
  }

  private Value branch(Value condition, Expr.Select select) {
    boolean varying = lanes.mayDiffer(select.thenValue()) || lanes.mayDiffer(select.elseValue());
    int count = varying ? scope.lanes() : 1;
    String thenLabel = writer.newLabel("then");
    String elseLabel = writer.newLabel("else");
    String endLabel = writer.newLabel("end");
    writer.branch(condition.ir(), thenLabel, elseLabel);
    Incoming thenValue = incoming(thenLabel, endLabel, select.thenValue(), count);
    Incoming elseValue = incoming(elseLabel, endLabel, select.elseValue(), count);
    writer.startBlock(endLabel);
    String type = thenValue.value().type();
    Ir merged =
        writer.fresh(type, "phi %s %s, %s".formatted(type, thenValue.text(), elseValue.text()));
    return new Value(merged, select.dtype(), count);
  }

  private record Incoming(Ir value, String block) {
    String text() {
      return "[ %s, %%%s ]".formatted(value.name(), block);
    }
  }

  private Incoming incoming(String label, String end, Expr expr, int count) {
    Ir[] result = new Ir[1];
    writer.startBlock(label);
    writer.scoped(() -> result[0] = separately(() -> spread(emit(expr), count)).ir());
    Incoming incoming = new Incoming(result[0], writer.block());
    writer.jump(end);
    return incoming;
  }

  private Value separately(Supplier<Value> part) {
    written.push(new IdentityHashMap<>());
    Value value = part.get();
    written.pop();
    return value;
  }

  /** True if evaluating the expression in vain might read outside of a buffer. */
  private static boolean mayFault(Expr expr) {
    boolean[] faults = {false};
    Exprs.forEach(
        expr,
        node ->
            faults[0] |=
                node instanceof Expr.Load(Buffer buffer, List<Index> position)
                    && !isInBounds(buffer, position));
    return faults[0];
  }

  private static boolean isInBounds(Buffer buffer, List<Index> position) {
    for (int axis = 0; axis < position.size(); axis++) {
      Interval bounds = Affine.of(position.get(axis)).bounds();
      if (bounds.min() < 0 || bounds.max() >= buffer.shape().extent(axis)) {
        return false;
      }
    }
    return true;
  }

  private static int size(Expr expr) {
    int[] nodes = {0};
    Exprs.forEach(expr, node -> nodes[0]++);
    return nodes[0];
  }
}
