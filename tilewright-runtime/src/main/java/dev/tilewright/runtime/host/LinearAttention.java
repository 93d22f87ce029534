package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/**
 * Attention without softmax, as a recurrence over positions on a state of each key head (a matrix
 * of key × value elements): the state decays, the value less what the state already has for the key
 * is added to it, and the query reads it. All inputs are float32: queries, keys and values (batch ×
 * position × head × element), the state (batch × head × key × value), the logarithm of the decay of
 * each state row (batch × position × head × key), and the rate of each head (batch × position ×
 * head).
 *
 * @param scale factor of the results
 * @param corrects whether what the state has for the key is subtracted from the value
 */
public record LinearAttention(double scale, boolean corrects) implements PlannableOperator {
  static final String NAME = "linear_attention";

  static LinearAttention of(HostAttributes attributes) {
    return new LinearAttention(attributes.real("scale"), attributes.flag("corrects"));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    return HostAttributes.none().with("scale", scale).with("corrects", corrects);
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Shape queries = inputs.get(0).shape();
    Shape state = inputs.get(3).shape();
    int batches = (int) state.extent(0);
    int length = (int) queries.extent(1);
    int queryHeads = (int) queries.extent(2);
    int heads = (int) state.extent(1);
    int keySize = (int) state.extent(2);
    int valueSize = (int) state.extent(3);
    float[] query = inputs.get(0).toFloats();
    float[] key = inputs.get(1).toFloats();
    float[] value = inputs.get(2).toFloats();
    float[] states = inputs.get(3).toFloats();
    float[] decay = inputs.get(4).toFloats();
    float[] rate = inputs.get(5).toFloats();
    float[] result = new float[batches * length * queryHeads * valueSize];
    float[] added = new float[valueSize];
    for (int batch = 0; batch < batches; batch++) {
      for (int position = 0; position < length; position++) {
        int row = batch * length + position;
        for (int head = 0; head < heads; head++) {
          int matrix = (batch * heads + head) * keySize * valueSize;
          int at = row * heads + head;
          decay(states, matrix, decay, at * keySize, keySize, valueSize);
          System.arraycopy(value, at * valueSize, added, 0, valueSize);
          if (corrects) {
            correct(states, matrix, key, at * keySize, keySize, added);
          }
          for (int i = 0; i < valueSize; i++) {
            added[i] *= rate[at];
          }
          add(states, matrix, key, at * keySize, keySize, added);
        }
        for (int head = 0; head < queryHeads; head++) {
          int matrix = (batch * heads + head / (queryHeads / heads)) * keySize * valueSize;
          int at = row * queryHeads + head;
          read(states, matrix, query, at * keySize, keySize, result, at * valueSize, valueSize);
        }
      }
    }
    return List.of(
        Tensor.of(Shape.of(batches, length, queryHeads, valueSize), result),
        Tensor.of(state, states));
  }

  private static void decay(
      float[] states, int matrix, float[] decay, int first, int keySize, int valueSize) {
    for (int k = 0; k < keySize; k++) {
      if (decay[first + k] == 0) {
        continue;
      }
      float factor = (float) Math.exp(decay[first + k]);
      int row = matrix + k * valueSize;
      for (int i = 0; i < valueSize; i++) {
        states[row + i] *= factor;
      }
    }
  }

  /** Subtracts what the state has for a key. */
  private static void correct(
      float[] states, int matrix, float[] key, int first, int keySize, float[] value) {
    for (int k = 0; k < keySize; k++) {
      int row = matrix + k * value.length;
      for (int i = 0; i < value.length; i++) {
        value[i] -= key[first + k] * states[row + i];
      }
    }
  }

  private static void add(
      float[] states, int matrix, float[] key, int first, int keySize, float[] value) {
    for (int k = 0; k < keySize; k++) {
      int row = matrix + k * value.length;
      for (int i = 0; i < value.length; i++) {
        states[row + i] += key[first + k] * value[i];
      }
    }
  }

  private void read(
      float[] states,
      int matrix,
      float[] query,
      int first,
      int keySize,
      float[] result,
      int at,
      int valueSize) {
    for (int k = 0; k < keySize; k++) {
      float factor = (float) (scale * query[first + k]);
      int row = matrix + k * valueSize;
      for (int i = 0; i < valueSize; i++) {
        result[at + i] += factor * states[row + i];
      }
    }
  }
}
