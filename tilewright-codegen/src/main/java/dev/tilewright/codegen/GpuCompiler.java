package dev.tilewright.codegen;

import dev.tilewright.base.Dim3;
import dev.tilewright.base.EnvironmentException;
import dev.tilewright.codegen.gpu.GpuKernelCode;
import dev.tilewright.codegen.gpu.GpuModule;
import dev.tilewright.codegen.llvm.LlvmModule;
import dev.tilewright.codegen.llvm.TargetMachine;
import dev.tilewright.codegen.ptx.PtxIrEmitter;
import dev.tilewright.codegen.ptx.SharedLayout;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.GridKernel;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.target.GpuTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Compiles programs that were lowered for a GPU to PTX. Each kernel becomes an entry whose
 * parameters are the device addresses of {@link Kernel#parameters()} in order, which are 16-byte
 * aligned and do not overlap. Safe for use by several threads at once.
 */
public final class GpuCompiler {
  private static final String TRIPLE = "nvptx64-nvidia-cuda";
  private static final int LEVEL = 3;

  /** The oldest version of PTX that has all of Hopper; drivers since CUDA 11.8 read it. */
  private static final String FEATURES = "+ptx78";

  private final LlvmLibrary library;

  /**
   * A compiler that uses the LLVM of this process.
   *
   * @throws EnvironmentException if there is none
   */
  public GpuCompiler() {
    this(LlvmLibrary.host());
  }

  GpuCompiler(LlvmLibrary library) {
    this.library = library;
  }

  /** Compiles a program. */
  public GpuModule compile(Program program, GpuTarget target) {
    return compile(program, "", target);
  }

  /**
   * Compiles a program.
   *
   * @param prefix what the names of its kernels begin with in the module, a part of a C identifier
   * @throws EnvironmentException if LLVM has no code generator for NVIDIA GPUs
   * @throws dev.tilewright.base.UserException if a kernel calls a function that GPUs do not have
   */
  public GpuModule compile(Program program, String prefix, GpuTarget target) {
    String text = PtxIrEmitter.emit(program, prefix, target);
    List<GpuKernelCode> kernels =
        program.kernels().stream().map(kernel -> code(kernel, prefix)).toList();
    try (LlvmModule module = library.llvm().parse(text, describe(program));
        TargetMachine machine =
            library.llvm().targetMachine(TRIPLE, target.arch(), FEATURES, LEVEL)) {
      module.optimize(PassPipeline.ofGpu(library.version()), machine);
      byte[] ptx = module.assembly(machine);
      return new GpuModule(new String(ptx, StandardCharsets.US_ASCII), kernels);
    }
  }

  /** The LLVM IR that the program is translated to. */
  public String llvmIr(Program program, GpuTarget target) {
    return PtxIrEmitter.emit(program, "", target);
  }

  private static GpuKernelCode code(Kernel kernel, String prefix) {
    GridKernel grid = GridKernel.of(kernel);
    return new GpuKernelCode(
        prefix + kernel.name(),
        new Dim3(
            Math.toIntExact(grid.blocks(ThreadAxis.BLOCK_X)),
            Math.toIntExact(grid.blocks(ThreadAxis.BLOCK_Y)),
            Math.toIntExact(grid.blocks(ThreadAxis.BLOCK_Z))),
        new Dim3(
            Math.toIntExact(grid.threads(ThreadAxis.THREAD_X)),
            Math.toIntExact(grid.threads(ThreadAxis.THREAD_Y)),
            Math.toIntExact(grid.threads(ThreadAxis.THREAD_Z))),
        SharedLayout.bytes(grid),
        kernel.parameters());
  }

  private static String describe(Program program) {
    return program.kernels().stream()
        .map(Kernel::name)
        .collect(Collectors.joining(", ", "kernel ", ""));
  }
}
