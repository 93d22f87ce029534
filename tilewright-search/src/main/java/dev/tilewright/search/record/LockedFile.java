package dev.tilewright.search.record;

import dev.tilewright.base.EnvironmentException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Changes a text file while holding a lock that other processes respect. A process loses its lock
 * as soon as it closes <em>any</em> handle of the file (POSIX), so a reader that is needed under
 * the lock is closed after the change.
 */
final class LockedFile {
  private static final long RETRY_NANOS = 1_000_000;

  /** Writes the new content of a file, given the old one. */
  interface Rewriting {
    void run(Content before, BufferedWriter after) throws IOException;
  }

  /** What a file holds while it is locked, to be read as often as needed. */
  static final class Content implements AutoCloseable {
    private final Path path;
    private final List<BufferedReader> readers = new ArrayList<>();

    private Content(Path path) {
      this.path = path;
    }

    /** A reader from the first line on, which stays open as long as the lock is needed. */
    BufferedReader open() throws IOException {
      BufferedReader reader = reader(path);
      readers.add(reader);
      return reader;
    }

    @Override
    public void close() throws IOException {
      for (BufferedReader reader : readers) {
        reader.close();
      }
    }
  }

  private LockedFile() {}

  /**
   * Appends whole lines in one write, on a fresh line whatever stands at the end of the file. If
   * they do not fit, the file is cut back to what it was.
   *
   * @throws EnvironmentException if the file cannot be written
   */
  static void append(Path path, byte[] lines) {
    withLock(path, channel -> append(path, channel, lines));
  }

  /**
   * Replaces the file by new content, atomically.
   *
   * @throws EnvironmentException if the file cannot be written
   */
  static void rewrite(Path path, Rewriting rewriting) {
    withLock(
        path,
        channel -> {
          // A link stays one: the file that it names is replaced.
          Path file = path.toRealPath();
          Path temporary = Files.createTempFile(file.getParent(), ".records", ".tmp");
          try (Content before = new Content(file)) {
            try (BufferedWriter after = Files.newBufferedWriter(temporary)) {
              rewriting.run(before, after);
            }
            copyPermissions(file, temporary);
            Files.move(
                temporary,
                file,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
          } finally {
            Files.deleteIfExists(temporary);
          }
        });
  }

  private static void copyPermissions(Path from, Path to) throws IOException {
    if (Files.getFileStore(from).supportsFileAttributeView(PosixFileAttributeView.class)) {
      Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
    }
  }

  /** Reads a file as UTF-8; what is not UTF-8 becomes replacement characters. */
  static BufferedReader reader(Path path) throws IOException {
    // Files.newBufferedReader would give up at the first malformed byte.
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8));
  }

  private interface ChannelAction {
    void run(FileChannel channel) throws IOException;
  }

  private static void withLock(Path path, ChannelAction action) {
    try {
      while (!attemptWithLock(path, action)) {
        Thread.onSpinWait();
      }
    } catch (IOException failure) {
      throw failed(path, failure);
    } catch (UncheckedIOException failure) {
      throw failed(path, failure.getCause());
    }
  }

  /** False if another process put a new file in the place of the one that was opened. */
  private static boolean attemptWithLock(Path path, ChannelAction action) throws IOException {
    if (Files.notExists(path)) {
      FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
    }
    Object before = fileKey(path);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.APPEND);
        FileLock lock = lock(channel)) {
      if (!lock.isValid() || !before.equals(fileKey(path))) {
        return false;
      }
      action.run(channel);
      return true;
    } catch (NoSuchFileException removedMeanwhile) {
      return false;
    }
  }

  private static Object fileKey(Path path) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key == null ? path : key;
  }

  private static EnvironmentException failed(Path path, IOException failure) {
    return new EnvironmentException(
        "record file: cannot write %s: %s; nothing was changed".formatted(path, reason(failure)),
        failure);
  }

  private static FileLock lock(FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException heldByAnotherThread) {
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private static void append(Path path, FileChannel channel, byte[] lines) throws IOException {
    try (FileChannel reader = FileChannel.open(path, StandardOpenOption.READ)) {
      long before = channel.size();
      ByteBuffer bytes = ByteBuffer.allocate(lines.length + 1);
      if (!endsLine(reader, before)) {
        bytes.put((byte) '\n');
      }
      bytes.put(lines).flip();
      try {
        channel.write(bytes);
        if (bytes.hasRemaining()) {
          throw new IOException("No space left on device");
        }
      } catch (IOException failure) {
        if (channel.size() > before) {
          channel.truncate(before);
        }
        throw failure;
      }
    }
  }

  private static boolean endsLine(FileChannel reader, long size) throws IOException {
    if (size == 0) {
      return true;
    }
    ByteBuffer last = ByteBuffer.allocate(1);
    reader.read(last, size - 1);
    return last.position() == 1 && last.get(0) == '\n';
  }

  static String reason(IOException failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}
