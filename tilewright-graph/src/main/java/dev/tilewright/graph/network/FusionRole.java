package dev.tilewright.graph.network;

import dev.tilewright.graph.ops.BatchNorm;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.Concat;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.ConvTranspose;
import dev.tilewright.graph.ops.ElementwiseOperator;
import dev.tilewright.graph.ops.Expand;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.graph.ops.HostCall;
import dev.tilewright.graph.ops.MatMul;
import dev.tilewright.graph.ops.Pad;
import dev.tilewright.graph.ops.Resize;
import dev.tilewright.graph.ops.Slice;
import dev.tilewright.graph.ops.Transpose;
import dev.tilewright.graph.ops.ViewOperator;
import dev.tilewright.graph.ops.Where;

/** What an operator does in a group of operators that are computed by one task. */
enum FusionRole {
  /** Its result is its input's memory under another shape; it belongs to no group. */
  VIEW,
  /** Joins the group that computes one of its inputs, else starts one. */
  ELEMENTWISE,
  /** Starts a group that elementwise operators may join. */
  ANCHOR,
  /** A group of its own. */
  ALONE;

  static FusionRole of(GraphOperator operator) {
    return switch (operator) {
      case HostCall call -> ALONE;
      case ViewOperator view -> VIEW;
      case ElementwiseOperator elementwise -> ELEMENTWISE;
      case Binary binary -> ELEMENTWISE;
      case Where where -> ELEMENTWISE;
      case BatchNorm norm -> ELEMENTWISE;
      case Conv conv -> ANCHOR;
      case ConvTranspose conv -> ANCHOR;
      case Gemm gemm -> ANCHOR;
      case MatMul product -> ANCHOR;
      case Transpose transpose -> ANCHOR;
      case Slice slice -> ANCHOR;
      case Pad pad -> ANCHOR;
      case Resize resize -> ANCHOR;
      case Expand expand -> ANCHOR;
      case Concat concat -> ANCHOR;
      default -> ALONE;
    };
  }

  boolean acceptsElementwise() {
    return this == ANCHOR || this == ELEMENTWISE;
  }
}
