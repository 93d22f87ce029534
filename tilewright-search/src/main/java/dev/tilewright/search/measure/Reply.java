package dev.tilewright.search.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.base.UserException;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Json;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.RecordCodec;

/** What a worker answers, one JSON object a line. */
sealed interface Reply {
  /** The task's reference is there. */
  record Prepared() implements Reply {}

  /** The task has no reference, so nothing can be checked. */
  record NotPrepared(ErrorClass error, String message) implements Reply {}

  /** A candidate's program waits to be run. */
  record Built(long id) implements Reply {}

  /** A candidate is done: measured, or failed in building or running. */
  record Finished(long id, Outcome outcome, PhaseTimes times) implements Reply {}

  default String encode() {
    ObjectNode json = Json.object();
    switch (this) {
      case Prepared() -> json.put("prepared", true);
      case NotPrepared(ErrorClass error, String message) -> {
        json.put("notPrepared", error.name());
        json.put("message", message);
      }
      case Built(long id) -> json.put("built", id);
      case Finished(long id, Outcome outcome, PhaseTimes times) -> {
        json.put("finished", id);
        RecordCodec.encode(outcome, json);
        json.put("lower", times.lower());
        json.put("compile", times.compile());
        json.put("check", times.check());
        json.put("measure", times.measure());
      }
    }
    return Json.write(json);
  }

  static Reply decode(String line) {
    ObjectNode json = Json.readObject(line);
    if (json.has("prepared")) {
      return new Prepared();
    }
    if (json.has("notPrepared")) {
      return new NotPrepared(
          ErrorClass.valueOf(Json.text(json, "notPrepared")), Json.text(json, "message"));
    }
    if (json.has("built")) {
      return new Built(Json.integer(json, "built"));
    }
    if (json.has("finished")) {
      return new Finished(
          Json.integer(json, "finished"), RecordCodec.decodeOutcome(json), times(json));
    }
    throw new UserException("unknown reply: " + Json.firstLine(line));
  }

  private static PhaseTimes times(JsonNode json) {
    return new PhaseTimes(
        Json.number(json, "lower"),
        Json.number(json, "compile"),
        Json.number(json, "check"),
        Json.number(json, "measure"));
  }
}
