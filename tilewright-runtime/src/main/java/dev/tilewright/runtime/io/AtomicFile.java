package dev.tilewright.runtime.io;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes a whole file: into a temporary one beside it first, which then takes its name. Whatever
 * goes wrong, the file is either the old one or the complete new one.
 */
public final class AtomicFile {
  /** Produces the contents of a file. */
  @FunctionalInterface
  public interface Contents {
    void writeTo(OutputStream out) throws IOException;
  }

  private AtomicFile() {}

  /**
   * Writes a file, creating its folder where needed.
   *
   * @param existing what to do if the file exists
   * @throws UserException if it exists and is to be kept
   * @throws EnvironmentException if it cannot be written, for example because the disk is full
   */
  public static void write(Path file, Existing existing, Contents contents) {
    requireFree(file, existing);
    Path target = file.toAbsolutePath();
    try {
      Files.createDirectories(target.getParent());
      // Not createTempFile, whose files other users cannot read.
      Path temporary =
          target.resolveSibling(".%s.%s.part".formatted(target.getFileName(), UUID.randomUUID()));
      try {
        try (OutputStream out =
            new BufferedOutputStream(
                Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW), 1 << 16)) {
          contents.writeTo(out);
        }
        requireFree(file, existing);
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException failure) {
      throw new EnvironmentException(
          "file %s: it cannot be written: %s; expected a writable folder with enough space"
              .formatted(file, reason(failure)),
          failure);
    }
  }

  /**
   * Checks ahead of long work that a file may be written.
   *
   * @throws UserException if it exists and is to be kept, or is a folder
   */
  public static void requireFree(Path file, Existing existing) {
    if (Files.isDirectory(file)) {
      throw new UserException("file %s: it is a folder; expected a file name".formatted(file));
    }
    if (existing == Existing.KEEP && Files.exists(file)) {
      throw new UserException(
          "file %s: it exists and is not overwritten; choose another name or allow it (--force)"
              .formatted(file));
    }
  }

  private static String reason(IOException failure) {
    String message = failure.getMessage();
    return switch (failure) {
      case FileAlreadyExistsException exists -> message + " is a file where a folder is needed";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException system when system.getReason() != null -> system.getReason();
      default -> message == null ? failure.getClass().getSimpleName() : message;
    };
  }
}
