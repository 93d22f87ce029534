package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundledFileTest {
  @TempDir private Path folder;
  private final byte[] contents = new byte[300_000];
  private BundledFile bundled;
  private Path target;

  @BeforeEach
  void makeJar() throws IOException {
    new Random(3).nextBytes(contents);
    Path jar = folder.resolve("native.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("lib/native.so"));
      out.write(contents);
    }
    bundled = BundledFile.of(entry(jar));
    target = folder.resolve("cache").resolve("native.so");
  }

  @Test
  void knowsSizeAndChecksumBeforeUnpacking() {
    CRC32 sum = new CRC32();
    sum.update(contents);
    assertThat(bundled.size()).isEqualTo(contents.length);
    assertThat(bundled.crc()).isEqualTo(sum.getValue());
  }

  @Test
  void unpacksOnce() throws IOException {
    bundled.unpack(target);
    var written = Files.getLastModifiedTime(target);
    bundled.unpack(target);
    assertThat(Files.readAllBytes(target)).isEqualTo(contents);
    assertThat(Files.getLastModifiedTime(target)).isEqualTo(written);
    assertThat(target).isExecutable();
  }

  @Test
  void truncatedFileIsReplaced() throws IOException {
    bundled.unpack(target);
    Files.write(target, new byte[1000]);
    bundled.unpack(target);
    assertThat(Files.readAllBytes(target)).isEqualTo(contents);
  }

  @Test
  void leftoverOfKilledProcessIsRemoved() throws IOException {
    Files.createDirectories(target.getParent());
    Path leftover = target.resolveSibling("native.so.unfinished");
    Files.write(leftover, new byte[1000]);
    bundled.unpack(target);
    assertThat(leftover).doesNotExist();
    assertThat(Files.readAllBytes(target)).isEqualTo(contents);
  }

  @Test
  void damagedContentsAreNotPutInPlace() throws IOException {
    BundledFile other = new BundledFile(bundled.url(), bundled.size(), bundled.crc() + 1);
    assertThatThrownBy(() -> other.unpack(target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is damaged: its checksum does not match");
    assertThat(target).doesNotExist();
    assertThat(target.resolveSibling("native.so.unfinished")).doesNotExist();
  }

  @Test
  void severalThreadsAtOnce() throws Exception {
    List<Callable<byte[]>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      tasks.add(
          () -> {
            bundled.unpack(target);
            return Files.readAllBytes(target);
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (Future<byte[]> result : threads.invokeAll(tasks)) {
        assertThat(result.get()).isEqualTo(contents);
      }
    }
  }

  @Test
  void folderThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> bundled.unpack(file.resolve("native.so")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }

  private static URL entry(Path jar) throws IOException {
    return URI.create("jar:" + jar.toUri() + "!/lib/native.so").toURL();
  }
}
