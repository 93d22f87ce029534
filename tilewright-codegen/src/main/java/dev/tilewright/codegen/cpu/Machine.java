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
}
