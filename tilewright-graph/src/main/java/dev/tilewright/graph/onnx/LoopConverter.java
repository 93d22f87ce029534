package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.onnx.format.OnnxGraph;
import dev.tilewright.graph.onnx.format.OnnxValueInfo;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code Loop}, unrolled: the number of iterations must be known, or bounded by a known one. In the
 * latter case iterations after the end keep the values as they are.
 */
final class LoopConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    return new Unrolling(node).run();
  }

  private static final class Unrolling {
    private final ConversionContext node;
    private final Formula formula;
    private final OnnxGraph body;
    private final long trips;
    private final int carried;
    private final List<List<Operand>> collected = new ArrayList<>();
    private List<Operand> values;
    private Operand running;

    Unrolling(ConversionContext node) {
      this.node = node;
      this.formula = new Formula(node);
      this.body = node.attributes().graph("body");
      this.trips = node.hasInput(0) ? node.knownInteger(0) : Long.MAX_VALUE;
      this.carried = Math.max(0, node.inputCount() - 2);
      this.values = IntStream.range(0, carried).mapToObj(i -> node.input(i + 2)).toList();
      this.running = node.hasInput(1) ? node.input(1) : node.scalar(1, DType.BOOL);
      for (int i = carried + 1; i < body.outputs().size(); i++) {
        collected.add(new ArrayList<>());
      }
    }

    List<Operand> run() {
      boolean conditional = node.hasInput(1);
      for (long trip = 0; trip < trips && mayRun(conditional); trip++) {
        List<Operand> arguments = new ArrayList<>();
        arguments.add(new Operand.Known(Tensor.of(Shape.of(), trip)));
        arguments.add(running);
        arguments.addAll(values);
        step(node.inline(body, arguments), conditional);
      }
      List<Operand> results = new ArrayList<>(values);
      for (int i = 0; i < collected.size(); i++) {
        OnnxValueInfo declared = body.outputs().get(carried + 1 + i);
        results.add(new StackedResults(node, declared).stack(collected.get(i), 0));
      }
      return results;
    }

    private boolean mayRun(boolean conditional) {
      return !conditional
          || !(running instanceof Operand.Known(Tensor condition))
          || condition.getLong(0) != 0;
    }

    private void step(List<Operand> results, boolean conditional) {
      if (results.size() != 1 + carried + collected.size()) {
        throw node.refuse("the body has %d results", results.size());
      }
      if (!conditional || running instanceof Operand.Known) {
        values = results.subList(1, carried + 1);
        running = conditional ? results.get(0) : running;
      } else {
        keepUnlessRunning(results);
      }
      for (int i = 0; i < collected.size(); i++) {
        collected.get(i).add(results.get(carried + 1 + i));
      }
    }

    /** An iteration that may be after the end, which depends on the network's input. */
    private void keepUnlessRunning(List<Operand> results) {
      if (!collected.isEmpty() || trips == Long.MAX_VALUE) {
        throw node.refuse(
            "the number of iterations depends on the network's input; expected one that is known at"
                + " compile time");
      }
      Operand active = formula.reshape(running, Shape.of());
      List<Operand> kept = new ArrayList<>();
      for (int i = 0; i < carried; i++) {
        Operand old = values.get(i);
        Operand next = results.get(i + 1);
        if (!old.type().equals(next.type())) {
          throw node.refuse("value %d changes from %s to %s", i, old.type(), next.type());
        }
        kept.add(formula.where(active, next, old));
      }
      values = kept;
      Operand more = formula.reshape(results.get(0), Shape.of());
      running = formula.binary(BinaryFunction.AND, active, more);
    }
  }
}
