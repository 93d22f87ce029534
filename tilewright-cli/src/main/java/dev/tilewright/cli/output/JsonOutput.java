package dev.tilewright.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.tilewright.base.InternalException;
import java.io.PrintWriter;

/** Results for programs: one JSON value on standard output. */
public final class JsonOutput {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonOutput() {}

  /** Prints a record, list or map. */
  public static void print(PrintWriter out, Object value) {
    try {
      out.println(MAPPER.writeValueAsString(value));
    } catch (JsonProcessingException unprintable) {
      throw new InternalException("JSON output of " + value.getClass(), unprintable);
    }
  }
}
