package dev.tilewright.codegen;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * A file inside a jar that must lie in the file system to be used.
 *
 * @param size bytes when unpacked
 * @param crc CRC-32 of the contents
 */
record BundledFile(URL url, long size, long crc) {
  private static final String UNFINISHED = ".unfinished";

  static BundledFile of(URL url) throws IOException {
    if (!(url.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException("%s is not inside a jar".formatted(url));
    }
    connection.setUseCaches(false);
    try (var jar = connection.getJarFile()) {
      var entry = connection.getJarEntry();
      return new BundledFile(url, entry.getSize(), entry.getCrc());
    }
  }

  /**
   * Makes {@code file} a copy of the contents. A file that is already there counts if its size is
   * right: the copy takes its final name only when it is complete, checked and on the disk. Several
   * threads and processes may do this at once; one does the work.
   */
  void unpack(Path file) throws IOException {
    if (isComplete(file)) {
      return;
    }
    Files.createDirectories(file.getParent());
    Path lockFile = file.resolveSibling(".lock");
    // File locks exclude other processes, not other threads of this one.
    synchronized (BundledFile.class) {
      try (FileChannel channel =
              FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && !isComplete(file)) {
          deleteUnfinished(file.getParent());
          copyTo(file);
        }
      }
    }
  }

  private boolean isComplete(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) == size;
  }

  private void copyTo(Path file) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
    try {
      CRC32 sum = new CRC32();
      try (InputStream in = url.openStream();
          FileChannel channel =
              FileChannel.open(
                  unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        OutputStream out = new CheckedOutputStream(Channels.newOutputStream(channel), sum);
        in.transferTo(out);
        channel.force(true);
      }
      if (sum.getValue() != crc) {
        throw new IOException("%s is damaged: its checksum does not match".formatted(url));
      }
      Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** What a process left that was killed while it unpacked. */
  private static void deleteUnfinished(Path folder) throws IOException {
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, "*" + UNFINISHED)) {
      for (Path leftover : leftovers) {
        Files.delete(leftover);
      }
    }
  }
}
