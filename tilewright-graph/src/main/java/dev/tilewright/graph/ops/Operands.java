package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.UserException;
import java.util.List;
import java.util.stream.Collectors;

/** The input types of an operator, with the checks that operators make of them. */
public record Operands(GraphOperator operator, List<TensorType> types) {
  public Operands {
    types = List.copyOf(types);
  }

  public TensorType get(int input) {
    return types.get(input);
  }

  public int count() {
    return types.size();
  }

  /** The type of the first input. */
  public DType dtype() {
    return types.getFirst().dtype();
  }

  public Operands requireCount(int count) {
    return requireCount(count, count);
  }

  public Operands requireCount(int least, int most) {
    String expected = least == most ? "" + least : least + " to " + most;
    return require(
        least <= types.size() && types.size() <= most,
        "got %d inputs; expected %s",
        types.size(),
        expected);
  }

  public Operands requireRank(int input, int rank) {
    return require(
        get(input).rank() == rank,
        "input %d has rank %d; expected %d",
        input,
        get(input).rank(),
        rank);
  }

  public Operands requireRankAtLeast(int input, int rank) {
    return require(
        get(input).rank() >= rank,
        "input %d has rank %d; expected at least %d",
        input,
        get(input).rank(),
        rank);
  }

  /** All inputs have the first one's element type. */
  public Operands requireOneType() {
    for (int input = 1; input < types.size(); input++) {
      require(
          get(input).dtype().equals(dtype()),
          "input %d is %s; expected %s, the type of input 0",
          input,
          get(input).dtype(),
          dtype());
    }
    return this;
  }

  public Operands requireFloat(int input) {
    return require(
        get(input).dtype().isFloat(),
        "input %d is %s; expected a floating-point type",
        input,
        get(input).dtype());
  }

  public Operands requireInteger(int input) {
    return require(
        get(input).dtype().isInteger(),
        "input %d is %s; expected an integer type",
        input,
        get(input).dtype());
  }

  /** The axis of an input counted from the front; negative ones count from the end. */
  public int axis(int input, int axis) {
    return axisOf(axis, get(input).rank());
  }

  /**
   * An axis of a tensor of a given rank counted from the front; negative ones count from the end.
   */
  public int axisOf(int axis, int rank) {
    int normal = axis < 0 ? axis + rank : axis;
    require(
        0 <= normal && normal < rank,
        "axis %d is outside of rank %d; expected %d to %d",
        axis,
        rank,
        -rank,
        rank - 1);
    return normal;
  }

  /** Distinct axes of a tensor of a given rank, counted from the front, in increasing order. */
  public List<Integer> axes(List<Integer> axes, int rank) {
    List<Integer> normal = axes.stream().map(axis -> axisOf(axis, rank)).sorted().toList();
    require(
        normal.stream().distinct().count() == normal.size(), "axes %s name one axis twice", axes);
    return normal;
  }

  /** Throws the reason, as one line with operator and inputs, unless the condition holds. */
  public Operands require(boolean condition, String reason, Object... arguments) {
    if (!condition) {
      throw refuse(reason, arguments);
    }
    return this;
  }

  /** The error for these operands: operator, inputs and reason in one line. */
  public UserException refuse(String reason, Object... arguments) {
    String inputs = types.stream().map(TensorType::toString).collect(Collectors.joining(", "));
    return new UserException(
        "%s of (%s): %s".formatted(operator.name(), inputs, reason.formatted(arguments)));
  }
}
