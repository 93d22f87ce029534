package dev.tilewright.core.lower;

import dev.tilewright.base.InternalException;
import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.LoopGuard;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds the loop nest of a stage with the stages attached inside it. A reduction is initialised
 * right before its first reduction loop, over the spatial loops from there on.
 */
final class NestBuilder {
  private final ScheduleState state;
  private final StoragePlan storage;

  NestBuilder(ScheduleState state, StoragePlan storage) {
    this.state = state;
    this.storage = storage;
  }

  Stmt build(Stage stage) {
    Stmt nest = loops(stage, 0);
    return AutoUnroll.mark(nest, stage.autoUnrollMaxStep(), stage.iters());
  }

  /** The loops from number {@code depth} on. */
  private Stmt loops(Stage stage, int depth) {
    boolean initialise =
        stage.op().isReduction()
            && depth == firstReduceLoop(stage)
            && !stage.reducesAcrossThreads();
    Stmt nest = depth == stage.iters().size() ? point(stage) : loop(stage, depth);
    return initialise ? Stmt.seq(initialisation(stage), nest) : nest;
  }

  private Stmt loop(Stage stage, int depth) {
    Iter iter = stage.iters().get(depth);
    Stmt body = loops(stage, depth + 1);
    for (Stage attached : attachedAt(stage, iter).reversed()) {
      body = attach(attached, body);
    }
    return new Stmt.For(iter.var(), iter.annotation(), body);
  }

  private Stmt attach(Stage attached, Stmt consumer) {
    Stmt body = Stmt.seq(build(attached), consumer);
    for (Buffer output : attached.op().outputs()) {
      body = new Stmt.Allocate(storage.of(output).buffer(), body);
    }
    return body;
  }

  private List<Stage> attachedAt(Stage stage, Iter iter) {
    Placement here = new Placement.At(stage.name(), iter.name());
    return state.stages().stream().filter(other -> other.placement().equals(here)).toList();
  }

  private static int firstReduceLoop(Stage stage) {
    int depth = 0;
    while (depth < stage.iters().size() && stage.iters().get(depth).kind() == Iter.Kind.SPATIAL) {
      depth++;
    }
    return depth;
  }

  private Stmt initialisation(Stage stage) {
    Map<Var, Index> fresh = new IdentityHashMap<>();
    List<Iter> iters = stage.iters();
    List<Iter> spatial = new ArrayList<>();
    for (Iter iter : iters.subList(firstReduceLoop(stage), iters.size())) {
      if (iter.kind() != Iter.Kind.REDUCE) {
        Var variable = new Var(iter.var().name(), iter.extent());
        fresh.put(iter.var(), Index.of(variable));
        spatial.add(new Iter(iter.name(), variable, iter.kind(), initialisationKind(iter)));
      }
    }
    List<AxisBinding> bindings = new ArrayList<>();
    for (AxisBinding binding : stage.bindings().subList(0, stage.op().axes().size())) {
      Index offset = Exprs.substitute(binding.offset(), fresh);
      bindings.add(new AxisBinding(binding.axis(), binding.base(), binding.extent(), offset));
    }
    List<LoopGuard> loops = new ArrayList<>();
    for (LoopGuard loop : stage.guards()) {
      if (isSpatial(loop, stage)) {
        loops.add(new LoopGuard(Exprs.substitute(loop.value(), fresh), loop.extent()));
      }
    }
    Compute.Reduction reduction = (Compute.Reduction) stage.op().body();
    Stmt nest =
        Guards.guard(
            Guards.of(bindings, loops), stores(stage, bindings, reduction.combiner().identities()));
    for (Iter iter : spatial.reversed()) {
      nest = new Stmt.For(iter.var(), iter.annotation(), nest);
    }
    return AutoUnroll.mark(nest, stage.autoUnrollMaxStep(), spatial);
  }

  private static boolean isSpatial(LoopGuard loop, Stage stage) {
    Affine value = Affine.of(loop.value());
    return stage.iters().stream()
        .filter(iter -> iter.kind() != Iter.Kind.SPATIAL)
        .allMatch(iter -> value.isIndependentOf(iter.var()));
  }

  /**
   * A mixed loop meets each spatial point several times, so its lanes would meet in one element.
   */
  private static ForKind initialisationKind(Iter iter) {
    return iter.kind() == Iter.Kind.MIXED ? ForKind.SERIAL : iter.annotation();
  }

  private Stmt point(Stage stage) {
    if (stage.reducesAcrossThreads()) {
      return reductionOverThreads(stage, (Compute.Reduction) stage.op().body());
    }
    return Guards.guard(
        Guards.of(stage.bindings(), stage.guards()),
        switch (stage.op().body()) {
          case Compute.Pointwise(List<Expr> values) ->
              stores(
                  stage,
                  stage.bindings(),
                  values.stream().map(value -> relocate(stage, value)).toList());
          case Compute.Reduction reduction -> update(stage, reduction);
        });
  }

  /** Points that do not exist add nothing, so that all threads come together. */
  private Stmt reductionOverThreads(Stage stage, Compute.Reduction reduction) {
    Optional<Expr> exists = Guards.of(stage.bindings(), stage.guards()).stream().reduce(Expr::and);
    List<Expr> values = new ArrayList<>();
    List<Expr.Param> results = new ArrayList<>();
    for (int t = 0; t < reduction.values().size(); t++) {
      Expr value = relocate(stage, reduction.values().get(t));
      Expr identity = reduction.combiner().identities().get(t);
      values.add(exists.map(inside -> Expr.select(inside, value, identity)).orElse(value));
      results.add(new Expr.Param(stage.name() + "_all" + t, value.dtype()));
    }
    List<AxisBinding> spatial = stage.bindings().subList(0, stage.op().axes().size());
    List<LoopGuard> loops =
        stage.guards().stream().filter(guard -> isSpatial(guard, stage)).toList();
    Stmt stored = Guards.guard(Guards.of(spatial, loops), stores(stage, spatial, results));
    return new Stmt.ThreadReduce(results, reduction.combiner(), values, stored);
  }

  private Stmt update(Stage stage, Compute.Reduction reduction) {
    List<Expr> incoming = reduction.values().stream().map(value -> relocate(stage, value)).toList();
    List<Expr> accumulated = new ArrayList<>();
    for (Buffer output : stage.op().outputs()) {
      accumulated.add(
          new Expr.Load(storage.of(output).buffer(), place(stage, stage.bindings(), output)));
    }
    return TupleUpdate.of(
        stage.name(),
        reduction.combiner(),
        accumulated,
        incoming,
        results -> stores(stage, stage.bindings(), results));
  }

  private Stmt stores(Stage stage, List<AxisBinding> bindings, List<? extends Expr> values) {
    List<Stmt> stores = new ArrayList<>();
    for (int t = 0; t < values.size(); t++) {
      Buffer output = stage.op().outputs().get(t);
      stores.add(
          new Stmt.Store(
              storage.of(output).buffer(), place(stage, bindings, output), values.get(t)));
    }
    return Stmt.seq(stores.toArray(Stmt[]::new));
  }

  private List<Index> place(Stage stage, List<AxisBinding> bindings, Buffer output) {
    List<Index> indices =
        bindings.subList(0, stage.op().axes().size()).stream().map(AxisBinding::value).toList();
    return storage.of(output).locate().apply(indices);
  }

  /**
   * A value over the axes of the stage as one over its loops, reading from where things are stored.
   */
  private Expr relocate(Stage stage, Expr value) {
    Map<Var, Index> axes = new IdentityHashMap<>();
    stage.bindings().forEach(binding -> axes.put(binding.axis(), binding.value()));
    return Exprs.mapLoads(Exprs.substitute(value, axes), load -> relocate(stage, load));
  }

  private Expr relocate(Stage stage, Expr.Load load) {
    Storage source = storage.of(load.buffer());
    if (source == null) {
      throw new InternalException(
          "lowering: stage %s reads %s, which is computed nowhere"
              .formatted(stage.name(), load.buffer()));
    }
    return new Expr.Load(source.buffer(), source.locate().apply(load.indices()));
  }
}
