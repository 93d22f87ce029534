package dev.tilewright.codegen.cpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * Writes the body of one function. An instruction without side effects that was already written
 * where it still holds is not written again.
 */
public final class IrWriter {
  private final StringBuilder body = new StringBuilder();
  private final StringBuilder entry = new StringBuilder();
  private final SortedSet<String> declarations;
  private final Deque<Map<String, Ir>> known = new ArrayDeque<>();
  private int names;
  private String block = "entry";

  /**
   * @param declarations the module's, to which called functions are added
   */
  public IrWriter(SortedSet<String> declarations) {
    this.declarations = declarations;
    known.push(new HashMap<>());
  }

  /** An instruction without side effects. */
  public Ir pure(String type, String instruction) {
    String key = type + "\0" + instruction;
    for (Map<String, Ir> scope : known) {
      Ir value = scope.get(key);
      if (value != null) {
        return value;
      }
    }
    Ir value = fresh(type, instruction);
    known.element().put(key, value);
    return value;
  }

  /** An instruction whose result depends on when it runs. */
  public Ir fresh(String type, String instruction) {
    Ir value = new Ir(type, "%v" + names++);
    line(value.name() + " = " + instruction);
    return value;
  }

  /** An instruction without a result. */
  public void line(String instruction) {
    body.append("  ").append(instruction).append('\n');
  }

  /** Stack memory for the whole call, 64-byte aligned. */
  Ir stack(String elementType, long elements) {
    Ir pointer = new Ir("ptr", "%v" + names++);
    entry.append(
        "  %s = alloca [%d x %s], align 64\n".formatted(pointer.name(), elements, elementType));
    return pointer;
  }

  /** A call of a function without side effects that is not defined in this module. */
  public Ir external(String resultType, String function, Ir... arguments) {
    declare(resultType, function, arguments);
    return call(resultType, function, arguments);
  }

  /** The same with fast-math flags, followed by a space. */
  Ir external(String flags, String resultType, String function, Ir... arguments) {
    declare(resultType, function, arguments);
    return pure(
        resultType,
        callText(resultType, function, arguments).replaceFirst("call ", "call " + flags));
  }

  /** A call of a function without side effects that the module defines. */
  Ir call(String resultType, String function, Ir... arguments) {
    return pure(resultType, callText(resultType, function, arguments));
  }

  /** A call that reads or writes memory and has a result. */
  public Ir externalFresh(String resultType, String function, Ir... arguments) {
    declare(resultType, function, arguments);
    return fresh(resultType, callText(resultType, function, arguments));
  }

  /** A call that writes memory. */
  public void externalVoid(String function, Ir... arguments) {
    declare("void", function, arguments);
    line(callText("void", function, arguments));
  }

  private void declare(String resultType, String function, Ir... arguments) {
    List<String> types = new ArrayList<>();
    for (Ir argument : arguments) {
      types.add(argument.type());
    }
    declarations.add(
        "declare %s @%s(%s)".formatted(resultType, function, String.join(", ", types)));
  }

  private static String callText(String resultType, String function, Ir... arguments) {
    List<String> texts = new ArrayList<>();
    for (Ir argument : arguments) {
      texts.add(argument.toString());
    }
    return "call %s @%s(%s)".formatted(resultType, function, String.join(", ", texts));
  }

  /** A label that no other block has. */
  String newLabel(String hint) {
    return hint + "." + names++;
  }

  /** What follows belongs to a new block; the block before must have ended in a jump. */
  void startBlock(String label) {
    body.append(label).append(":\n");
    block = label;
  }

  /** The block that is being written. */
  String block() {
    return block;
  }

  void jump(String label) {
    line("br label %" + label);
  }

  void branch(Ir condition, String ifTrue, String ifFalse) {
    line("br i1 %s, label %%%s, label %%%s".formatted(condition.name(), ifTrue, ifFalse));
  }

  /** Runs a part of the code that need not be executed before what follows it. */
  void scoped(Runnable part) {
    known.push(new HashMap<>());
    part.run();
    known.pop();
  }

  /** What was written, entry block first. */
  public String text() {
    return "entry:\n" + entry + body;
  }
}
