package dev.tilewright.codegen.cpu;

import java.util.Collections;

/**
 * A value in LLVM IR text.
 *
 * @param type such as {@code <16 x float>}
 * @param name such as {@code %12}, or a constant
 */
public record Ir(String type, String name) {
  public static Ir i64(long value) {
    return new Ir("i64", Long.toString(value));
  }

  public static Ir i32(long value) {
    return new Ir("i32", Long.toString(value));
  }

  static Ir bool(boolean value) {
    return new Ir("i1", Boolean.toString(value));
  }

  static Ir poison(String type) {
    return new Ir(type, "poison");
  }

  /** A constant with the same element in each of the lanes; a scalar for one lane. */
  static Ir splatConstant(String elementType, String element, int lanes) {
    if (lanes == 1) {
      return new Ir(elementType, element);
    }
    String type = "<%d x %s>".formatted(lanes, elementType);
    if (element.equals("0") || element.equals("0x0000000000000000")) {
      return new Ir(type, "zeroinitializer");
    }
    String elements = String.join(", ", Collections.nCopies(lanes, elementType + " " + element));
    return new Ir(type, "<" + elements + ">");
  }

  /** Number of lanes of the type; 1 for a scalar. */
  int lanes() {
    return type.startsWith("<") ? Integer.parseInt(type.substring(1, type.indexOf(' '))) : 1;
  }

  /** The type of one lane. */
  String elementType() {
    return type.startsWith("<") ? type.substring(type.indexOf("x ") + 2, type.length() - 1) : type;
  }

  /** As an operand of a call or store: type and name. */
  @Override
  public String toString() {
    return type + " " + name;
  }
}
