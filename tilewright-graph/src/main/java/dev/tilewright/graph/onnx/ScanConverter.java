package dev.tilewright.graph.onnx;

import dev.tilewright.graph.onnx.format.OnnxGraph;
import dev.tilewright.graph.ops.Squeeze;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code Scan}, unrolled over the extent of the scanned axis. Before opset 9 it ran for each
 * element of a batch, which was the first dimension of everything.
 */
final class ScanConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    OnnxGraph body = node.attributes().graph("body");
    int scanned = Math.toIntExact(node.attributes().integer("num_scan_inputs", 1));
    if (node.opset() >= 9) {
      return new Run(node, body, scanned).over(Arrays.asList(node.allInputs()));
    }
    if (node.hasInput(0)) {
      throw node.refuse("lengths of sequences are given; expected whole sequences");
    }
    Formula formula = new Formula(node);
    List<Operand> batched = IntStream.range(1, node.inputCount()).mapToObj(node::input).toList();
    long batches = batched.getFirst().type().rank() == 0 ? 0 : batched.getFirst().type().extent(0);
    List<List<Operand>> results = new ArrayList<>();
    for (long batch = 0; batch < batches; batch++) {
      long number = batch;
      List<Operand> inputs = batched.stream().map(all -> element(formula, all, 0, number)).toList();
      results.add(new Run(node, body, scanned).over(inputs));
    }
    return IntStream.range(0, body.outputs().size())
        .mapToObj(
            i ->
                new StackedResults(node, body.outputs().get(i))
                    .stack(results.stream().map(all -> all.get(i)).toList(), 0))
        .toList();
  }

  /** The slice at a position of an axis, without the axis. */
  private static Operand element(Formula formula, Operand all, int axis, long position) {
    if (position >= all.type().extent(axis)) {
      throw formula.node().refuse("%s has no element %d along axis %d", all.type(), position, axis);
    }
    Operand slice = formula.slice(all, axis, position, position + 1, 1);
    return formula.node().emit(new Squeeze(List.of(axis)), slice);
  }

  private record Run(ConversionContext node, OnnxGraph body, int scanned) {
    List<Operand> over(List<Operand> inputs) {
      int states = inputs.size() - scanned;
      int collectedCount = body.outputs().size() - states;
      if (states < 0 || scanned < 1 || collectedCount < 0) {
        throw node.refuse("%d inputs, %d of them scanned", inputs.size(), scanned);
      }
      Formula formula = new Formula(node);
      List<Operand> values = inputs.subList(0, states);
      List<List<Operand>> collected = new ArrayList<>();
      for (int i = 0; i < collectedCount; i++) {
        collected.add(new ArrayList<>());
      }
      long length =
          inputs.get(states).type().extent(axis("scan_input_axes", 0, inputs.get(states)));
      for (long step = 0; step < length; step++) {
        List<Operand> arguments = new ArrayList<>(values);
        for (int i = 0; i < scanned; i++) {
          Operand all = inputs.get(states + i);
          long position =
              isBackward(node.opset() < 9 ? "directions" : "scan_input_directions", i)
                  ? length - 1 - step
                  : step;
          arguments.add(element(formula, all, axis("scan_input_axes", i, all), position));
        }
        List<Operand> results = node.inline(body, arguments);
        values = results.subList(0, states);
        for (int i = 0; i < collectedCount; i++) {
          collected.get(i).add(results.get(states + i));
        }
      }
      List<Operand> all = new ArrayList<>(values);
      for (int i = 0; i < collectedCount; i++) {
        List<Operand> results = collected.get(i);
        List<Operand> ordered =
            isBackward("scan_output_directions", i) ? results.reversed() : results;
        int axis = Math.toIntExact(entry("scan_output_axes", i));
        all.add(new StackedResults(node, body.outputs().get(states + i)).stack(ordered, axis));
      }
      return all;
    }

    private boolean isBackward(String attribute, int position) {
      return entry(attribute, position) != 0;
    }

    private int axis(String attribute, int position, Operand operand) {
      return node.axis(entry(attribute, position), operand.type().rank());
    }

    private long entry(String attribute, int position) {
      List<Long> values = node.attributes().integers(attribute).orElse(List.of());
      return position < values.size() ? values.get(position) : 0;
    }
  }
}
