package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.TensorType;

/**
 * The operands of an attention by head: batch × head × position × element.
 *
 * @param keys those of the past and the given ones
 * @param values those of the past and the given ones
 * @param pastLength number of past positions
 * @param packed whether inputs and result have all heads of a position in one row
 */
record AttentionHeads(
    Formula formula,
    Operand queries,
    Operand keys,
    Operand values,
    long pastLength,
    boolean packed) {
  static AttentionHeads of(ConversionContext node, Formula formula) {
    boolean packed = node.type(0).rank() == 3;
    Operand queries = split(node, formula, 0, "q_num_heads");
    Operand keys = split(node, formula, 1, "kv_num_heads");
    Operand values = split(node, formula, 2, "kv_num_heads");
    long past = 0;
    if (node.hasInput(4) != node.hasInput(5)) {
      throw node.refuse("only one of past key and past value is given; expected both or none");
    }
    if (node.hasInput(4)) {
      past = node.shape(4).rank() == 4 ? node.shape(4).extent(2) : 0;
      keys = formula.concat(2, node.input(4), keys);
      values = formula.concat(2, node.input(5), values);
    }
    AttentionHeads heads = new AttentionHeads(formula, queries, keys, values, past, packed);
    if (heads.keyHeads() == 0
        || heads.queryHeads() % heads.keyHeads() != 0
        || values.type().extent(1) != heads.keyHeads()) {
      throw node.refuse(
          "%d query heads, %d key heads, %d value heads; expected as many of the latter, which"
              + " divide those of the query",
          heads.queryHeads(), heads.keyHeads(), values.type().extent(1));
    }
    return heads;
  }

  private static Operand split(
      ConversionContext node, Formula formula, int input, String attribute) {
    Operand given = node.input(input);
    TensorType type = given.type();
    if (type.rank() == 4) {
      return given;
    }
    long heads = node.attributes().integer(attribute, 0);
    if (type.rank() != 3 || heads < 1 || type.extent(2) % heads != 0) {
      throw node.refuse(
          "input %d is %s and %s is %d; expected rank 4, or rank 3 and a divisor of its rows",
          input, type, attribute, heads);
    }
    Operand rows =
        formula.reshape(given, type.extent(0), type.extent(1), heads, type.extent(2) / heads);
    return formula.transpose(rows, 0, 2, 1, 3);
  }

  long queryHeads() {
    return queries.type().extent(1);
  }

  long keyHeads() {
    return keys.type().extent(1);
  }

  long queryLength() {
    return queries.type().extent(2);
  }

  long keyLength() {
    return keys.type().extent(2);
  }

  private boolean isGrouped() {
    return queryHeads() != keyHeads();
  }

  /**
   * The heads as key head × its query heads, if those differ, so that a product of matrices
   * broadcasts a key head to its query heads without a copy.
   */
  Operand grouped(Operand heads) {
    if (!isGrouped()) {
      return heads;
    }
    TensorType type = heads.type();
    long count = type.extent(1);
    long outer = count == 1 ? 1 : keyHeads();
    return formula.reshape(
        heads, type.extent(0), outer, count / outer, type.extent(2), type.extent(3));
  }

  /** The reverse of {@link #grouped} for something by query head. */
  Operand ungrouped(Operand heads) {
    TensorType type = heads.type();
    return isGrouped()
        ? formula.reshape(heads, type.extent(0), queryHeads(), type.extent(3), type.extent(4))
        : heads;
  }

  /** The last two dimensions swapped. */
  Operand transposed(Operand heads) {
    return isGrouped()
        ? formula.transpose(heads, 0, 1, 2, 4, 3)
        : formula.transpose(heads, 0, 1, 3, 2);
  }

  /** The result in the form of the inputs. */
  Operand joined(Operand heads) {
    if (!packed) {
      return heads;
    }
    Operand rows = formula.transpose(heads, 0, 2, 1, 3);
    TensorType type = rows.type();
    return formula.reshape(rows, type.extent(0), type.extent(1), type.extent(2) * type.extent(3));
  }
}
