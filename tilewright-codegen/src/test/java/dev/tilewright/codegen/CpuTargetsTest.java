package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.UserException;
import dev.tilewright.core.target.CpuTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTargetsTest {
  @Test
  void cpuIsTheHost() {
    assertThat(CpuTargets.parse("cpu", 3)).isEqualTo(HostCpu.detect(3));
    assertThat(CpuTargets.parse("cpu:mcpu=native", 3)).isEqualTo(HostCpu.detect(3));
  }

  @Test
  void textOfTheHostParses() {
    CpuTarget host = HostCpu.detect(1);
    assertThat(CpuTargets.parse(host.text(), 1)).isEqualTo(host);
  }

  @Test
  void otherTextsAreRefused() {
    assertThatThrownBy(() -> CpuTargets.parse("gpu", 1))
        .isInstanceOf(UserException.class)
        .hasMessage("target 'gpu': expected cpu or cpu:mcpu=NAME, such as cpu:mcpu=znver4");
    assertThatThrownBy(() -> CpuTargets.parse("cpu:mcpu=", 1)).isInstanceOf(UserException.class);
    assertThatThrownBy(() -> CpuTargets.parse("cpu:mcpu=pentium9", 1))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("target processor 'pentium9' is not known for ");
  }

  @Test
  void vectorUnitsFollowFromTheFeatures() {
    assertThat(VectorUnit.of("x86_64-unknown-linux-gnu", Set.of("+avx2", "+avx512f")))
        .isEqualTo(new VectorUnit(512, 32));
    assertThat(VectorUnit.of("x86_64-unknown-linux-gnu", Set.of("+avx", "+avx2")))
        .isEqualTo(new VectorUnit(256, 16));
    assertThat(VectorUnit.of("x86_64-unknown-linux-gnu", Set.of("+sse2")))
        .isEqualTo(new VectorUnit(128, 16));
    assertThat(VectorUnit.of("aarch64-unknown-linux-gnu", Set.of("+neon")))
        .isEqualTo(new VectorUnit(128, 32));
  }

  @Test
  void cachesAreReadByLevel(@TempDir Path folder) throws IOException {
    cache(folder, 0, "1", "Data", "48K");
    cache(folder, 1, "1", "Instruction", "32K");
    cache(folder, 2, "2", "Unified", "1024K");
    cache(folder, 3, "3", "Unified", "32M");
    assertThat(CacheSizes.read(folder)).isEqualTo(new CacheSizes(48 << 10, 1 << 20, 32 << 20));
  }

  private static void cache(Path folder, int index, String level, String type, String size)
      throws IOException {
    Path cache = Files.createDirectory(folder.resolve("index" + index));
    Files.writeString(cache.resolve("level"), level + "\n");
    Files.writeString(cache.resolve("type"), type + "\n");
    Files.writeString(cache.resolve("size"), size + "\n");
  }
}
