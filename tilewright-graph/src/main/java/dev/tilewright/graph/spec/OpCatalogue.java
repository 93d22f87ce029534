package dev.tilewright.graph.spec;

import java.util.List;
import java.util.stream.Stream;

/** The operators that specifications can name. */
public final class OpCatalogue {
  /** All kinds, in the order in which they are listed. */
  public static final List<OpKind> KINDS =
      Stream.of(
              ProductKinds.KINDS,
              ConvolutionKinds.KINDS,
              PoolKinds.KINDS,
              ReductionKinds.KINDS,
              ElementwiseKinds.KINDS,
              EvaluationKinds.KINDS)
          .flatMap(List::stream)
          .toList();

  private OpCatalogue() {}
}
