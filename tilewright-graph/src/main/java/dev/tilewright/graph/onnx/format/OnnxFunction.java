package dev.tilewright.graph.onnx.format;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An operator that a model defines by nodes ({@code FunctionProto}).
 *
 * @param opsets the version of each operator set that the body uses, by domain
 * @param attributes the values of attributes that a call leaves out
 */
public record OnnxFunction(
    String domain,
    String name,
    Map<String, Long> opsets,
    List<String> inputs,
    List<String> outputs,
    Map<String, OnnxAttribute> attributes,
    List<OnnxNode> nodes) {
  public OnnxFunction {
    opsets = Map.copyOf(opsets);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    attributes = Map.copyOf(attributes);
    nodes = List.copyOf(nodes);
  }

  /** The body with the attributes of a call in the places that refer to them. */
  public List<OnnxNode> bodyFor(OnnxNode call) {
    Map<String, OnnxAttribute> given = new HashMap<>(attributes);
    given.putAll(call.attributes());
    return bind(nodes, given);
  }

  private static List<OnnxNode> bind(List<OnnxNode> nodes, Map<String, OnnxAttribute> given) {
    return nodes.stream().map(node -> bind(node, given)).toList();
  }

  private static OnnxNode bind(OnnxNode node, Map<String, OnnxAttribute> given) {
    Map<String, OnnxAttribute> bound = new HashMap<>();
    node.attributes()
        .forEach(
            (name, attribute) -> {
              switch (attribute) {
                case OnnxAttribute.Reference(String outer) -> {
                  if (given.containsKey(outer)) {
                    bound.put(name, given.get(outer));
                  }
                }
                case OnnxAttribute.GraphValue(OnnxGraph graph) ->
                    bound.put(
                        name,
                        new OnnxAttribute.GraphValue(
                            new OnnxGraph(
                                bind(graph.nodes(), given),
                                graph.initializers(),
                                graph.inputs(),
                                graph.outputs())));
                case OnnxAttribute.IntValue plain -> bound.put(name, plain);
                case OnnxAttribute.FloatValue plain -> bound.put(name, plain);
                case OnnxAttribute.StringValue plain -> bound.put(name, plain);
                case OnnxAttribute.TensorValue plain -> bound.put(name, plain);
                case OnnxAttribute.IntList plain -> bound.put(name, plain);
                case OnnxAttribute.FloatList plain -> bound.put(name, plain);
                case OnnxAttribute.StringList plain -> bound.put(name, plain);
                case OnnxAttribute.Unsupported plain -> bound.put(name, plain);
              }
            });
    return new OnnxNode(
        node.name(), node.opType(), node.domain(), node.inputs(), node.outputs(), bound);
  }
}
