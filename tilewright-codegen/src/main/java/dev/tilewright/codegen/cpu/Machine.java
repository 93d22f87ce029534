package dev.tilewright.codegen.cpu;

/** What differs between the processors that statements are written for. */
public interface Machine {
  /** Elements of a width in bits that one vector access moves. */
  int lanes(int elementBits);

  /** Vector accesses that one value of a vector loop may take at once. */
  int accessesPerValue();

  /**
   * Writes a barrier for the threads of a block.
   *
   * @throws IllegalArgumentException if the processor has no such thing
   */
  void barrier(IrWriter writer);

  /**
   * Writes the exchange of a 32-bit word with the lane of the warp whose number differs in the bits
   * of a mask; gives what that lane sent.
   *
   * @throws IllegalArgumentException if the processor has no such thing
   */
  Ir shuffle(IrWriter writer, Ir word, int laneMask);
}
