package dev.tilewright.runtime.npy;

import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.io.AtomicFile;
import dev.tilewright.runtime.io.Existing;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Writes npy files as {@code numpy.save} does: row-major, in the byte order of the machine. */
public final class NpyWriter {
  private NpyWriter() {}

  /**
   * Writes a file as a whole or not at all.
   *
   * @throws dev.tilewright.base.UserException if it exists and is to be kept
   * @throws dev.tilewright.base.EnvironmentException if it cannot be written
   */
  public static void write(Tensor tensor, Path file, Existing existing) {
    AtomicFile.write(file, existing, out -> write(tensor, out));
  }

  /** Writes one array into a stream, which stays open. */
  public static void write(Tensor tensor, OutputStream out) throws IOException {
    out.write(NpyHeader.write(tensor.dtype(), tensor.shape()));
    byte[] buffer = new byte[(int) Math.min(1 << 16, tensor.bytes())];
    for (long done = 0; done < tensor.bytes(); done += buffer.length) {
      int count = (int) Math.min(buffer.length, tensor.bytes() - done);
      MemorySegment.copy(tensor.segment(), done, MemorySegment.ofArray(buffer), 0, count);
      out.write(buffer, 0, count);
    }
  }
}
