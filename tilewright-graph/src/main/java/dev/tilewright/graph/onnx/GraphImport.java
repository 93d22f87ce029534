package dev.tilewright.graph.onnx;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.host.HostEvaluator;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.onnx.format.OnnxGraph;
import dev.tilewright.graph.onnx.format.OnnxModel;
import dev.tilewright.graph.onnx.format.OnnxNode;
import dev.tilewright.graph.onnx.format.OnnxTensor;
import dev.tilewright.graph.onnx.format.OnnxValueInfo;
import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Walks the nodes of a model once, in order. What depends on stored tensors alone is computed on
 * the way, which is also what makes all shapes static; everything else becomes a node of our graph.
 * A known tensor is dropped after its last reader, so that weights computed inside the model need
 * little more memory than the weights themselves.
 */
final class GraphImport {
  private final OnnxModel model;
  private final long opset;
  private final TensorDecoder decoder;
  private final DeclaredTypes declaredTypes;
  private final Map<String, Tensor> fixedInputs;
  private final Set<String> stored;
  private final GraphBuilder graph = new GraphBuilder();
  private final Map<String, Operand> values = new HashMap<>();
  private final Set<String> defined = new HashSet<>();
  private final Set<String> outputs = new HashSet<>();
  private final Map<String, Integer> readers = new HashMap<>();
  private final Map<Tensor, Value> constants = new IdentityHashMap<>();

  GraphImport(OnnxModel model, TensorDecoder decoder, ImportOptions options) {
    this.model = model;
    this.opset = Opsets.standard(model);
    this.decoder = decoder;
    this.declaredTypes = new DeclaredTypes(model, options.dimensions());
    this.fixedInputs = new HashMap<>(options.fixedInputs());
    this.stored =
        model.graph().initializers().stream().map(OnnxTensor::name).collect(Collectors.toSet());
  }

  Graph run() {
    OnnxGraph source = model.graph();
    if (source.outputs().isEmpty()) {
      throw new UserException(model.name() + ": the model has no outputs; expected at least one");
    }
    countReaders(source);
    source.initializers().forEach(this::declareInitializer);
    declareInputs(source);
    source.nodes().forEach(this::convert);
    source.outputs().forEach(this::declareOutput);
    return graph.build();
  }

  Tensor decode(OnnxTensor stored) {
    return decoder.decode(stored);
  }

  /** See {@link ConversionContext#emitAll}. */
  List<Operand> emit(OnnxNode node, GraphOperator operator, List<Operand> operands) {
    if (operands.stream().allMatch(Operand.Known.class::isInstance)) {
      List<Tensor> tensors = new ArrayList<>();
      for (Operand operand : operands) {
        if (operand instanceof Operand.Known(Tensor tensor)) {
          tensors.add(tensor);
        }
      }
      return HostEvaluator.evaluate(operator, tensors).stream()
          .map(tensor -> (Operand) new Operand.Known(tensor))
          .toList();
    }
    List<Value> inputs = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      inputs.add(toValue(node.label() + "." + i, operands.get(i)));
    }
    return graph.applyAll(node.label(), operator, inputs).stream()
        .map(value -> (Operand) new Operand.Computed(value))
        .toList();
  }

  private void countReaders(OnnxGraph source) {
    for (OnnxNode node : source.nodes()) {
      node.inputs().forEach(input -> readers.merge(input, 1, Integer::sum));
    }
    source.outputs().forEach(output -> readers.merge(output.name(), 1, Integer::sum));
  }

  private void declareInitializer(OnnxTensor stored) {
    if (readers.containsKey(stored.name())) {
      define(stored.name(), new Operand.Known(decode(stored)), "a stored tensor");
    }
  }

  private void declareInputs(OnnxGraph source) {
    for (OnnxValueInfo input : source.inputs()) {
      // Old models list their stored tensors among the inputs; those are not for the user to feed.
      if (!stored.contains(input.name())) {
        Tensor fixed = fixedInputs.remove(input.name());
        Operand operand = fixed == null ? fedInput(input) : new Operand.Known(fixed);
        define(input.name(), operand, "an input");
      }
    }
    for (String name : fixedInputs.keySet()) {
      throw new UserException(
          "%s: no input is called '%s'; expected one of %s"
              .formatted(
                  model.name(), name, source.inputs().stream().map(OnnxValueInfo::name).toList()));
    }
  }

  private Operand fedInput(OnnxValueInfo input) {
    return new Operand.Computed(graph.input(input.name(), declaredTypes.of(input)));
  }

  private void declareOutput(OnnxValueInfo output) {
    if (!outputs.add(output.name())) {
      throw new UserException(
          "%s: two outputs are called '%s'".formatted(model.name(), output.name()));
    }
    graph.output(output.name(), toValue(output.name(), read(output.name(), "an output")));
  }

  private void convert(OnnxNode node) {
    Converter converter = Converters.find(node, opset);
    List<Optional<Operand>> inputs = new ArrayList<>();
    for (String input : node.inputs()) {
      inputs.add(
          input.isEmpty()
              ? Optional.empty()
              : Optional.of(read(input, "node '" + node.label() + "'")));
    }
    List<Operand> results;
    try {
      results = converter.convert(new ConversionContext(node, opset, inputs, this));
    } catch (UserException refused) {
      throw new UserException(
          "%s node '%s' (opset %d): %s"
              .formatted(node.opType(), node.label(), opset, oneLine(refused.getMessage())),
          refused);
    }
    defineResults(node, results);
    node.inputs().forEach(this::release);
  }

  private void defineResults(OnnxNode node, List<Operand> results) {
    for (int i = 0; i < node.outputs().size(); i++) {
      String name = node.outputs().get(i);
      if (i < results.size() && !name.isEmpty()) {
        define(name, results.get(i), "node '" + node.label() + "'");
      } else if (readers.containsKey(name) && !name.isEmpty()) {
        throw new UserException(
            "%s node '%s' (opset %d): result '%s' is read; expected only the first %d to be read"
                .formatted(node.opType(), node.label(), opset, name, results.size()));
      }
    }
  }

  private void define(String name, Operand operand, String where) {
    if (values.putIfAbsent(name, operand) != null || !defined.add(name)) {
      throw new UserException(
          "%s: the value '%s' is defined again by %s".formatted(model.name(), name, where));
    }
  }

  private Operand read(String name, String reader) {
    Operand operand = values.get(name);
    if (operand == null) {
      throw new UserException(
          "%s: %s reads '%s', which nothing before it defines; expected nodes in topological order"
              .formatted(model.name(), reader, name));
    }
    return operand;
  }

  /** Forgets a value after its last reader, so that its memory can be used again. */
  private void release(String name) {
    if (readers.merge(name, -1, Integer::sum) == 0) {
      values.remove(name);
    }
  }

  private Value toValue(String name, Operand operand) {
    return switch (operand) {
      case Operand.Computed(Value value) -> value;
      case Operand.Known(Tensor tensor) ->
          constants.computeIfAbsent(tensor, unused -> graph.constant(name, aligned(tensor)));
    };
  }

  /** Attribute values, which may have line breaks, can be part of a message. */
  private static String oneLine(String message) {
    return message.replaceAll("\\p{Cntrl}", "?");
  }

  /** Kernels need aligned memory, which a view of another tensor may not have. */
  private static Tensor aligned(Tensor tensor) {
    return tensor.isAligned() ? tensor : tensor.copy();
  }
}
