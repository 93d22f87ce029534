package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Einsum;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code Einsum}: letters name dimensions, dots those that broadcast. Without an arrow the result
 * has the dots and then the letters that occur once, in alphabetical order.
 */
final class EinsumConverter implements Converter {
  private static final String DOTS = "...";

  @Override
  public List<Operand> convert(ConversionContext node) {
    String equation = node.attributes().string("equation", "").replace(" ", "");
    int arrow = equation.indexOf("->");
    String left = arrow < 0 ? equation : equation.substring(0, arrow);
    String[] terms = left.split(",", -1);
    if (terms.length != node.inputCount()) {
      throw node.refuse(
          "the equation '%s' has %d terms; expected %d", equation, terms.length, node.inputCount());
    }
    int dotted = 0;
    List<List<Integer>> inputs = new ArrayList<>();
    for (int input = 0; input < terms.length; input++) {
      List<Integer> labels = labels(node, terms[input], node.type(input).rank());
      dotted = Math.max(dotted, (int) labels.stream().filter(EinsumConverter::isDotted).count());
      inputs.add(labels);
    }
    String right = arrow < 0 ? implied(left) : equation.substring(arrow + 2);
    int letters = right.replace(DOTS, "").length();
    int rank = letters + (right.contains(DOTS) ? dotted : 0);
    return node.apply(new Einsum(inputs, labels(node, right, rank)));
  }

  private static boolean isDotted(int label) {
    return label >= Einsum.ELLIPSIS;
  }

  /** The labels of a term; those of the dots count from the last one, since they align there. */
  private static List<Integer> labels(ConversionContext node, String term, int rank) {
    int dots = term.indexOf(DOTS);
    String letters = term.replace(DOTS, "");
    int free = rank - letters.length();
    if (!letters.chars().allMatch(Character::isLetter) || free < 0 || dots < 0 && free > 0) {
      throw node.refuse("the term '%s' does not fit %d dimensions", term, rank);
    }
    List<Integer> labels = new ArrayList<>();
    for (int position = 0; position < letters.length(); position++) {
      if (position == dots) {
        addDotted(labels, free);
      }
      labels.add((int) letters.charAt(position));
    }
    if (dots == letters.length()) {
      addDotted(labels, free);
    }
    return labels;
  }

  private static void addDotted(List<Integer> labels, int count) {
    for (int fromEnd = count - 1; fromEnd >= 0; fromEnd--) {
      labels.add(Einsum.ELLIPSIS + fromEnd);
    }
  }

  private static String implied(String left) {
    String letters = left.replace(DOTS, "").replace(",", "");
    String once =
        letters
            .chars()
            .sorted()
            .filter(letter -> letters.indexOf(letter) == letters.lastIndexOf(letter))
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    return (left.contains(DOTS) ? DOTS : "") + once;
  }
}
