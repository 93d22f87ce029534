package dev.tilewright.runtime.ffi;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.InternalException;
import dev.tilewright.runtime.DeviceException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Set;

/** The loaded driver library: finds its functions and turns its return codes into errors. */
final class CudaLibrary {
  private static final int SUCCESS = 0;

  /**
   * After these the context is unusable: illegal address, launch timeout, assertion, hardware stack
   * error, illegal instruction, misaligned address, invalid address space, invalid program counter,
   * launch failed, and errors of the hardware (ECC, NVLink, contained).
   */
  private static final Set<Integer> LOST =
      Set.of(214, 220, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721);

  private final Linker linker = Linker.nativeLinker();
  private final SymbolLookup symbols;
  private final String name;
  private final MethodHandle errorName;
  private final MethodHandle errorText;

  private CudaLibrary(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
    this.errorName = function("cuGetErrorName", ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
    this.errorText = function("cuGetErrorString", ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
  }

  /**
   * Loads the library, which stays loaded as long as this object or a function of it is reachable.
   *
   * @param name as the system's loader takes it
   * @throws EnvironmentException if there is no such library
   */
  static CudaLibrary load(String name) {
    try {
      return new CudaLibrary(name, SymbolLookup.libraryLookup(name, Arena.ofAuto()));
    } catch (IllegalArgumentException missing) {
      throw new EnvironmentException(
          "CUDA: the library %s is not there; expected NVIDIA's driver, install it to use a GPU"
              .formatted(name),
          missing);
    }
  }

  /** A function that returns a {@code CUresult}. */
  MethodHandle function(String symbol, MemoryLayout... parameters) {
    MemorySegment address =
        symbols
            .find(symbol)
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "CUDA: %s has no function %s; expected the driver of CUDA 12 or later, update it"
                            .formatted(name, symbol)));
    return linker.downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters));
  }

  /**
   * Calls a function.
   *
   * @param what the function and what it works on, for the message
   * @throws DeviceException if it does not return success
   */
  void call(String what, MethodHandle function, Object... arguments) {
    int code = invoke(function, arguments);
    if (code != SUCCESS) {
      throw failure(what, code, "");
    }
  }

  /** Calls a function and returns its code; for those whose failure comes with more text. */
  int callForCode(MethodHandle function, Object... arguments) {
    return invoke(function, arguments);
  }

  /**
   * The error of a code.
   *
   * @param detail more text of the driver; may be empty
   */
  DeviceException failure(String what, int code, String detail) {
    return new DeviceException(
        "CUDA: %s failed: %s (%d), %s%s"
            .formatted(
                what,
                describe(errorName, code),
                code,
                describe(errorText, code),
                detail.isEmpty() ? "" : ": " + detail),
        code,
        LOST.contains(code));
  }

  static boolean isSuccess(int code) {
    return code == SUCCESS;
  }

  private String describe(MethodHandle function, int code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(ValueLayout.ADDRESS);
      if (invoke(function, code, text) != SUCCESS) {
        return "an error that this driver does not know";
      }
      return text.get(ValueLayout.ADDRESS, 0).reinterpret(Long.MAX_VALUE).getString(0);
    }
  }

  private static int invoke(MethodHandle function, Object... arguments) {
    try {
      return (int) function.invokeWithArguments(arguments);
    } catch (RuntimeException | Error raised) {
      throw raised;
    } catch (Throwable checked) {
      throw new InternalException("CUDA: a native call raised " + checked, checked);
    }
  }
}
