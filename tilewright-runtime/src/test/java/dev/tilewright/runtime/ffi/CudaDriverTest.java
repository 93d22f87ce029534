package dev.tilewright.runtime.ffi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.EnvironmentException;
import org.junit.jupiter.api.Test;

/** What a machine without a usable driver gets to hear. */
class CudaDriverTest {
  @Test
  void namesALibraryThatIsNotThere() {
    assertThatThrownBy(() -> CudaDriver.load("libnosuchdriver.so.1"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("libnosuchdriver.so.1 is not there")
        .hasMessageContaining("install it");
  }

  @Test
  void namesAFunctionThatALibraryDoesNotHave() {
    assertThatThrownBy(() -> CudaDriver.load("libc.so.6"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("libc.so.6 has no function cuGetErrorName");
  }
}
