package dev.tilewright.graph.onnx.format;

import dev.tilewright.base.UserException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads the ONNX file format: the fields of {@code onnx.proto3} (ONNX IR specification) that
 * inference needs. Stored tensors stay windows on the mapped file.
 */
public final class OnnxReader {
  private OnnxReader() {}

  /**
   * @throws UserException if the file is missing, cut off or no ONNX model
   */
  public static OnnxModel readModel(Path file) {
    return read(file, "ONNX model", in -> new ModelReader(in).read(file.toString()));
  }

  /**
   * A file that holds one tensor, as the test data of the ONNX project does.
   *
   * @throws UserException if the file is missing, cut off or no tensor
   */
  public static OnnxTensor readTensor(Path file) {
    return read(file, "ONNX tensor", in -> new TensorReader(in).readAll());
  }

  private interface Body<T> {
    T read(WireReader in) throws IOException;
  }

  private static <T> T read(Path file, String what, Body<T> body) {
    ByteBuffer bytes = map(file, what);
    WireReader in = new WireReader(bytes);
    try {
      return body.read(in);
    } catch (IOException malformed) {
      throw new UserException(
          "%s: not an %s, or cut off: at byte %d of %d: %s"
              .formatted(file, what, in.position(), bytes.limit(), malformed.getMessage()),
          malformed);
    }
  }

  private static ByteBuffer map(Path file, String what) {
    if (Files.isDirectory(file)) {
      throw new UserException("%s: is a folder; expected an %s file".formatted(file, what));
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() > Integer.MAX_VALUE) {
        throw new UserException(
            "%s: %d bytes; expected an %s of less than 2 GiB, which is the format's limit"
                .formatted(file, channel.size(), what));
      }
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    } catch (NoSuchFileException missing) {
      throw new UserException("%s: no such file; expected an %s".formatted(file, what), missing);
    } catch (IOException unreadable) {
      throw new UserException(
          "%s: cannot be read: %s".formatted(file, unreadable.getMessage()), unreadable);
    }
  }
}
