package dev.tilewright.runtime.host;

/**
 * A gated recurrent unit; the gates are update, reset, hidden.
 *
 * @param resetsProduct whether the reset gate scales the hidden state's product with its matrix,
 *     else the hidden state itself
 */
record GruCell(RecurrentWeights weights, Gate f, Gate g, boolean resetsProduct)
    implements RecurrentCell {
  @Override
  public void step(float[] gates, float[] hidden, float[] cell) {
    int size = hidden.length;
    weights.addTo(gates, hidden, 0, 2 * size);
    float[] candidate = candidate(gates, hidden);
    for (int i = 0; i < size; i++) {
      float update = f.apply(gates[i]);
      hidden[i] = (1 - update) * g.apply(candidate[i]) + update * hidden[i];
    }
  }

  private float[] candidate(float[] gates, float[] hidden) {
    int size = hidden.length;
    float[] state = hidden.clone();
    float[] product = new float[3 * size];
    float[] result = new float[size];
    if (!resetsProduct) {
      for (int i = 0; i < size; i++) {
        state[i] *= f.apply(gates[size + i]);
      }
    }
    weights.addTo(product, state, 2 * size, 3 * size);
    for (int i = 0; i < size; i++) {
      float reset = resetsProduct ? f.apply(gates[size + i]) : 1;
      result[i] = gates[2 * size + i] + reset * product[2 * size + i];
    }
    return result;
  }
}
