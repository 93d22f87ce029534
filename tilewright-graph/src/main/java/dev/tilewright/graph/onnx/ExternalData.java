package dev.tilewright.graph.onnx;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.onnx.format.OnnxTensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Files beside a model that hold the elements of its large tensors. Only files inside the model's
 * folder are read, since a model from elsewhere must not be able to name any file of the machine.
 */
final class ExternalData {
  private final Path folder;

  /**
   * @param folder the folder of the model file
   */
  ExternalData(Path folder) {
    this.folder = folder;
  }

  /**
   * The stored bytes of one tensor.
   *
   * @param bytes how many the tensor's type asks for
   * @param where the tensor, for messages
   * @throws UserException if the file is outside of the folder, missing or too short
   */
  ByteBuffer map(OnnxTensor.External data, long bytes, String where) {
    if (data.length() >= 0 && data.length() != bytes) {
      throw new UserException(
          "%s: %d bytes are stored in '%s'; expected %d"
              .formatted(where, data.length(), data.location(), bytes));
    }
    if (bytes > Integer.MAX_VALUE) {
      throw new UserException(
          "%s: %d bytes in '%s'; expected less than 2 GiB a tensor"
              .formatted(where, bytes, data.location()));
    }
    try (FileChannel channel = FileChannel.open(locate(data, where), StandardOpenOption.READ)) {
      if (data.offset() < 0 || data.offset() > channel.size() - bytes) {
        throw new UserException(
            "%s: bytes %d to %d of '%s' are wanted; the file has %d"
                .formatted(
                    where, data.offset(), data.offset() + bytes, data.location(), channel.size()));
      }
      return channel.map(FileChannel.MapMode.READ_ONLY, data.offset(), bytes);
    } catch (IOException unreadable) {
      throw new UserException(
          "%s: its file '%s' beside the model cannot be read: %s"
              .formatted(where, data.location(), unreadable),
          unreadable);
    }
  }

  private Path locate(OnnxTensor.External data, String where) throws IOException {
    try {
      // Real paths, so that a symbolic link does not lead out either.
      Path root = folder.toRealPath();
      Path plain = root.resolve(data.location()).normalize();
      if (plain.startsWith(root) && plain.toRealPath().startsWith(root)) {
        return plain;
      }
    } catch (InvalidPathException malformed) {
      throw new UserException("%s: '%s' is no path".formatted(where, data.location()), malformed);
    }
    throw new UserException(
        "%s: its file '%s' is outside of the model's folder; expected one inside"
            .formatted(where, data.location()));
  }
}
