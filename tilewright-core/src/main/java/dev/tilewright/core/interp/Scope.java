package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What names mean while code is compiled: a slot for every variable and parameter, storage for
 * every buffer, and the loops around the current place for messages.
 */
final class Scope {
  private final String place;
  private final Map<Var, Integer> variables = new IdentityHashMap<>();
  private final Map<Expr.Param, Integer> params = new HashMap<>();
  private final Map<Buffer, Memory> memories = new IdentityHashMap<>();
  private final List<Var> enclosing = new ArrayList<>();
  private int integers;
  private int floats;

  /**
   * @param place the kernel or operation, for messages
   */
  Scope(String place) {
    this.place = place;
  }

  /** A frame with a slot for everything declared so far. */
  Frame newFrame() {
    return new Frame(integers, floats);
  }

  /** Enters a loop; gives the variable's slot. */
  int enter(Var variable) {
    enclosing.add(variable);
    return variables.computeIfAbsent(variable, v -> integers++);
  }

  void leave(Var variable) {
    enclosing.remove(variable);
  }

  int declare(Expr.Param param) {
    int slot = param.dtype().isFloat() ? floats++ : integers++;
    params.put(param, slot);
    return slot;
  }

  void declare(Memory memory) {
    memories.put(memory.buffer, memory);
  }

  int slot(Var variable) {
    Integer slot = variables.get(variable);
    if (slot == null) {
      throw new ProgramFaultException(
          "%s: the variable %s has no enclosing loop".formatted(place, variable));
    }
    return slot;
  }

  int slot(Expr.Param param) {
    Integer slot = params.get(param);
    if (slot == null) {
      throw new ProgramFaultException(
          "%s: the parameter %s has no enclosing let".formatted(place, param.name()));
    }
    return slot;
  }

  Memory memory(Buffer buffer) {
    Memory memory = memories.get(buffer);
    if (memory == null) {
      throw new ProgramFaultException("%s: the buffer %s has no storage".formatted(place, buffer));
    }
    return memory;
  }

  /** The present place, kept by code that may have to report a fault. */
  Site site() {
    int[] slots = enclosing.stream().mapToInt(variables::get).toArray();
    return new Site(place, enclosing.stream().map(Var::name).toList(), slots);
  }

  /** A place in a program. */
  record Site(String place, List<String> loops, int[] slots) {
    ProgramFaultException fault(String what, Buffer buffer, long[] index, Frame frame) {
      return fault(
          "%s: %s%s of shape %s".formatted(what, buffer, Arrays.toString(index), buffer.shape()),
          frame);
    }

    ProgramFaultException fault(String what, Frame frame) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < slots.length; i++) {
        values.add(loops.get(i) + "=" + frame.integers[slots[i]]);
      }
      return new ProgramFaultException(
          "%s: %s%s"
              .formatted(place, what, values.isEmpty() ? "" : " at " + String.join(", ", values)));
    }
  }
}
