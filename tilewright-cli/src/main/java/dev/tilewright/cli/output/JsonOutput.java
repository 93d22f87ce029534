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
  private static final ObjectMapper COMPACT =
      new ObjectMapper()
          .registerModule(
              new SimpleModule().addSerializer(OptionalDouble.class, new NumberOrNull()));
  private static final ObjectMapper INDENTED =
      COMPACT.copy().enable(SerializationFeature.INDENT_OUTPUT);

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
    out.println(text(INDENTED, value));
  }

  /** A list whose elements are printed as they come, since there may be millions. */
  public static final class Items implements AutoCloseable {
    private final PrintWriter out;
    private boolean isEmpty = true;

    private Items(PrintWriter out) {
      this.out = out;
      out.print('[');
    }

    /** Prints one element. */
    public void add(Object value) {
      out.println(isEmpty ? "" : ",");
      isEmpty = false;
      out.print(text(COMPACT, value));
    }

    /** Ends the list. */
    @Override
    public void close() {
      out.println(isEmpty ? "]" : "%n]".formatted());
    }
  }

  /** Begins a list. */
  public static Items items(PrintWriter out) {
    return new Items(out);
  }

  private static String text(ObjectMapper mapper, Object value) {
    try {
      return mapper.writeValueAsString(value);
    } catch (JsonProcessingException unprintable) {
      throw new InternalException("JSON output of " + value.getClass(), unprintable);
    }
  }
}
