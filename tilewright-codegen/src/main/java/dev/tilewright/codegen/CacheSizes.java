package dev.tilewright.codegen;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Sizes of the data caches in bytes.
 *
 * @param l1Bytes first level, of one core
 * @param l2Bytes second level, of one core
 * @param l3Bytes last level, shared; the second level's size if there is no third
 */
record CacheSizes(long l1Bytes, long l2Bytes, long l3Bytes) {
  /** What is assumed where the system does not tell: small for today's processors. */
  static final CacheSizes TYPICAL = new CacheSizes(32 << 10, 512 << 10, 8 << 20);

  private static final Path FOLDER = Path.of("/sys/devices/system/cpu/cpu0/cache");

  /** The caches of the first core, as Linux describes them. */
  static CacheSizes ofHost() {
    try {
      return read(FOLDER);
    } catch (IOException notTold) {
      return TYPICAL;
    }
  }

  /** Reads a folder with one folder for each cache, each with the files level, type and size. */
  static CacheSizes read(Path folder) throws IOException {
    Map<Integer, Long> byLevel = new HashMap<>();
    try (DirectoryStream<Path> caches = Files.newDirectoryStream(folder, "index*")) {
      for (Path cache : caches) {
        if (!line(cache, "type").equals("Instruction")) {
          byLevel.put(Integer.parseInt(line(cache, "level")), bytes(line(cache, "size")));
        }
      }
    } catch (NumberFormatException unexpected) {
      throw new IOException("cache sizes in %s: not a number".formatted(folder), unexpected);
    }
    long l2 = byLevel.getOrDefault(2, TYPICAL.l2Bytes);
    return new CacheSizes(
        byLevel.getOrDefault(1, TYPICAL.l1Bytes), l2, byLevel.getOrDefault(3, l2));
  }

  private static String line(Path cache, String file) throws IOException {
    return Files.readString(cache.resolve(file)).strip();
  }

  private static long bytes(String size) {
    String number = size.substring(0, size.length() - 1);
    return switch (size.charAt(size.length() - 1)) {
      case 'K' -> Long.parseLong(number) << 10;
      case 'M' -> Long.parseLong(number) << 20;
      default -> Long.parseLong(size);
    };
  }
}
