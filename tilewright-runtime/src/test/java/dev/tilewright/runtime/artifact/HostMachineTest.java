package dev.tilewright.runtime.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostMachineTest {
  private static final HostMachine X86 =
      HostMachine.of(
          "Linux", "amd64", "flags\t\t: fpu pni ssse3 sse4_1 avx2 bmi1 fma avx512f avx512_vnni");

  @Test
  void knowsFeaturesByTheirNamesInLlvm() {
    assertThat(X86.has("+sse3")).isTrue();
    assertThat(X86.has("+sse4.1")).isTrue();
    assertThat(X86.has("+bmi")).isTrue();
    assertThat(X86.has("+avx512vnni")).isTrue();
    assertThat(X86.has("+sse4.2")).isFalse();
    assertThat(X86.has("+avx512bf16")).isFalse();
    assertThat(X86.has("+amx-tile")).isFalse();
  }

  @Test
  void saysNothingAgainstFeaturesThatLinuxDoesNotList() {
    assertThat(X86.has("+prfchw")).isTrue();
    assertThat(X86.has("+sse4a")).isTrue();
    assertThat(X86.has("-avx512fp16")).isTrue();
    assertThat(HostMachine.of("Mac OS X", "aarch64", "").has("+sve")).isTrue();
  }

  @Test
  void comparesArchitectureAndSystem() {
    assertThat(X86.hasArchitectureOf("x86_64-unknown-linux-gnu")).isTrue();
    assertThat(X86.hasArchitectureOf("aarch64-unknown-linux-gnu")).isFalse();
    assertThat(X86.hasArchitectureOf("x86_64-apple-darwin")).isFalse();
    HostMachine mac = HostMachine.of("Mac OS X", "aarch64", "");
    assertThat(mac.hasArchitectureOf("arm64-apple-darwin24.1.0")).isTrue();
  }

  @Test
  void thisMachineHasWhatItHas() {
    HostMachine host = HostMachine.detect();
    assertThat(host.description()).contains(System.getProperty("os.arch"));
    assertThat(host.flags()).allSatisfy(flag -> assertThat(flag).isNotBlank());
  }
}
