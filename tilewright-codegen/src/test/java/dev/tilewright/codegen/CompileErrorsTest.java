package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.InternalException;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.codegen.llvm.Jit;
import dev.tilewright.codegen.llvm.Llvm;
import dev.tilewright.codegen.llvm.LlvmModule;
import dev.tilewright.codegen.llvm.TargetMachine;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.target.CpuTarget;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What goes wrong inside LLVM or is no CPU code says so with LLVM's words and the kernel's name.
 */
class CompileErrorsTest {
  private final Llvm llvm = LlvmLibrary.host().llvm();
  private final CpuTarget host = HostCpu.detect(1);

  @Test
  void textThatIsNoIr() {
    assertThatThrownBy(() -> llvm.parse("define void @f() { ret int }", "kernel f"))
        .isInstanceOf(InternalException.class)
        .hasMessageStartingWith("LLVM: the IR of kernel f does not parse: ")
        .hasMessageContaining("kernel f:1:24: error: expected type");
  }

  @Test
  void irThatIsNotValid() {
    String text =
        """
        define i32 @f(i1 %c) {
          br i1 %c, label %a, label %b
        a:
          %x = add i32 1, 2
          br label %b
        b:
          ret i32 %x
        }
        """;
    try (LlvmModule module = llvm.parse(text, "kernel f")) {
      assertThatThrownBy(module::verify)
          .isInstanceOf(InternalException.class)
          .hasMessageStartingWith("LLVM: the IR of kernel f is not valid: ")
          .hasMessageContaining("Instruction does not dominate all uses");
    }
  }

  @Test
  void pipelineThatDoesNotExist() {
    try (LlvmModule module = llvm.parse("define void @f() { ret void }", "kernel f");
        TargetMachine machine = llvm.targetMachine(host.triple(), host.mcpu(), "", 3)) {
      assertThatThrownBy(() -> module.optimize("no-such-pass", machine))
          .isInstanceOf(InternalException.class)
          .hasMessageContaining("the passes no-such-pass on kernel f: unknown pass name");
    }
  }

  @Test
  void codeThatTheGeneratorRefuses() {
    String text =
        "define void @f() {\n  call void asm sideeffect \"nonsense\", \"\"()\n  ret void\n}\n";
    try (LlvmModule module = llvm.parse(text, "kernel f");
        TargetMachine machine = llvm.targetMachine(host.triple(), host.mcpu(), "", 3)) {
      assertThatThrownBy(() -> module.object(machine))
          .isInstanceOf(InternalException.class)
          .hasMessageStartingWith("LLVM: no code for kernel f: ")
          .hasMessageContaining("invalid instruction mnemonic 'nonsense'");
    }
  }

  @Test
  void functionThatNobodyDefines() {
    String text =
        "declare void @nobody()\ndefine void @f() {\n call void @nobody()\n ret void\n}\n";
    try (LlvmModule module = llvm.parse(text, "kernel f");
        TargetMachine machine = llvm.targetMachine(host.triple(), host.mcpu(), "", 3);
        Jit jit = llvm.jit()) {
      jit.add(module.object(machine), "kernel f");
      assertThatThrownBy(() -> jit.address("f"))
          .isInstanceOf(InternalException.class)
          .hasMessageContaining("LLVM: no symbol f: ")
          .hasMessageContaining("nobody");
    }
  }

  @Test
  void targetOfAnotherKind() {
    assertThatThrownBy(() -> llvm.targetMachine("z80-unknown-unknown", "z80", "", 3))
        .hasMessageContaining("has no target for z80-unknown-unknown");
  }

  @Test
  void loopsOfGpusAreNamed() {
    Buffer out = new Buffer("out", DType.FLOAT32, Shape.of(4));
    Var i = new Var("i", 4);
    Program program =
        Kernels.of(
            List.of(),
            out,
            new Stmt.For(
                i,
                new ForKind.Bound(ForKind.ThreadAxis.THREAD_X),
                new Stmt.Store(out, List.of(Index.of(i)), Expr.constant(0.0, DType.FLOAT32))));
    assertThatThrownBy(() -> new CpuCompiler().llvmIr(program, host))
        .isInstanceOf(InternalException.class)
        .hasMessage(
            "kernel kernel: no code for it: the loop i is bound to THREAD_X; expected that of the"
                + " outermost loops of a grid only");
  }

  @Test
  void processorsWithWiderVectorsCannotRunHere() {
    Buffer out = new Buffer("out", DType.FLOAT32, Shape.of(4));
    Program program =
        Kernels.of(
            List.of(),
            out,
            new Stmt.Store(out, List.of(Index.ZERO), Expr.constant(0.0, DType.FLOAT32)));
    CpuTarget wider =
        new CpuTarget(
            host.triple(), host.mcpu(), new TreeSet<>(List.of("+avx99")), 4096, 32, 1, 1, 1, 1);
    assertThatThrownBy(() -> new CpuCompiler().jit(program, wider))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("cannot run here");
  }
}
