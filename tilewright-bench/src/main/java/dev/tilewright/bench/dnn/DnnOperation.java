package dev.tilewright.bench.dnn;

import dev.tilewright.graph.ops.Window;

/** What a primitive computes. */
sealed interface DnnOperation {
  record Convolution(Window window) implements DnnOperation {}

  record TransposedConvolution(Window window) implements DnnOperation {}

  record Product() implements DnnOperation {}
}
