package dev.tilewright.codegen;

import dev.tilewright.base.UserException;
import dev.tilewright.codegen.cpu.CpuIrEmitter;
import dev.tilewright.codegen.llvm.Jit;
import dev.tilewright.codegen.llvm.LlvmModule;
import dev.tilewright.codegen.llvm.TargetMachine;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.target.CpuTarget;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Compiles programs to machine code of a CPU. Each kernel becomes a function {@code void
 * NAME(void** buffers, int64_t begin, int64_t end)} that executes the chunks {@code begin <= chunk
 * < end}: the pointers come in the order of {@link Kernel#parameters()}, are 64-byte aligned and do
 * not overlap. Safe for use by several threads at once.
 */
public final class CpuCompiler {
  private final LlvmLibrary library;
  private final CpuTarget host;
  private final LlvmSettings settings;

  /**
   * A compiler that uses the LLVM of this process.
   *
   * @throws dev.tilewright.base.EnvironmentException if there is none
   */
  public CpuCompiler() {
    this(LlvmLibrary.host());
  }

  CpuCompiler(LlvmLibrary library) {
    this(library, LlvmSettings.standard(library.version()));
  }

  private CpuCompiler(LlvmLibrary library, LlvmSettings settings) {
    this.library = library;
    this.host = HostCpu.detect(1);
    this.settings = settings;
  }

  /** A compiler with the same LLVM and other settings, for measuring what they are worth. */
  public CpuCompiler with(LlvmSettings other) {
    return new CpuCompiler(library, other);
  }

  /** What LLVM is told. */
  public LlvmSettings settings() {
    return settings;
  }

  /**
   * A program of a batch.
   *
   * @param prefix what its kernels' names begin with in the compiled code; unique in the batch
   */
  public record Unit(String prefix, Program program) {}

  /** Compiles into this process. The target must be the machine that this process runs on. */
  public JitProgram jit(Program program, CpuTarget target) {
    return jit(List.of(new Unit("", program)), target);
  }

  /**
   * Compiles several programs at once into this process.
   *
   * @throws UserException if this machine's vectors are not as wide as the target's
   */
  public JitProgram jit(List<Unit> units, CpuTarget target) {
    requireRunnable(target);
    byte[] object = objectFile(units, target);
    Jit jit = library.llvm().jit();
    try {
      jit.add(object, describe(units));
      List<String> symbols = new ArrayList<>();
      for (Unit unit : units) {
        unit.program().kernels().forEach(kernel -> symbols.add(unit.prefix() + kernel.name()));
      }
      return JitProgram.link(jit, symbols);
    } catch (RuntimeException notLinked) {
      jit.close();
      throw notLinked;
    }
  }

  /** A relocatable object file in the format of the target's system. */
  public byte[] objectFile(Program program, CpuTarget target) {
    return objectFile(List.of(new Unit("", program)), target);
  }

  /** A relocatable object file with the kernels of several programs. */
  public byte[] objectFile(List<Unit> units, CpuTarget target) {
    return optimized(units, target, LlvmModule::object);
  }

  /** A shared library with the kernels of several programs. */
  public byte[] sharedObject(List<Unit> units, CpuTarget target) {
    return SharedObjectLinker.link(library.linker(), objectFile(units, target), describe(units));
  }

  /** The machine code as assembly text. */
  public String assembly(Program program, CpuTarget target) {
    byte[] text = optimized(List.of(new Unit("", program)), target, LlvmModule::assembly);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** The LLVM IR that the program is translated to. */
  public String llvmIr(Program program, CpuTarget target) {
    return CpuIrEmitter.emit(List.of(new CpuIrEmitter.Unit("", program)), target);
  }

  /** The LLVM IR after LLVM's passes. */
  public String optimizedLlvmIr(Program program, CpuTarget target) {
    return optimized(List.of(new Unit("", program)), target, (module, machine) -> module.text());
  }

  private void requireRunnable(CpuTarget target) {
    if (target.vectorBits() > host.vectorBits()) {
      throw new UserException(
          "target %s has vectors of %d bits, this machine (%s) of %d: its code cannot run here"
              .formatted(target.text(), target.vectorBits(), host.mcpu(), host.vectorBits()));
    }
  }

  private interface Output<T> {
    T of(LlvmModule module, TargetMachine machine);
  }

  private <T> T optimized(List<Unit> units, CpuTarget target, Output<T> output) {
    List<CpuIrEmitter.Unit> emitted =
        units.stream().map(u -> new CpuIrEmitter.Unit(u.prefix(), u.program())).toList();
    String text = CpuIrEmitter.emit(emitted, target);
    String features = String.join(",", target.features());
    try (LlvmModule module = library.llvm().parse(text, describe(units));
        TargetMachine machine =
            library
                .llvm()
                .targetMachine(target.triple(), target.mcpu(), features, settings.level())) {
      module.optimize(settings.passes(), machine);
      return output.of(module, machine);
    }
  }

  /** For messages: the kernels' names, not more than a few. */
  private static String describe(List<Unit> units) {
    List<String> names =
        units.stream()
            .flatMap(unit -> unit.program().kernels().stream())
            .map(Kernel::name)
            .toList();
    int most = 4;
    String shown = names.stream().limit(most).collect(Collectors.joining(", "));
    return "kernel " + (names.size() > most ? shown + ", …" : shown);
  }

  /** Where the LLVM library lies that is used. */
  public Path libraryPath() {
    return library.path();
  }
}
