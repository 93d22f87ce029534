package dev.tilewright.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.tilewright.base.InternalException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.OptionalDouble;

/** Results for programs: one JSON value on standard output. */
public final class JsonOutput {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .registerModule(
              new SimpleModule().addSerializer(OptionalDouble.class, new NumberOrNull()));

  /** A number that is not there is {@code null} in JSON. */
  private static final class NumberOrNull extends JsonSerializer<OptionalDouble> {
    @Override
    public void serialize(OptionalDouble value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (value.isPresent()) {
        out.writeNumber(value.getAsDouble());
      } else {
        out.writeNull();
      }
    }
  }

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
