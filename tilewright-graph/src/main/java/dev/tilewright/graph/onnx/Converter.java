package dev.tilewright.graph.onnx;

import java.util.List;

/** Turns a node of one ONNX operator, in all its versions, into operators of ours. */
interface Converter {
  /**
   * The results in the node's order. Trailing results that no operator of ours computes may be left
   * out; the import refuses a model that reads them.
   *
   * @throws dev.tilewright.base.UserException if this use of the operator is not supported
   */
  List<Operand> convert(ConversionContext node);
}
