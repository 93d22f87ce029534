package dev.tilewright.search.model;

import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A read or write of a buffer in terms of the loops around it.
 *
 * @param spans for each dimension and loop, by how much the index changes over the whole loop
 * @param steps for each loop, the distance in elements between two iterations in the innermost
 *     dimension; 0 if the loop does not move it
 * @param packed true if the elements that a tile reads stand beside each other
 */
record Access(Buffer buffer, double[][] spans, double[] steps, boolean packed) {
  private static final int LINE_BYTES = 64;

  /**
   * @param axisValues the axes of the stage in terms of loop variables
   */
  static Access of(
      Buffer buffer,
      List<Index> indices,
      Map<Var, Index> axisValues,
      LoopPath path,
      boolean packed) {
    double[][] spans = new double[indices.size()][path.loops().size()];
    double[] steps = new double[path.loops().size()];
    for (int d = 0; d < indices.size(); d++) {
      Affine affine = Affine.of(Exprs.substitute(indices.get(d), axisValues));
      boolean innermost = d == indices.size() - 1;
      for (Affine.Term term : affine.terms()) {
        addTerm(term, path, spans[d], innermost ? steps : new double[0]);
      }
    }
    return new Access(buffer, spans, steps, packed);
  }

  private static void addTerm(Affine.Term term, LoopPath path, double[] spans, double[] steps) {
    double coefficient = Math.abs(term.coefficient());
    if (term.atom() instanceof Index.Ref(Var var)) {
      int loop = path.position(var);
      if (loop >= 0) {
        spans[loop] += coefficient * (path.loops().get(loop).extent() - 1);
        if (steps.length > 0) {
          steps[loop] += coefficient;
        }
      }
      return;
    }
    addQuotientOrRemainder(term, coefficient, path, spans, steps);
  }

  /** The range of the atom is put on every loop that it depends on. */
  private static void addQuotientOrRemainder(
      Affine.Term term, double coefficient, LoopPath path, double[] spans, double[] steps) {
    Affine atom = Affine.of(term.atom());
    double range = atom.bounds().isBounded() ? atom.bounds().max() - atom.bounds().min() : 1e6;
    for (int loop = 0; loop < spans.length; loop++) {
      if (!atom.isIndependentOf(path.loops().get(loop).var())) {
        spans[loop] += coefficient * Math.min(range, path.loops().get(loop).extent() - 1.0);
        if (steps.length > 0) {
          steps[loop] += coefficient;
        }
      }
    }
  }

  /** True if another iteration of the loop touches other elements. */
  boolean dependsOn(int loop) {
    return Arrays.stream(spans).anyMatch(dimension -> dimension[loop] > 0);
  }

  /** True if the loop moves along memory one element at a time. */
  boolean isContiguous(int loop) {
    if (packed) {
      return true;
    }
    for (int d = 0; d < spans.length - 1; d++) {
      if (spans[d][loop] > 0) {
        return false;
      }
    }
    return steps[loop] == 1;
  }

  /** Bytes, in whole cache lines, touched by the loops from {@code depth} on. */
  double footprint(int depth) {
    double elements = 1;
    for (int d = 0; d < spans.length; d++) {
      double span = 1;
      for (int loop = depth; loop < steps.length; loop++) {
        span += spans[d][loop];
      }
      span = Math.min(span, Math.max(1, buffer.shape().extent(d)));
      if (d == spans.length - 1 && !packed) {
        double line = (double) LINE_BYTES / buffer.dtype().bytes();
        span = Math.ceil(span / line) * line;
      }
      elements *= span;
    }
    return elements * buffer.dtype().bytes();
  }

  /** The accesses of several buffers as one list. */
  static List<Access> all(List<Access> reads, List<Access> writes) {
    List<Access> all = new ArrayList<>(reads);
    all.addAll(writes);
    return all;
  }
}
