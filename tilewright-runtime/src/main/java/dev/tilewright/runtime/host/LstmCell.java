package dev.tilewright.runtime.host;

/**
 * A long short-term memory with peepholes; the gates are input, output, forget, cell.
 *
 * @param coupled whether the forget gate is one less the input gate
 */
record LstmCell(RecurrentWeights weights, Gate f, Gate g, Gate h, boolean coupled)
    implements RecurrentCell {
  @Override
  public void step(float[] gates, float[] hidden, float[] cell) {
    int size = hidden.length;
    weights.addTo(gates, hidden, 0, 4 * size);
    float[] peepholes = weights.peepholes();
    for (int i = 0; i < size; i++) {
      float old = cell[i];
      float input = f.apply(gates[i] + peepholes[i] * old);
      float forget =
          coupled ? 1 - input : f.apply(gates[2 * size + i] + peepholes[2 * size + i] * old);
      cell[i] = forget * old + input * g.apply(gates[3 * size + i]);
      float output = f.apply(gates[size + i] + peepholes[size + i] * cell[i]);
      hidden[i] = output * h.apply(cell[i]);
    }
  }
}
