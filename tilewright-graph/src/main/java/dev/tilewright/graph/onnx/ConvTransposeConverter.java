package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.ConvTranspose;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * {@code ConvTranspose}. Where the extents of the result are given, or are to be the input's times
 * the strides, padding follows from them.
 */
final class ConvTransposeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    Shape weight = node.shape(1);
    List<Long> kernel = LongStream.of(weight.toArray()).skip(2).boxed().toList();
    List<Long> outputPadding = attributes.integers("output_padding", kernel.size(), 0);
    long groups = attributes.integer("group", 1);
    boolean same = attributes.string("auto_pad", "NOTSET").startsWith("SAME");
    if (!same && !attributes.has("output_shape")) {
      Window window = WindowReader.read(node, kernel, node.shape(0));
      return node.apply(new ConvTranspose(window, outputPadding, groups, Layout.CHANNELS_FIRST));
    }
    return node.apply(fitted(node, kernel, outputPadding, groups));
  }

  private static ConvTranspose fitted(
      ConversionContext node, List<Long> kernel, List<Long> outputPadding, long groups) {
    Attributes attributes = node.attributes();
    int rank = kernel.size();
    if (node.type(0).rank() != rank + 2) {
      throw node.refuse("input 0 is %s; expected rank %d", node.type(0), rank + 2);
    }
    List<Long> strides = attributes.integers("strides", rank, 1);
    List<Long> dilations = attributes.integers("dilations", rank, 1);
    boolean upper = attributes.string("auto_pad", "NOTSET").equals("SAME_UPPER");
    Optional<List<Long>> wanted = attributes.integers("output_shape");
    List<Long> begin = new ArrayList<>();
    List<Long> end = new ArrayList<>();
    List<Long> added = new ArrayList<>();
    for (int d = 0; d < rank; d++) {
      long input = node.shape(0).extent(d + 2);
      long size = input * strides.get(d);
      if (wanted.isPresent()) {
        // Some models give batch and channels, too.
        size = wanted.get().get(wanted.get().size() - rank + d);
      }
      long reach = (kernel.get(d) - 1) * dilations.get(d) + 1;
      long full = (input - 1) * strides.get(d) + reach + outputPadding.get(d);
      long cut = Math.max(0, full - size);
      begin.add(upper ? cut / 2 : cut - cut / 2);
      end.add(upper ? cut - cut / 2 : cut / 2);
      added.add(outputPadding.get(d) + Math.max(0, size - full));
    }
    Window window = new Window(kernel, strides, dilations, begin, end);
    return new ConvTranspose(window, added, groups, Layout.CHANNELS_FIRST);
  }
}
