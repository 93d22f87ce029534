package dev.tilewright.search.measure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.base.UserException;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.record.Json;
import dev.tilewright.search.record.StepCodec;
import java.util.List;

/** What a worker is told, one JSON object a line. */
sealed interface Request {
  /** The task that the following requests are about. Answered by {@link Reply.Prepared}. */
  record Prepare(TaskDescription task) implements Request {}

  /** Build a candidate and keep the program. Answered by {@link Reply.Built} or a failure. */
  record Build(long id, List<Step> steps) implements Request {}

  /**
   * Check and measure a program. Answered by {@link Reply.Finished}.
   *
   * @param giveUpMicros see {@link RepeatTimer#measure}
   * @param keep whether the same steps will be built again, so that the program is worth keeping
   */
  record Run(long id, double giveUpMicros, boolean keep) implements Request {}

  default String encode() {
    ObjectNode json = Json.object();
    switch (this) {
      case Prepare(TaskDescription task) -> json.set("prepare", task.encode());
      case Build(long id, List<Step> steps) -> {
        json.put("build", id);
        json.set("steps", StepCodec.encodeAll(steps));
      }
      case Run(long id, double giveUpMicros, boolean keep) -> {
        json.put("run", id);
        json.put("giveUpMicros", Double.toString(giveUpMicros));
        json.put("keep", keep);
      }
    }
    return Json.write(json);
  }

  static Request decode(String line) {
    ObjectNode json = Json.readObject(line);
    if (json.has("prepare")) {
      return new Prepare(TaskDescription.decode(json.get("prepare")));
    }
    if (json.has("build")) {
      return new Build(Json.integer(json, "build"), StepCodec.decodeAll(Json.list(json, "steps")));
    }
    if (json.has("run")) {
      return new Run(
          Json.integer(json, "run"),
          Double.parseDouble(Json.text(json, "giveUpMicros")),
          Json.require(json, "keep").asBoolean());
    }
    throw new UserException("unknown request: " + Json.firstLine(line));
  }
}
