package dev.tilewright.runtime.host;

/** {@code h = f(x + h R + b)}. */
record SimpleCell(RecurrentWeights weights, Gate gate) implements RecurrentCell {
  @Override
  public void step(float[] gates, float[] hidden, float[] cell) {
    weights.addTo(gates, hidden, 0, hidden.length);
    for (int i = 0; i < hidden.length; i++) {
      hidden[i] = gate.apply(gates[i]);
    }
  }
}
