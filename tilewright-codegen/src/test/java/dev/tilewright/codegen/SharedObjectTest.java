package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.MathFunction;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.target.CpuTarget;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedObjectTest {
  private static final Shape SHAPE = Shape.of(5);

  private final CpuTarget target = HostCpu.detect(1);
  private final CpuCompiler compiler = new CpuCompiler();
  @TempDir private Path folder;

  private static Program program(MathFunction function) {
    Buffer x = new Buffer("x", DType.FLOAT32, SHAPE);
    return Kernels.elementwise(List.of(x), 5, i -> Expr.call(function, x.at(i)));
  }

  @Test
  void kernelsOfSeveralProgramsAreFoundByPrefix() throws IOException {
    Program floor = program(MathFunction.FLOOR);
    Program cosine = program(MathFunction.COS);
    byte[] library =
        compiler.sharedObject(
            List.of(new CpuCompiler.Unit("a_", floor), new CpuCompiler.Unit("b_", cosine)), target);
    Path file = Files.write(folder.resolve("kernels.so"), library);
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup symbols = SymbolLookup.libraryLookup(file, arena);
      assertThat(run(symbols, "a_kernel", floor, arena)).containsExactly(0, 1, 1, 2, 3);
      assertThat(run(symbols, "b_kernel", cosine, arena)[0]).isEqualTo((float) Math.cos(0.5));
    }
  }

  @Test
  void systemLinkerWorksToo() {
    byte[] object = compiler.objectFile(program(MathFunction.FLOOR), target);
    byte[] library = SharedObjectLinker.link(Optional.empty(), object, "kernel");
    assertThat(library).startsWith(0x7f, 'E', 'L', 'F');
  }

  @Test
  void everyFailureIsTold() {
    assertThatThrownBy(
            () ->
                SharedObjectLinker.link(
                    Optional.of(Path.of("/no/such/lld")), new byte[] {1, 2}, "kernel k"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("cannot link kernel k: /no/such/lld: ")
        .hasMessageContaining("; ld: ")
        .hasMessageEndingWith("; install a linker (ld or cc)");
  }

  private static float[] run(SymbolLookup symbols, String name, Program program, Arena arena) {
    HostArray input = HostArray.of(SHAPE, 0.5f, 1f, 1.5f, 2.5f, 3.25f);
    Map<Buffer, MemorySegment> memory = new IdentityHashMap<>();
    memory.put(program.inputs().getFirst(), arena.allocate(20, 64).copyFrom(input.segment()));
    MemorySegment output = arena.allocate(20, 64);
    memory.put(program.outputs().getFirst(), output);
    CompiledProgram.call(
        symbols.find(name).orElseThrow(), program.kernels().getFirst(), memory, arena);
    HostArray result = HostArray.zeros(DType.FLOAT32, SHAPE);
    result.segment().copyFrom(output);
    return result.toFloats();
  }
}
