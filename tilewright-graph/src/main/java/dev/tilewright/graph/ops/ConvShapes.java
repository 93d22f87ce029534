package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;

/**
 * The extents of a convolution, checked.
 *
 * @param result type of the result
 * @param groupInputs input channels of one group
 * @param groupOutputs output channels of one group
 */
record ConvShapes(TensorType result, long groupInputs, long groupOutputs) {
  /** Checks data, weight and bias of a convolution. */
  static ConvShapes of(Conv conv, Operands inputs) {
    Window window = conv.window();
    Layout layout = conv.layout();
    int rank = window.rank() + 2;
    inputs.requireCount(2, 3).requireRank(0, rank).requireRank(1, rank);
    inputs.require(
        inputs.get(1).dtype().equals(inputs.dtype()), "weight is %s", inputs.get(1).dtype());
    inputs.require(!inputs.dtype().isBool(), "no sums of bool");
    TensorType data = inputs.get(0);
    TensorType weight = inputs.get(1);
    boolean first = layout == Layout.CHANNELS_FIRST;
    long channels = data.extent(layout.channelAxis(rank));
    long outputs = weight.extent(first ? 0 : rank - 1);
    long groupInputs = weight.extent(first ? 1 : rank - 2);
    inputs.require(
        conv.groups() > 0 && channels % conv.groups() == 0 && outputs % conv.groups() == 0,
        "%d groups do not divide %d input and %d output channels",
        conv.groups(),
        channels,
        outputs);
    inputs.require(
        groupInputs == channels / conv.groups(),
        "the weight has %d input channels; expected %d (%d channels in %d groups)",
        groupInputs,
        channels / conv.groups(),
        channels,
        conv.groups());
    long[] spatial = new long[window.rank()];
    for (int d = 0; d < spatial.length; d++) {
      inputs.require(
          weight.extent((first ? 2 : 0) + d) == window.kernel().get(d),
          "the weight's spatial extents differ from the kernel %s",
          window.kernel());
      spatial[d] = window.results(d, data.extent(layout.spatialAxis() + d));
      inputs.require(spatial[d] > 0, "the kernel is larger than the padded input");
    }
    DType dtype = Accumulation.resultOf(data.dtype(), conv.wide());
    Bias.check(inputs, 2, outputs, dtype);
    return new ConvShapes(
        new TensorType(dtype, layout.dataShape(data.extent(0), outputs, spatial)),
        groupInputs,
        outputs / conv.groups());
  }
}
