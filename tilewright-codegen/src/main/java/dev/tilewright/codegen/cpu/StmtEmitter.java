package dev.tilewright.codegen.cpu;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Stmt;
import java.util.IdentityHashMap;
import java.util.Map;

/** Writes statements. */
public final class StmtEmitter {
  /** Stores that one written-out loop may become; beyond that it stays a loop. */
  private static final long MOST_UNROLLED_STORES = 4096;

  /** Sections of a vector loop that are written out; more become a loop over sections. */
  private static final long MOST_UNROLLED_SECTIONS = 8;

  private final IrWriter writer;
  private final Scope scope;
  private final Machine machine;
  private final ExprEmitter exprs;
  private final Map<Buffer, Scope.Storage> stack = new IdentityHashMap<>();

  public StmtEmitter(IrWriter writer, Scope scope, Machine machine) {
    this.writer = writer;
    this.scope = scope;
    this.machine = machine;
    this.exprs = new ExprEmitter(writer, scope);
  }

  /** Writes a statement at the end of what the writer has. */
  public void emit(Stmt stmt) {
    switch (stmt) {
      case Stmt.For loop -> loop(loop);
      case Stmt.Store store -> exprs.store(store);
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) -> {
        Value[] named = new Value[1];
        exprs.statement(() -> named[0] = exprs.emit(value));
        scope.with(param, named[0], () -> emit(body));
      }
      case Stmt.If guard -> guard(guard);
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        scope.define(buffer, allocate(buffer));
        emit(body);
      }
      case Stmt.Seq(var statements) -> statements.forEach(this::emit);
      case Stmt.Shuffle(Expr.Param param, Expr value, int laneMask, Stmt body) -> {
        Value[] sent = new Value[1];
        exprs.statement(() -> sent[0] = exprs.emit(value));
        Value received = new ShuffleEmitter(writer, machine).shuffle(sent[0], laneMask);
        scope.with(param, received, () -> emit(body));
      }
      case Stmt.ThreadReduce reduce ->
          throw new IllegalArgumentException("a reduction over threads that was not expanded");
      case Stmt.Barrier barrier -> machine.barrier(writer);
    }
  }

  /** Executes the body for {@code begin <= var < end}, which are i64 values. */
  void range(Var var, Ir begin, Ir end, Stmt body) {
    String test = writer.newLabel("range");
    String exit = writer.newLabel("exit");
    writer.branch(writer.pure("i1", "icmp slt %s, %s".formatted(begin, end.name())), test, exit);
    countedLoop(var, begin, end, test, exit, () -> emit(body));
  }

  private void loop(Stmt.For loop) {
    Var var = loop.var();
    if (var.extent() <= 0) {
      return;
    }
    switch (loop.kind()) {
      case ForKind.Serial() -> serial(var, loop.body());
      case ForKind.Unrolled() -> unrolled(var, loop.body());
      case ForKind.Vectorized() -> {
        if (scope.lanes() == 1 && var.extent() > 1 && VectorLoops.canVectorize(loop)) {
          vectorized(var, loop.body());
        } else {
          serial(var, loop.body());
        }
      }
      case ForKind.Parallel() ->
          throw new IllegalArgumentException(
              "the parallel loop %s is not the outermost of the kernel".formatted(var));
      case ForKind.Bound(var axis) ->
          throw new IllegalArgumentException(
              "the loop %s is bound to %s; expected that of the outermost loops of a grid only"
                  .formatted(var, axis));
    }
  }

  private void serial(Var var, Stmt body) {
    if (var.extent() == 1) {
      scope.with(var, new Scope.Binding.Constant(0), () -> emit(body));
      return;
    }
    String start = writer.newLabel("loop");
    String exit = writer.newLabel("exit");
    writer.jump(start);
    countedLoop(var, Ir.i64(0), Ir.i64(var.extent()), start, exit, () -> emit(body));
  }

  private void countedLoop(Var var, Ir begin, Ir end, String start, String exit, Runnable body) {
    String before = writer.block();
    String latch = writer.newLabel("next");
    String register = "%" + start + ".value";
    Ir value = new Ir("i64", register);
    writer.startBlock(start);
    writer.line(
        "%s = phi i64 [ %s, %%%s ], [ %s.next, %%%s ]"
            .formatted(register, begin.name(), before, register, latch));
    writer.scoped(
        () -> scope.with(var, new Scope.Binding.Register(value, scope.depth() + 1), body));
    writer.jump(latch);
    writer.startBlock(latch);
    writer.line("%s.next = add nuw nsw i64 %s, 1".formatted(register, register));
    writer.line("%s.more = icmp slt i64 %s.next, %s".formatted(register, register, end.name()));
    writer.branch(new Ir("i1", register + ".more"), start, exit);
    writer.startBlock(exit);
  }

  private void unrolled(Var var, Stmt body) {
    if (stores(body) * var.extent() > MOST_UNROLLED_STORES) {
      serial(var, body);
      return;
    }
    for (long i = 0; i < var.extent(); i++) {
      scope.with(var, new Scope.Binding.Constant(i), () -> emit(body));
    }
  }

  /** Stores after writing the loops out that are to be. */
  private static long stores(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Store store -> 1;
      case Stmt.For(Var var, ForKind.Unrolled(), Stmt body) -> stores(body) * var.extent();
      case Stmt.For(Var var, ForKind kind, Stmt body) -> stores(body);
      case Stmt.Let let -> stores(let.body());
      case Stmt.If guard -> stores(guard.body());
      case Stmt.Allocate allocate -> stores(allocate.body());
      case Stmt.Seq(var statements) -> statements.stream().mapToLong(StmtEmitter::stores).sum();
      case Stmt.Shuffle shuffle -> stores(shuffle.body());
      case Stmt.ThreadReduce reduce -> stores(reduce.body());
      case Stmt.Barrier barrier -> 0;
    };
  }

  private void vectorized(Var var, Stmt body) {
    int registerLanes = VectorLoops.registerLanes(body, machine);
    for (VectorSections.Run run :
        VectorSections.of(var.extent(), registerLanes, machine.accessesPerValue())) {
      if (run.count() <= MOST_UNROLLED_SECTIONS) {
        for (long section = 0; section < run.count(); section++) {
          Ir start = Ir.i64(run.start() + section * run.lanes());
          section(var, start, run.lanes(), body);
        }
      } else {
        sectionLoop(var, run, body);
      }
    }
  }

  private void sectionLoop(Var var, VectorSections.Run run, Stmt body) {
    Var section = new Var(var.name() + "_section", run.count());
    String start = writer.newLabel("loop");
    String exit = writer.newLabel("exit");
    writer.jump(start);
    countedLoop(
        section,
        Ir.i64(0),
        Ir.i64(run.count()),
        start,
        exit,
        () -> {
          Ir number = ((Scope.Binding.Register) scope.variable(section)).value();
          Ir first = writer.pure("i64", "mul nsw %s, %d".formatted(number, run.lanes()));
          section(var, new IndexMath(writer).add(first, Ir.i64(run.start())), run.lanes(), body);
        });
  }

  private void section(Var var, Ir start, int lanes, Stmt body) {
    if (lanes == 1) {
      Scope.Binding one =
          IndexMath.isConstant(start)
              ? new Scope.Binding.Constant(IndexMath.constant(start))
              : new Scope.Binding.Register(start, scope.depth());
      scope.with(var, one, () -> emit(body));
      return;
    }
    scope.withLanes(
        lanes,
        () -> scope.with(var, new Scope.Binding.Lane(start, scope.depth() + 1), () -> emit(body)));
  }

  private void guard(Stmt.If guard) {
    Value[] condition = new Value[1];
    exprs.statement(() -> condition[0] = exprs.emit(guard.condition()));
    if (!condition[0].isUniform()) {
      scope.withMask(exprs.maskWith(condition[0]), () -> emit(guard.body()));
      return;
    }
    switch (condition[0].name()) {
      case "true" -> emit(guard.body());
      case "false" -> {}
      case String unknown -> {
        String then = writer.newLabel("then");
        String end = writer.newLabel("end");
        writer.branch(condition[0].ir(), then, end);
        writer.startBlock(then);
        writer.scoped(() -> emit(guard.body()));
        writer.jump(end);
        writer.startBlock(end);
      }
    }
  }

  /** The same memory for all copies of a statement, since they never execute at the same time. */
  private Scope.Storage allocate(Buffer buffer) {
    Scope.Storage known = stack.get(buffer);
    if (known != null && known.lanes() == scope.lanes()) {
      return known;
    }
    Ir pointer =
        writer.stack(
            IrTypes.memory(buffer.dtype()),
            Math.multiplyExact(buffer.shape().elements(), scope.lanes()));
    Scope.Storage storage = new Scope.Storage(pointer, scope.lanes());
    stack.put(buffer, storage);
    return storage;
  }
}
