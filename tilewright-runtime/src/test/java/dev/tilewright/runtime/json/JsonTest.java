package dev.tilewright.runtime.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.UserException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "\"\"",
        "-9223372036854775808",
        "{\"a\":[1,2,{\"b\":\"c\"}],\"d\":{}}",
        "\"\\\"\\\\\\u000a ä €\"",
        "\"\\ud83d\\ude00\"",
      })
  void readsBackWhatItWrites(String text) {
    Json value = JsonReader.read(text);
    assertThat(JsonWriter.write(value)).isEqualTo(text);
    assertThat(JsonReader.read(JsonWriter.write(value))).isEqualTo(value);
  }

  @Test
  void readsWhiteSpaceAndEscapes() {
    Json value = JsonReader.read(" { \"x\\n\\/\\u0041\" :\n[ 1 , 2 ]\t} ");
    assertThat(value)
        .isEqualTo(
            new Json.Members(
                Map.of("x\n/A", new Json.Elements(List.of(new Json.Whole(1), new Json.Whole(2))))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[1,",
        "[1 2]",
        "\"abc",
        "{\"a\" 1}",
        "{a:1}",
        "1.5",
        "nul",
        "1 2",
        "\"\\x\"",
        "\"\\u12\"",
        "99999999999999999999",
        "-"
      })
  void saysWhereTextIsWrong(String text) {
    assertThatThrownBy(() -> JsonReader.read(text))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("at character");
  }

  @Test
  void refusesDeepNestingInsteadOfOverflowing() {
    assertThatThrownBy(() -> JsonReader.read("[".repeat(100_000)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("at most 64 levels");
  }

  @Test
  void refusesAValueOfAnotherKind() {
    Json.Members members = JsonReader.read("{\"a\":1}").asMembers();
    assertThatThrownBy(() -> members.get("b")).hasMessageContaining("\"b\" is missing");
    assertThatThrownBy(() -> members.get("a").asText())
        .hasMessage("JSON value: got 1; expected a string");
    assertThatThrownBy(() -> JsonReader.read("4294967296").asInt()).hasMessageContaining("32 bits");
  }
}
