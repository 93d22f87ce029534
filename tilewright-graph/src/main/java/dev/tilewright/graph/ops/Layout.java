package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;

/** Where the channels of an image tensor stand; the batch is always first. */
public enum Layout {
  /** For example NCHW; weights are output channel, input channel, height, width (OIHW). */
  CHANNELS_FIRST,
  /** For example NHWC; weights are height, width, input channel, output channel (HWIO). */
  CHANNELS_LAST;

  /** The axis of the channels in a data tensor of a rank. */
  public int channelAxis(int rank) {
    return this == CHANNELS_FIRST ? 1 : rank - 1;
  }

  /** The axis of the first spatial dimension in a data tensor. */
  public int spatialAxis() {
    return this == CHANNELS_FIRST ? 2 : 1;
  }

  /** The shape of a data tensor. */
  public Shape dataShape(long batch, long channels, long[] spatial) {
    long[] extents = new long[spatial.length + 2];
    extents[0] = batch;
    extents[channelAxis(extents.length)] = channels;
    System.arraycopy(spatial, 0, extents, spatialAxis(), spatial.length);
    return Shape.of(extents);
  }

  /** For example {@code nchw} for two spatial dimensions and channels first. */
  public String text(int spatialRank) {
    String spatial = "dhw".substring(3 - spatialRank);
    return this == CHANNELS_FIRST ? "nc" + spatial : "n" + spatial + "c";
  }
}
