package dev.tilewright.search.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.Operation;
import dev.tilewright.core.te.Placeholder;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A whole compute DAG as JSON. The text is deterministic, and equal for DAGs that are equal.
 * Buffers are numbered in order of definition; loads and outputs refer to them by number.
 */
public final class DagCodec {
  private DagCodec() {}

  /** The DAG with its names. */
  public static ObjectNode encode(ComputeDag dag) {
    return encode(dag, Naming.OWN);
  }

  static ObjectNode encode(ComputeDag dag, Naming naming) {
    ObjectNode json = Json.object();
    ArrayNode operations = Json.field(json, "operations", Json.array());
    Map<Buffer, Integer> numbers = new IdentityHashMap<>();
    for (Operation operation : dag.operations()) {
      operations.add(
          switch (operation) {
            case Placeholder placeholder -> encode(placeholder, naming);
            case Compute compute -> encode(compute, numbers, naming);
          });
      operation.outputs().forEach(output -> numbers.put(output, numbers.size()));
    }
    ArrayNode outputs = Json.field(json, "outputs", Json.array());
    dag.outputs().forEach(output -> outputs.add(numbers.get(output)));
    return json;
  }

  /**
   * The DAG that a JSON tree describes.
   *
   * @throws UserException if it does not describe one
   */
  public static ComputeDag decode(JsonNode json) {
    try {
      List<Operation> operations = new ArrayList<>();
      List<Buffer> buffers = new ArrayList<>();
      for (JsonNode node : Json.list(json, "operations")) {
        Operation operation =
            node.has("compute") ? decodeCompute(node, buffers) : decodeInput(node);
        operations.add(operation);
        buffers.addAll(operation.outputs());
      }
      return new ComputeDag(
          operations, Json.intList(Json.list(json, "outputs")).stream().map(buffers::get).toList());
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException malformed) {
      throw new UserException("malformed compute DAG: " + malformed.getMessage(), malformed);
    }
  }

  private static ObjectNode encode(Placeholder placeholder, Naming naming) {
    Buffer buffer = placeholder.output();
    ObjectNode json = Json.object();
    json.put(placeholder.constant() ? "constant" : "input", naming.of(buffer));
    json.put("dtype", buffer.dtype().text());
    Json.field(json, "shape", shape(buffer));
    return json;
  }

  private static Placeholder decodeInput(JsonNode json) {
    boolean constant = json.has("constant");
    Buffer buffer =
        new Buffer(
            Json.text(json, constant ? "constant" : "input"),
            DType.parse(Json.text(json, "dtype")),
            Shape.of(Json.longList(Json.list(json, "shape"))));
    return new Placeholder(buffer, constant);
  }

  private static ObjectNode encode(Compute compute, Map<Buffer, Integer> numbers, Naming naming) {
    ObjectNode json = Json.object();
    Json.field(json, "compute", Json.texts(compute.outputs().stream().map(naming::of).toList()));
    Json.field(json, "axes", encodeAxes(compute.axes(), naming));
    if (compute.body() instanceof Compute.Reduction reduction) {
      Json.field(json, "reduce", encodeAxes(reduction.axes(), naming));
      json.set("combiner", encode(reduction.combiner(), naming));
    }
    List<Var> axes = Stream.concat(compute.axes().stream(), compute.reduceAxes().stream()).toList();
    NodeWriter writer = new NodeWriter(numbers, axes, List.of());
    ArrayNode values = writer.writeAll(compute.body().values());
    Json.field(json, "nodes", writer.table());
    Json.field(json, "values", values);
    return json;
  }

  private static Compute decodeCompute(JsonNode json, List<Buffer> buffers) {
    List<Var> axes = decodeAxes(Json.list(json, "axes"));
    boolean reduces = json.has("combiner");
    List<Var> reduceAxes = reduces ? decodeAxes(Json.list(json, "reduce")) : List.of();
    NodeReader reader =
        new NodeReader(
            buffers, Stream.concat(axes.stream(), reduceAxes.stream()).toList(), List.of());
    reader.read(Json.list(json, "nodes"));
    List<Expr> values = reader.exprs(Json.list(json, "values"));
    Shape shape = Shape.of(axes.stream().map(Var::extent).toList());
    List<String> names = Json.textList(Json.list(json, "compute"));
    List<Buffer> outputs =
        IntStream.range(0, names.size())
            .mapToObj(t -> new Buffer(names.get(t), values.get(t).dtype(), shape))
            .toList();
    Compute.Body body =
        reduces
            ? new Compute.Reduction(
                decodeCombiner(Json.require(json, "combiner")), reduceAxes, values)
            : new Compute.Pointwise(values);
    return new Compute(outputs, axes, body);
  }

  private static ObjectNode encode(Combiner combiner, Naming naming) {
    ObjectNode json = Json.object();
    json.put("name", naming.of(combiner));
    Json.field(json, "left", encodeParams(combiner.left(), naming));
    Json.field(json, "right", encodeParams(combiner.right(), naming));
    List<Expr.Param> params =
        Stream.concat(combiner.left().stream(), combiner.right().stream()).toList();
    NodeWriter writer = new NodeWriter(Map.of(), List.of(), params);
    ArrayNode results = writer.writeAll(combiner.results());
    ArrayNode identities = writer.writeAll(combiner.identities());
    Json.field(json, "nodes", writer.table());
    Json.field(json, "results", results);
    Json.field(json, "identities", identities);
    return json;
  }

  private static Combiner decodeCombiner(JsonNode json) {
    List<Expr.Param> left = decodeParams(Json.list(json, "left"));
    List<Expr.Param> right = decodeParams(Json.list(json, "right"));
    NodeReader reader =
        new NodeReader(List.of(), List.of(), Stream.concat(left.stream(), right.stream()).toList());
    reader.read(Json.list(json, "nodes"));
    return new Combiner(
        Json.text(json, "name"),
        left,
        right,
        reader.exprs(Json.list(json, "results")),
        reader.exprs(Json.list(json, "identities")));
  }

  private static ArrayNode encodeParams(List<Expr.Param> params, Naming naming) {
    ArrayNode array = Json.array();
    params.forEach(
        param -> array.add(Json.array().add(naming.of(param)).add(param.dtype().text())));
    return array;
  }

  private static List<Expr.Param> decodeParams(JsonNode array) {
    return Json.map(
        array,
        node -> {
          Fields fields = new Fields(node);
          return new Expr.Param(fields.text(0), DType.parse(fields.text(1)));
        });
  }

  private static ArrayNode encodeAxes(List<Var> axes, Naming naming) {
    ArrayNode array = Json.array();
    axes.forEach(axis -> array.add(Json.array().add(naming.of(axis)).add(axis.extent())));
    return array;
  }

  private static List<Var> decodeAxes(JsonNode array) {
    return Json.map(
        array,
        node -> {
          Fields fields = new Fields(node);
          return new Var(fields.text(0), fields.integer(1));
        });
  }

  private static ArrayNode shape(Buffer buffer) {
    ArrayNode shape = Json.array();
    for (long extent : buffer.shape().toArray()) {
      shape.add(extent);
    }
    return shape;
  }
}
