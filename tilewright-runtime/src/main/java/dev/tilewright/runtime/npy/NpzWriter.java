package dev.tilewright.runtime.npy;

import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.io.AtomicFile;
import dev.tilewright.runtime.io.Existing;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes npz files as {@code numpy.savez} does, with the least compression. */
public final class NpzWriter {
  private NpzWriter() {}

  /**
   * Writes a file as a whole or not at all.
   *
   * @param tensors by name, written in the order of the map
   * @throws dev.tilewright.base.UserException if it exists and is to be kept
   * @throws dev.tilewright.base.EnvironmentException if it cannot be written
   */
  public static void write(Map<String, Tensor> tensors, Path file, Existing existing) {
    AtomicFile.write(
        file,
        existing,
        out -> {
          ZipOutputStream zip = new ZipOutputStream(out);
          zip.setLevel(Deflater.BEST_SPEED);
          for (Map.Entry<String, Tensor> tensor : tensors.entrySet()) {
            zip.putNextEntry(new ZipEntry(tensor.getKey() + ".npy"));
            NpyWriter.write(tensor.getValue(), zip);
            zip.closeEntry();
          }
          zip.finish();
        });
  }
}
