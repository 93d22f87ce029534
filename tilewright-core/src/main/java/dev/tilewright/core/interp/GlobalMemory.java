package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;
import java.util.Arrays;

/**
 * Memory that all chunks see. Chunks are numbered through all kernels of a run, so that the number
 * of the last writer and reader of an element tells whether they belong to the running kernel.
 */
final class GlobalMemory extends Memory {
  /** The writer of program inputs, before the first chunk. */
  static final int HOST = 1;

  /** 0: never written. */
  private final int[] lastWriter;

  /**
   * 0: never read; {@code -first}: read by several chunks of the kernel whose first chunk it is.
   */
  private final int[] lastReader;

  GlobalMemory(Buffer buffer, HostArray array, boolean written) {
    super(buffer, array);
    int elements = Math.toIntExact(array.shape().elements());
    lastWriter = new int[elements];
    lastReader = new int[elements];
    if (written) {
      Arrays.fill(lastWriter, HOST);
    }
  }

  @Override
  Fault noteRead(int position, Frame frame) {
    int writer = lastWriter[position];
    if (writer == 0) {
      return Fault.UNWRITTEN;
    }
    if (isOtherChunk(writer, frame)) {
      return Fault.READ_WRITE;
    }
    int reader = lastReader[position];
    boolean several = reader == -frame.firstChunk || isOtherChunk(reader, frame);
    lastReader[position] = several ? -frame.firstChunk : frame.chunk;
    return Fault.NONE;
  }

  @Override
  Fault noteWrite(int position, Frame frame) {
    if (isOtherChunk(lastWriter[position], frame)) {
      return Fault.WRITE_WRITE;
    }
    int reader = lastReader[position];
    if (reader == -frame.firstChunk || isOtherChunk(reader, frame)) {
      return Fault.READ_WRITE;
    }
    lastWriter[position] = frame.chunk;
    return Fault.NONE;
  }

  private static boolean isOtherChunk(int chunk, Frame frame) {
    return chunk >= frame.firstChunk && chunk != frame.chunk;
  }
}
