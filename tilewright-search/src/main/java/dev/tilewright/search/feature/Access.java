package dev.tilewright.search.feature;

import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A read or write of a buffer in terms of the loops around it.
 *
 * @param spans for each dimension and loop, by how much the index changes over the whole loop
 * @param steps for each dimension and loop, by how much the index changes from one iteration to the
 *     next; 0 if the loop does not move it
 * @param packed true if the elements that a tile reads stand beside each other
 */
record Access(Buffer buffer, double[][] spans, double[][] steps, boolean packed) {
  static final int LINE_BYTES = 64;

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
    double[][] steps = new double[indices.size()][path.loops().size()];
    for (int d = 0; d < indices.size(); d++) {
      Affine affine = Affine.of(Exprs.substitute(indices.get(d), axisValues));
      for (Affine.Term term : affine.terms()) {
        addTerm(term, path, spans[d], steps[d]);
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
        steps[loop] += coefficient;
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
        steps[loop] += coefficient;
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
    return spans.length > 0 && steps[spans.length - 1][loop] == 1;
  }

  /** Distance in memory, in elements, between two iterations of the loop. */
  double stride(int loop) {
    if (packed) {
      return dependsOn(loop) ? 1 : 0;
    }
    double stride = 0;
    double row = 1;
    for (int d = spans.length - 1; d >= 0; d--) {
      stride += steps[d][loop] * row;
      row *= Math.max(1, buffer.shape().extent(d));
    }
    return stride;
  }

  /** Bytes, in whole cache lines, touched by the loops from {@code depth} on. */
  double footprint(int depth) {
    double elements = 1;
    for (int d = 0; d < spans.length; d++) {
      double span = span(d, depth);
      if (d == spans.length - 1 && !packed) {
        double line = (double) LINE_BYTES / buffer.dtype().bytes();
        span = Math.ceil(span / line) * line;
      }
      elements *= span;
    }
    return elements * buffer.dtype().bytes();
  }

  /** Bytes, counted by elements, touched by the loops from {@code depth} on. */
  double uniqueBytes(int depth) {
    double elements = 1;
    for (int d = 0; d < spans.length; d++) {
      elements *= span(d, depth);
    }
    return elements * buffer.dtype().bytes();
  }

  /** The range of one index over the loops from {@code depth} on. */
  private double span(int dimension, int depth) {
    double span = 1;
    for (int loop = depth; loop < spans[dimension].length; loop++) {
      span += spans[dimension][loop];
    }
    return Math.min(span, Math.max(1, buffer.shape().extent(dimension)));
  }
}
