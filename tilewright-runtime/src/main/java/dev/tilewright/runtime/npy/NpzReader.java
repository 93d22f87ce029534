package dev.tilewright.runtime.npy;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Reads npz files: several arrays by name, compressed or not. */
public final class NpzReader {
  private static final String SUFFIX = ".npy";

  private NpzReader() {}

  /**
   * Reads all arrays, in the order of the file.
   *
   * @throws UserException if there is no such file or it is not a sound npz file
   * @throws EnvironmentException if the system fails to read it
   */
  public static Map<String, Tensor> read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UserException("npz file %s: there is no such file".formatted(file));
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      Map<String, Tensor> tensors = new LinkedHashMap<>();
      List<? extends ZipEntry> entries = zip.stream().toList();
      for (ZipEntry entry : entries) {
        if (entry.getName().endsWith(SUFFIX)) {
          String name = entry.getName().substring(0, entry.getName().length() - SUFFIX.length());
          try (InputStream stream = zip.getInputStream(entry)) {
            tensors.put(name, NpyReader.read(file + "/" + entry.getName(), stream));
          }
        }
      }
      return tensors;
    } catch (ZipException broken) {
      throw new UserException(
          "npz file %s: it is not a sound zip file (%s); expected a file that numpy.savez wrote"
              .formatted(file, broken.getMessage()),
          broken);
    } catch (IOException failure) {
      throw new EnvironmentException(
          "npz file %s: it cannot be read: %s".formatted(file, failure.getMessage()), failure);
    }
  }
}
