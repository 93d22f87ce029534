package dev.tilewright.runtime.host;

/**
 * What a recurrent layer multiplies its hidden state with.
 *
 * @param matrix a row a hidden element, with a value for each gate's element
 * @param bias one value a gate's element
 * @param peepholes factors of the cell state for the input, output and forget gate
 */
record RecurrentWeights(float[] matrix, float[] bias, float[] peepholes) {
  /** Number of elements of all gates. */
  int width() {
    return bias.length;
  }

  /** Adds the product with the hidden state, and the bias, to some elements of the gates. */
  void addTo(float[] gates, float[] hidden, int from, int to) {
    for (int j = from; j < to; j++) {
      gates[j] += bias[j];
    }
    for (int k = 0; k < hidden.length; k++) {
      float factor = hidden[k];
      int row = k * width();
      for (int j = from; j < to; j++) {
        gates[j] += factor * matrix[row + j];
      }
    }
  }
}
