package dev.tilewright.runtime.npy;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads npy files of versions 1 to 3, in both byte orders and both storage orders. */
public final class NpyReader {
  private NpyReader() {}

  /**
   * Reads a file into memory that is freed when the tensor is no longer reachable.
   *
   * @throws UserException if there is no such file or it is not a sound npy file
   * @throws EnvironmentException if the system fails to read it
   */
  public static Tensor read(Path file) {
    try (Arena mapping = Arena.ofConfined()) {
      MappedNpy mapped = open(file, mapping);
      Tensor tensor = Tensor.allocate(mapped.header().dtype(), mapped.header().shape());
      NpyElements.copyRowMajor(mapped.header(), mapped.elements(), tensor);
      return tensor;
    }
  }

  /**
   * Maps a file into memory: elements are read from the disk when they are first used, and nothing
   * is copied if they are row-major in the byte order of the machine. The tensor may be read only
   * and lives as long as the arena.
   *
   * @throws UserException if there is no such file or it is not a sound npy file
   * @throws EnvironmentException if the system fails to map it
   */
  public static Tensor map(Path file, Arena arena) {
    MappedNpy mapped = open(file, arena);
    NpyHeader header = mapped.header();
    if (header.isNative()) {
      return Tensor.wrap(header.dtype(), header.shape(), mapped.elements());
    }
    Tensor tensor = Tensor.allocate(header.dtype(), header.shape(), arena);
    NpyElements.copyRowMajor(header, mapped.elements(), tensor);
    return tensor;
  }

  /**
   * Reads one array from a stream.
   *
   * @param name for messages
   * @throws UserException if the stream does not hold a sound npy file
   * @throws IOException if the stream cannot be read
   */
  public static Tensor read(String name, InputStream stream) throws IOException {
    NpyHeader header = NpyHeader.read(name, stream);
    Tensor stored = Tensor.allocate(header.dtype(), header.shape());
    byte[] buffer = new byte[1 << 16];
    long filled = 0;
    while (filled < stored.bytes()) {
      int count =
          stream.readNBytes(buffer, 0, (int) Math.min(buffer.length, stored.bytes() - filled));
      if (count == 0) {
        throw truncated(name, header, filled);
      }
      MemorySegment.copy(MemorySegment.ofArray(buffer), 0, stored.segment(), filled, count);
      filled += count;
    }
    if (header.isNative()) {
      return stored;
    }
    Tensor tensor = Tensor.allocate(header.dtype(), header.shape());
    NpyElements.copyRowMajor(header, stored.segment(), tensor);
    return tensor;
  }

  private record MappedNpy(NpyHeader header, MemorySegment elements) {}

  private static MappedNpy open(Path file, Arena arena) {
    if (!Files.isRegularFile(file)) {
      throw new UserException("npy file %s: there is no such file".formatted(file));
    }
    try (FileChannel channel = FileChannel.open(file);
        InputStream start = new BufferedInputStream(Files.newInputStream(file))) {
      NpyHeader header = NpyHeader.read(file.toString(), start);
      long present = channel.size() - header.dataOffset();
      if (present < header.dataBytes()) {
        throw truncated(file.toString(), header, Math.max(0, present));
      }
      MemorySegment all = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      return new MappedNpy(header, all.asSlice(header.dataOffset(), header.dataBytes()));
    } catch (IOException failure) {
      throw new EnvironmentException(
          "npy file %s: it cannot be read: %s".formatted(file, failure.getMessage()), failure);
    }
  }

  private static UserException truncated(String name, NpyHeader header, long present) {
    return new UserException(
        "npy file %s: it is truncated: %d bytes of elements; expected %d for %s %s"
            .formatted(name, present, header.dataBytes(), header.dtype(), header.shape()));
  }
}
