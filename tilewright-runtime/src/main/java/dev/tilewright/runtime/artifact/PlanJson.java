package dev.tilewright.runtime.artifact;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.json.Json;
import dev.tilewright.runtime.plan.Plan;
import dev.tilewright.runtime.plan.PlanBuffer;
import dev.tilewright.runtime.plan.PlanStep;
import dev.tilewright.runtime.plan.Signature;
import dev.tilewright.runtime.plan.Storage;
import dev.tilewright.runtime.plan.TensorSpec;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A plan as JSON: {@code {"name", "inputs", "outputs", "constants", "buffers", "steps",
 * "arenaBytes"}}. A tensor is {@code {"name", "dtype", "shape"}}; a buffer also has {@code "in"},
 * one of {@code input}, {@code output}, {@code constant}, {@code arena}, and {@code "at"}, a
 * position or an offset. A step has a {@code "label"} and is either {@code {"kernel", "chunks",
 * "arguments"}} or {@code {"operator", "attributes", "reads", "writes"}}.
 */
final class PlanJson {
  private PlanJson() {}

  static Json write(Plan plan) {
    Map<String, Json> members = new LinkedHashMap<>();
    members.put("name", new Json.Text(plan.name()));
    members.put("inputs", array(plan.signature().inputs(), PlanJson::tensor));
    members.put("outputs", array(plan.signature().outputs(), PlanJson::tensor));
    members.put("constants", array(plan.constants(), PlanJson::tensor));
    members.put("buffers", array(plan.buffers(), PlanJson::buffer));
    members.put("steps", array(plan.steps(), PlanJson::step));
    members.put("arenaBytes", new Json.Whole(plan.arenaBytes()));
    return new Json.Members(members);
  }

  /**
   * The plan.
   *
   * @throws UserException if the JSON does not describe one
   */
  static Plan read(Json json) {
    Json.Members members = json.asMembers();
    return new Plan(
        members.get("name").asText(),
        new Signature(
            list(members.get("inputs"), PlanJson::tensor),
            list(members.get("outputs"), PlanJson::tensor)),
        list(members.get("constants"), PlanJson::tensor),
        list(members.get("buffers"), PlanJson::buffer),
        list(members.get("steps"), PlanJson::step),
        members.get("arenaBytes").asLong());
  }

  private static Json tensor(TensorSpec spec) {
    return new Json.Members(typed(spec.name(), spec.dtype(), spec.shape()));
  }

  private static TensorSpec tensor(Json json) {
    Json.Members members = json.asMembers();
    return new TensorSpec(members.get("name").asText(), dtype(members), shape(members));
  }

  private static Json buffer(PlanBuffer buffer) {
    Map<String, Json> members = typed(buffer.name(), buffer.dtype(), buffer.shape());
    switch (buffer.storage()) {
      case Storage.Input(int position) -> put(members, "input", position);
      case Storage.Output(int position) -> put(members, "output", position);
      case Storage.Constant(int position) -> put(members, "constant", position);
      case Storage.Arena(long offset) -> put(members, "arena", offset);
    }
    return new Json.Members(members);
  }

  private static PlanBuffer buffer(Json json) {
    Json.Members members = json.asMembers();
    Json at = members.get("at");
    Storage storage =
        switch (members.get("in").asText()) {
          case "input" -> new Storage.Input(at.asInt());
          case "output" -> new Storage.Output(at.asInt());
          case "constant" -> new Storage.Constant(at.asInt());
          case "arena" -> new Storage.Arena(at.asLong());
          case String other ->
              throw new UserException(
                  "plan: storage '%s'; expected input, output, constant or arena".formatted(other));
        };
    return new PlanBuffer(members.get("name").asText(), dtype(members), shape(members), storage);
  }

  private static Json step(PlanStep step) {
    Map<String, Json> members = new LinkedHashMap<>();
    members.put("label", new Json.Text(step.label()));
    switch (step) {
      case PlanStep.Launch launch -> {
        members.put("kernel", new Json.Text(launch.kernel()));
        members.put("chunks", new Json.Whole(launch.chunks()));
        members.put("arguments", numbers(launch.arguments()));
      }
      case PlanStep.Host host -> {
        members.put("operator", new Json.Text(host.operator()));
        members.put("attributes", new Json.Text(host.attributes()));
        members.put("reads", numbers(host.inputs()));
        members.put("writes", numbers(host.outputs()));
      }
    }
    return new Json.Members(members);
  }

  private static PlanStep step(Json json) {
    Json.Members members = json.asMembers();
    String label = members.get("label").asText();
    if (members.values().containsKey("kernel")) {
      return new PlanStep.Launch(
          label,
          members.get("kernel").asText(),
          members.get("chunks").asLong(),
          list(members.get("arguments"), Json::asInt));
    }
    return new PlanStep.Host(
        label,
        members.get("operator").asText(),
        members.get("attributes").asText(),
        list(members.get("reads"), Json::asInt),
        list(members.get("writes"), Json::asInt));
  }

  private static Map<String, Json> typed(String name, DType dtype, Shape shape) {
    Map<String, Json> members = new LinkedHashMap<>();
    members.put("name", new Json.Text(name));
    members.put("dtype", new Json.Text(dtype.text()));
    List<Long> extents = Arrays.stream(shape.toArray()).boxed().toList();
    members.put("shape", numbers(extents));
    return members;
  }

  private static DType dtype(Json.Members members) {
    return DType.parse(members.get("dtype").asText());
  }

  private static Shape shape(Json.Members members) {
    return Shape.of(list(members.get("shape"), Json::asLong));
  }

  private static void put(Map<String, Json> members, String storage, long at) {
    members.put("in", new Json.Text(storage));
    members.put("at", new Json.Whole(at));
  }

  private static <T> Json array(List<? extends T> values, Function<T, Json> element) {
    return new Json.Elements(values.stream().map(element).toList());
  }

  private static Json numbers(List<? extends Number> values) {
    return array(values, value -> new Json.Whole(value.longValue()));
  }

  private static <T> List<T> list(Json json, Function<Json, T> element) {
    return json.asList().stream().map(element).toList();
  }
}
