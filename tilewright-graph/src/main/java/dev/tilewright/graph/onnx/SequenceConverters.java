package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.onnx.format.OnnxGraph;
import dev.tilewright.graph.ops.Squeeze;
import dev.tilewright.graph.ops.Unsqueeze;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Operators on sequences and optional values, which exist during import alone. */
final class SequenceConverters {
  private SequenceConverters() {}

  static List<Operand> construct(ConversionContext node) {
    return List.of(new Operand.Sequence(List.of(node.allInputs())));
  }

  static List<Operand> empty(ConversionContext node) {
    return List.of(new Operand.Sequence(List.of()));
  }

  static List<Operand> insert(ConversionContext node) {
    List<Operand> elements = new ArrayList<>(sequence(node, 0));
    int at = node.hasInput(2) ? position(node, 2, elements.size() + 1) : elements.size();
    elements.add(at, node.input(1));
    return List.of(new Operand.Sequence(elements));
  }

  static List<Operand> erase(ConversionContext node) {
    List<Operand> elements = new ArrayList<>(sequence(node, 0));
    int last = elements.size() - 1;
    elements.remove(node.hasInput(1) ? position(node, 1, elements.size()) : last);
    return List.of(new Operand.Sequence(elements));
  }

  static List<Operand> at(ConversionContext node) {
    List<Operand> elements = sequence(node, 0);
    return List.of(elements.get(position(node, 1, elements.size())));
  }

  static List<Operand> length(ConversionContext node) {
    return List.of(new Operand.Known(Tensor.of(Shape.of(), (long) sequence(node, 0).size())));
  }

  /** {@code SplitToSequence}: parts of given extents, of one extent, or single slices. */
  static List<Operand> split(ConversionContext node) {
    Formula formula = new Formula(node);
    Operand all = node.input(0);
    int axis = node.axis("axis", 0, all.type().rank());
    long extent = all.type().extent(axis);
    boolean single = !node.hasInput(1);
    List<Long> extents = single ? List.of() : node.knownIntegers(1);
    List<Operand> parts = new ArrayList<>();
    long start = 0;
    while (start < extent || parts.size() < extents.size() && node.type(1).rank() == 1) {
      long size =
          single ? 1 : node.type(1).rank() == 0 ? extents.getFirst() : part(node, extents, parts);
      if (size < 0 || size == 0 && node.type(1).rank() == 0) {
        throw node.refuse("parts of %d elements; expected more", size);
      }
      Operand part = formula.slice(all, axis, start, Math.min(extent, start + size), 1);
      boolean drops = single && !node.attributes().flag("keepdims", true);
      parts.add(drops ? node.emit(new Squeeze(List.of(axis)), part) : part);
      start += size;
    }
    return List.of(new Operand.Sequence(parts));
  }

  private static long part(ConversionContext node, List<Long> extents, List<Operand> parts) {
    if (parts.size() >= extents.size()) {
      throw node.refuse("the parts %s do not add up to the axis", extents);
    }
    return extents.get(parts.size());
  }

  static List<Operand> concat(ConversionContext node) {
    List<Operand> elements = sequence(node, 0);
    int axis = node.attributes().axis("axis", 0);
    if (elements.isEmpty()) {
      throw node.refuse("the sequence is empty; expected a tensor at least");
    }
    if (node.attributes().flag("new_axis", false)) {
      int along = node.axis(axis, elements.getFirst().type().rank() + 1);
      Unsqueeze unsqueeze = new Unsqueeze(List.of(along));
      List<Operand> parts = elements.stream().map(part -> node.emit(unsqueeze, part)).toList();
      return List.of(StackedResults.concat(node, parts, along));
    }
    return List.of(StackedResults.concat(node, elements, axis));
  }

  /** {@code SequenceMap}: a graph for each element; other inputs are sequences alike or tensors. */
  static List<Operand> map(ConversionContext node) {
    OnnxGraph body = node.attributes().graph("body");
    List<List<Operand>> results = new ArrayList<>();
    body.outputs().forEach(output -> results.add(new ArrayList<>()));
    int length = sequence(node, 0).size();
    for (int i = 0; i < length; i++) {
      List<Operand> arguments = new ArrayList<>();
      for (int input = 0; input < node.inputCount(); input++) {
        boolean whole = !(node.input(input) instanceof Operand.Sequence);
        List<Operand> elements = whole ? List.of() : sequence(node, input);
        if (!whole && elements.size() != length) {
          throw node.refuse("sequences of %d and %d", length, elements.size());
        }
        arguments.add(whole ? node.input(input) : elements.get(i));
      }
      List<Operand> each = node.inline(body, arguments);
      for (int result = 0; result < results.size(); result++) {
        results.get(result).add(each.get(result));
      }
    }
    return results.stream().map(list -> (Operand) new Operand.Sequence(list)).toList();
  }

  static List<Operand> optional(ConversionContext node) {
    return List.of(node.hasInput(0) ? node.input(0) : new Operand.Nothing());
  }

  static List<Operand> optionalHasElement(ConversionContext node) {
    boolean there = node.hasInput(0) && !(node.input(0) instanceof Operand.Nothing);
    return List.of(node.scalar(there ? 1 : 0, DType.BOOL));
  }

  static List<Operand> optionalGetElement(ConversionContext node) {
    if (node.input(0) instanceof Operand.Nothing) {
      throw node.refuse("the optional value is not there");
    }
    return List.of(node.input(0));
  }

  private static List<Operand> sequence(ConversionContext node, int input) {
    return switch (node.input(input)) {
      case Operand.Sequence(List<Operand> elements) -> elements;
      case Operand.Known known -> throw node.refuse("input %d is no sequence", input);
      case Operand.Computed computed -> throw node.refuse("input %d is no sequence", input);
      case Operand.Nothing nothing -> throw node.refuse("input %d is no sequence", input);
    };
  }

  private static int position(ConversionContext node, int input, int count) {
    long given = node.knownInteger(input);
    long position = given < 0 ? given + count : given;
    if (position < 0 || position >= count) {
      throw node.refuse("position %d in a sequence of %d", given, count);
    }
    return (int) position;
  }
}
