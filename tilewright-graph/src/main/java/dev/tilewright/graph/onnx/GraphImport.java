package dev.tilewright.graph.onnx;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.host.HostEvaluator;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.onnx.format.OnnxFunction;
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
 * little more memory than the weights themselves. Graphs inside nodes and functions of the model
 * are walked where they are used, as often as they are used.
 */
final class GraphImport {
  /** Functions may call each other in a circle. */
  private static final int MAX_DEPTH = 100;

  /** A model of a few bytes can ask for any number of iterations. */
  private static final int MAX_NODES = 2_000_000;

  private final OnnxModel model;
  private final TensorDecoder decoder;
  private final DeclaredTypes declaredTypes;
  private final Map<String, Tensor> fixedInputs;
  private final Set<String> stored;
  private final GraphBuilder graph = new GraphBuilder();
  private final Scope scope;
  private final Set<String> outputs = new HashSet<>();
  private final Map<Tensor, Value> constants = new IdentityHashMap<>();
  private int walked;

  GraphImport(OnnxModel model, TensorDecoder decoder, ImportOptions options) {
    this.model = model;
    this.scope = Scope.outermost(Opsets.standard(model));
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
    scope.countReaders(source.nodes(), names(source.outputs()));
    source.initializers().forEach(tensor -> declareInitializer(tensor, scope));
    declareInputs(source);
    source.nodes().forEach(node -> convert(node, scope));
    source.outputs().forEach(this::declareOutput);
    return graph.build();
  }

  private static List<String> names(List<OnnxValueInfo> infos) {
    return infos.stream().map(OnnxValueInfo::name).toList();
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

  /**
   * The results of a graph inside a node for these inputs.
   *
   * @param around the values around the node
   */
  List<Operand> inline(OnnxGraph body, List<Operand> arguments, Scope around) {
    if (arguments.size() != body.inputs().size()) {
      throw new UserException(
          "the graph inside takes %d values; expected %d"
              .formatted(body.inputs().size(), arguments.size()));
    }
    Scope inner = around.inner();
    inner.countReaders(body.nodes(), names(body.outputs()));
    body.initializers().forEach(tensor -> declareInitializer(tensor, inner));
    for (int i = 0; i < arguments.size(); i++) {
      define(body.inputs().get(i).name(), arguments.get(i), "an input", inner);
    }
    return walk(body.nodes(), names(body.outputs()), inner);
  }

  private List<Operand> walk(List<OnnxNode> nodes, List<String> results, Scope inner) {
    if (inner.depth() > MAX_DEPTH) {
      throw new UserException(
          "functions and graphs are nested more than %d deep; expected no circle"
              .formatted(MAX_DEPTH));
    }
    nodes.forEach(node -> convert(node, inner));
    return results.stream().map(result -> read(result, "an output", inner)).toList();
  }

  /** The results of a call of one of the model's functions. */
  private List<Operand> call(
      OnnxFunction function, OnnxNode node, List<Optional<Operand>> arguments, Scope around) {
    Scope body = around.ofFunction(Opsets.ofFunction(model, function));
    List<OnnxNode> nodes = function.bodyFor(node);
    body.countReaders(nodes, function.outputs());
    for (int i = 0; i < function.inputs().size() && i < arguments.size(); i++) {
      String name = function.inputs().get(i);
      arguments.get(i).ifPresent(operand -> define(name, operand, "an argument", body));
    }
    // A left out argument is, inside, an input that is left out.
    Set<String> missing = new HashSet<>(function.inputs());
    missing.removeIf(name -> body.find(name).isPresent());
    List<OnnxNode> reduced = nodes.stream().map(inner -> inner.without(missing)).toList();
    return walk(reduced, function.outputs(), body);
  }

  private void declareInitializer(OnnxTensor tensor, Scope inner) {
    if (inner.isRead(tensor.name())) {
      define(tensor.name(), new Operand.Known(decode(tensor)), "a stored tensor", inner);
    }
  }

  private void declareInputs(OnnxGraph source) {
    for (OnnxValueInfo input : source.inputs()) {
      // Old models list their stored tensors among the inputs; those are not for the user to feed.
      if (!stored.contains(input.name())) {
        Tensor fixed = fixedInputs.remove(input.name());
        Operand operand = fixed == null ? fedInput(input) : new Operand.Known(fixed);
        define(input.name(), operand, "an input", scope);
      }
    }
    for (String name : fixedInputs.keySet()) {
      throw new UserException(
          "%s: no input is called '%s'; expected one of %s"
              .formatted(model.name(), name, names(source.inputs())));
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
    Operand result = read(output.name(), "an output", scope);
    try {
      graph.output(output.name(), toValue(output.name(), result));
    } catch (UserException noTensor) {
      throw new UserException(
          "%s: output '%s' is %s".formatted(model.name(), output.name(), noTensor.getMessage()),
          noTensor);
    }
  }

  private void convert(OnnxNode node, Scope inner) {
    if (++walked > MAX_NODES) {
      throw new UserException(
          "%s: more than %d nodes, loops and functions unrolled; expected fewer iterations"
              .formatted(model.name(), MAX_NODES));
    }
    List<Optional<Operand>> inputs = new ArrayList<>();
    for (String input : node.inputs()) {
      inputs.add(
          input.isEmpty()
              ? Optional.empty()
              : Optional.of(read(input, "node '" + node.label() + "'", inner)));
    }
    Optional<OnnxFunction> function = model.function(node);
    Optional<Converter> converter =
        function.isPresent() ? Optional.empty() : Optional.of(Converters.find(node, inner.opset()));
    List<Operand> results;
    try {
      results =
          function.isPresent()
              ? call(function.get(), node, inputs, inner)
              : converter.orElseThrow().convert(new ConversionContext(node, inner, inputs, this));
    } catch (UserException refused) {
      throw new UserException(
          "%s node '%s' (opset %d): %s"
              .formatted(node.opType(), node.label(), inner.opset(), oneLine(refused.getMessage())),
          refused);
    }
    defineResults(node, results, inner);
    inner.release(node);
  }

  private void defineResults(OnnxNode node, List<Operand> results, Scope inner) {
    for (int i = 0; i < node.outputs().size(); i++) {
      String name = node.outputs().get(i);
      if (i < results.size() && !name.isEmpty()) {
        define(name, results.get(i), "node '" + node.label() + "'", inner);
      } else if (inner.isRead(name) && !name.isEmpty()) {
        throw new UserException(
            "%s node '%s' (opset %d): result '%s' is read; expected only the first %d to be read"
                .formatted(node.opType(), node.label(), inner.opset(), name, results.size()));
      }
    }
  }

  private void define(String name, Operand operand, String where, Scope inner) {
    if (!inner.define(name, operand)) {
      throw new UserException(
          "%s: the value '%s' is defined again by %s".formatted(model.name(), name, where));
    }
  }

  private Operand read(String name, String reader, Scope inner) {
    return inner
        .find(name)
        .orElseThrow(
            () ->
                new UserException(
                    ("%s: %s reads '%s', which nothing before it defines; expected nodes in"
                            + " topological order")
                        .formatted(model.name(), reader, name)));
  }

  private Value toValue(String name, Operand operand) {
    return switch (operand) {
      case Operand.Computed(Value value) -> value;
      case Operand.Known(Tensor tensor) ->
          constants.computeIfAbsent(tensor, unused -> graph.constant(name, aligned(tensor)));
      case Operand.Sequence sequence -> throw sequence.noTensor();
      case Operand.Nothing nothing -> throw nothing.noTensor();
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
