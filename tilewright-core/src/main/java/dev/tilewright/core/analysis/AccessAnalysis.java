package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the computations of a DAG, or the stages of a schedule, read from each other: the facts that
 * rules of a schedule search ask for. The notions are those of Ansor (OSDI 2020, section 4.1 and
 * its published access analyzer).
 */
public final class AccessAnalysis {
  private final Map<Buffer, Compute> producers = new IdentityHashMap<>();
  private final Map<Compute, List<Access>> accesses = new IdentityHashMap<>();
  private final Map<Compute, List<Compute>> consumers = new IdentityHashMap<>();
  private final Set<Buffer> outputs = Collections.newSetFromMap(new IdentityHashMap<>());

  private AccessAnalysis(List<Compute> computes, List<Buffer> outputs) {
    this.outputs.addAll(outputs);
    for (Compute compute : computes) {
      compute.outputs().forEach(output -> producers.put(output, compute));
      accesses.put(compute, Access.of(compute));
      consumers.put(compute, new ArrayList<>());
    }
    for (Compute compute : computes) {
      producersOf(compute).forEach(producer -> consumers.get(producer).add(compute));
    }
  }

  public static AccessAnalysis of(ComputeDag dag) {
    return new AccessAnalysis(dag.computes(), dag.outputs());
  }

  /**
   * Of computations that replace those of a DAG, such as the stages of a schedule after a
   * cache_write.
   */
  public static AccessAnalysis of(List<Compute> computes, List<Buffer> outputs) {
    return new AccessAnalysis(computes, outputs);
  }

  /** All reads, those of inputs included. */
  public List<Access> accesses(Compute compute) {
    return accesses.get(compute);
  }

  /** The reads of one buffer. */
  public List<Access> accesses(Compute compute, Buffer buffer) {
    return accesses.get(compute).stream().filter(access -> access.buffer() == buffer).toList();
  }

  /** The computations that read an output of this one, in topological order. */
  public List<Compute> consumersOf(Compute compute) {
    return Collections.unmodifiableList(consumers.get(compute));
  }

  /** The computations that this one reads, without inputs, in order of first read. */
  public List<Compute> producersOf(Compute compute) {
    List<Compute> found = new ArrayList<>();
    for (Access access : accesses.get(compute)) {
      Compute producer = producers.get(access.buffer());
      if (producer != null && found.stream().noneMatch(known -> known == producer)) {
        found.add(producer);
      }
    }
    return found;
  }

  /** The computation that defines a buffer; empty for an input. */
  public Optional<Compute> producer(Buffer buffer) {
    return Optional.ofNullable(producers.get(buffer));
  }

  /** True if the caller wants it, or nobody reads it. */
  public boolean isOutput(Compute compute) {
    return compute.outputs().stream().anyMatch(outputs::contains)
        || consumers.get(compute).isEmpty();
  }

  /** True if it may be computed inside its readers: pointwise and not an output. */
  public boolean isInlineable(Compute compute) {
    return !compute.isReduction() && !isOutput(compute);
  }

  /**
   * True if inlining it never costs anything: pointwise, every read simple with the axes in order
   * and none twice, no branch and no costly function. It may be an output.
   */
  public boolean isStrictlyInlineable(Compute compute) {
    return !compute.isReduction()
        && accesses.get(compute).stream().allMatch(access -> isInOrder(access, compute))
        && compute.body().values().stream().noneMatch(AccessAnalysis::isCostly);
  }

  /** True if every read is simple, see {@link Access#simple}. */
  public boolean isSimpleAccess(Compute compute) {
    return accesses.get(compute).stream().allMatch(access -> access.simple(compute).isPresent());
  }

  /**
   * True if tiling brings reuse of data: a reduction in which some buffer is read at one place for
   * all values of some spatial axis, or any computation with two such buffers.
   */
  public boolean needsMultiLevelTiling(Compute compute) {
    long reused = buffersRead(compute).stream().filter(buffer -> isReused(compute, buffer)).count();
    return reused >= 2 || (reused == 1 && compute.isReduction());
  }

  /**
   * True if the chain of single consumers from one computation to another keeps the shape and reads
   * element by element, so that tiles of both can be computed together.
   */
  public boolean isElementwiseMatch(Compute producer, Compute target) {
    Compute current = producer;
    while (current != target) {
      List<Compute> readers = consumers.get(current);
      if (readers.size() != 1 || !isElementwiseStep(current, readers.getFirst())) {
        return false;
      }
      current = readers.getFirst();
    }
    return true;
  }

  /**
   * How many of the outermost axes two computations have in common along every path from the first
   * to the second; 0 if there is no path.
   */
  public int commonOuterAxes(Compute producer, Compute target) {
    return commonOuterAxes(producer, target, producer.axes().size()).orElse(0);
  }

  /** Points of the reduction domain for each output element; 1 for a pointwise computation. */
  public static double reduceExtent(Compute compute) {
    return Extents.product(compute.reduceAxes());
  }

  /** Number of output elements. */
  public static double spatialExtent(Compute compute) {
    return Extents.product(compute.axes());
  }

  /** Ratio of reduction to spatial extents: above 1, splitting the reduction may pay. */
  public static double reductionRatio(Compute compute) {
    return reduceExtent(compute) / Math.max(1, spatialExtent(compute));
  }

  private Optional<Integer> commonOuterAxes(Compute current, Compute target, int limit) {
    if (current == target) {
      return Optional.of(limit);
    }
    Optional<Integer> fewest = Optional.empty();
    for (Compute reader : consumers.get(current)) {
      int common = Math.min(limit, commonAxes(current, reader));
      Optional<Integer> along = commonOuterAxes(reader, target, common);
      if (along.isPresent() && fewest.map(known -> along.get() < known).orElse(true)) {
        fewest = along;
      }
    }
    return fewest;
  }

  private int commonAxes(Compute producer, Compute reader) {
    int rank = Math.min(producer.axes().size(), reader.axes().size());
    int common = 0;
    while (common < rank && isCommonAxis(producer, reader, common)) {
      common++;
    }
    return common;
  }

  private boolean isCommonAxis(Compute producer, Compute reader, int axis) {
    return producer.axes().get(axis).extent() == reader.axes().get(axis).extent()
        && readsOf(producer, reader).stream().allMatch(access -> access.followsAxis(axis, reader));
  }

  private boolean isElementwiseStep(Compute producer, Compute reader) {
    return !reader.isReduction()
        && producer.outputs().getFirst().shape().equals(reader.outputs().getFirst().shape())
        && readsOf(producer, reader).stream()
            .allMatch(
                access -> access.simple(reader).filter(Access.Simple::isElementwise).isPresent());
  }

  private List<Access> readsOf(Compute producer, Compute reader) {
    return accesses.get(reader).stream()
        .filter(access -> producers.get(access.buffer()) == producer)
        .toList();
  }

  private List<Buffer> buffersRead(Compute compute) {
    return ComputeDag.inputsOf(compute);
  }

  private boolean isReused(Compute compute, Buffer buffer) {
    List<Access> reads = accesses(compute, buffer);
    return compute.axes().stream().anyMatch(axis -> axis.extent() > 1 && isUnused(axis, reads));
  }

  private static boolean isUnused(Var axis, List<Access> reads) {
    return reads.stream().noneMatch(access -> access.uses(axis));
  }

  private static boolean isInOrder(Access access, Compute reader) {
    return access
        .simple(reader)
        .filter(simple -> simple.sameOrder() && !simple.axisRepeated())
        .isPresent();
  }

  /** True for a branch or a function that takes more than an instruction or two. */
  private static boolean isCostly(Expr value) {
    boolean[] costly = new boolean[1];
    Exprs.forEach(
        value,
        node ->
            costly[0] |=
                node instanceof Expr.Select
                    || node instanceof Expr.Call call && isCostly(call.function()));
    return costly[0];
  }

  private static boolean isCostly(Expr.MathFunction function) {
    return switch (function) {
      case ABS, FLOOR, CEIL, ROUND, TRUNC, SQRT -> false;
      case EXP, LOG, RSQRT, SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH -> true;
      case ASINH, ACOSH, ATANH, ERF, POW, SIGMOID -> true;
    };
  }
}
