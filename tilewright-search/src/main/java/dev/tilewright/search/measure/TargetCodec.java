package dev.tilewright.search.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.base.UserException;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
import dev.tilewright.search.record.Json;
import java.util.List;
import java.util.TreeSet;

/** Targets with all their facts as JSON. */
final class TargetCodec {
  private static final String CPU = "cpu";
  private static final String CUDA = "cuda";

  private TargetCodec() {}

  static ObjectNode encode(Target target) {
    return switch (target) {
      case CpuTarget cpu -> encode(cpu);
      case GpuTarget gpu -> encode(gpu);
    };
  }

  static Target decode(JsonNode json) {
    String kind = Json.text(json, "kind");
    return switch (kind) {
      case CPU -> decodeCpu(json);
      case CUDA -> decodeGpu(json);
      default ->
          throw new UserException(
              "target of kind '%s': expected %s or %s".formatted(kind, CPU, CUDA));
    };
  }

  private static ObjectNode encode(CpuTarget target) {
    ObjectNode json = Json.object();
    json.put("kind", CPU);
    json.put("triple", target.triple());
    json.put("mcpu", target.mcpu());
    Json.field(json, "features", Json.texts(List.copyOf(target.features())));
    json.put("vectorBits", target.vectorBits());
    json.put("vectorRegisters", target.vectorRegisters());
    json.put("threads", target.threads());
    json.put("l1Bytes", target.l1Bytes());
    json.put("l2Bytes", target.l2Bytes());
    json.put("l3Bytes", target.l3Bytes());
    return json;
  }

  private static CpuTarget decodeCpu(JsonNode json) {
    return new CpuTarget(
        Json.text(json, "triple"),
        Json.text(json, "mcpu"),
        new TreeSet<>(Json.textList(Json.list(json, "features"))),
        number(json, "vectorBits"),
        number(json, "vectorRegisters"),
        number(json, "threads"),
        Json.integer(json, "l1Bytes"),
        Json.integer(json, "l2Bytes"),
        Json.integer(json, "l3Bytes"));
  }

  private static ObjectNode encode(GpuTarget target) {
    ObjectNode json = Json.object();
    json.put("kind", CUDA);
    json.put("arch", target.arch());
    json.put("multiprocessors", target.multiprocessors());
    json.put("warpSize", target.warpSize());
    json.put("maxThreadsPerBlock", target.maxThreadsPerBlock());
    json.put("sharedBytesPerBlock", target.sharedBytesPerBlock());
    json.put("sharedBytesPerMultiprocessor", target.sharedBytesPerMultiprocessor());
    json.put("registersPerBlock", target.registersPerBlock());
    json.put("registersPerThread", target.registersPerThread());
    json.put("maxThreadsPerMultiprocessor", target.maxThreadsPerMultiprocessor());
    json.put("l2Bytes", target.l2Bytes());
    return json;
  }

  private static GpuTarget decodeGpu(JsonNode json) {
    return new GpuTarget(
        Json.text(json, "arch"),
        number(json, "multiprocessors"),
        number(json, "warpSize"),
        number(json, "maxThreadsPerBlock"),
        Json.integer(json, "sharedBytesPerBlock"),
        Json.integer(json, "sharedBytesPerMultiprocessor"),
        number(json, "registersPerBlock"),
        number(json, "registersPerThread"),
        number(json, "maxThreadsPerMultiprocessor"),
        Json.integer(json, "l2Bytes"));
  }

  private static int number(JsonNode json, String name) {
    return Math.toIntExact(Json.integer(json, name));
  }
}
