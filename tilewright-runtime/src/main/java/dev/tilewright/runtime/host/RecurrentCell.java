package dev.tilewright.runtime.host;

/** One step of a recurrent layer for one sequence. */
interface RecurrentCell {
  /**
   * Moves the state on by one position.
   *
   * @param gates the input's part of each gate; overwritten
   * @param hidden the hidden state
   * @param cell the cell state of an LSTM
   */
  void step(float[] gates, float[] hidden, float[] cell);
}
