package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The reference interpreter: runs a program with parallel chunks in shuffled order and vector lanes
 * one by one, and stops at the first access that no program may make: outside of a buffer, reading
 * what nothing has written, or touching an element of a global buffer in two chunks of one kernel
 * of which one writes.
 */
public final class Interpreter {
  private final Map<Buffer, Memory> globals = new IdentityHashMap<>();
  private final Random random;
  private int nextChunk = GlobalMemory.HOST + 1;

  private Interpreter(long seed) {
    random = new Random(seed);
  }

  /**
   * Runs a program.
   *
   * @param inputs one for each of {@link Program#inputs()}, in that order; they are not changed
   * @param seed decides the order of the chunks
   * @return the outputs, in the order of {@link Program#outputs()}
   * @throws ProgramFaultException if the program does what it may not
   * @throws dev.tilewright.base.UserException if the inputs do not fit
   */
  public static List<HostArray> run(Program program, List<HostArray> inputs, long seed) {
    Inputs.check("program", program.inputs(), inputs);
    Interpreter interpreter = new Interpreter(seed);
    for (int i = 0; i < inputs.size(); i++) {
      Buffer buffer = program.inputs().get(i);
      interpreter.globals.put(buffer, new GlobalMemory(buffer, inputs.get(i), true));
    }
    program.outputs().forEach(interpreter::allocateGlobal);
    program.workspaces().forEach(interpreter::allocateGlobal);
    program.kernels().forEach(interpreter::run);
    return program.outputs().stream().map(output -> interpreter.globals.get(output).array).toList();
  }

  private void allocateGlobal(Buffer buffer) {
    globals.computeIfAbsent(
        buffer, b -> new GlobalMemory(b, HostArray.zeros(b.dtype(), b.shape()), false));
  }

  private void run(Kernel kernel) {
    Scope scope = new Scope("kernel " + kernel.name());
    for (Buffer parameter : kernel.parameters()) {
      if (!globals.containsKey(parameter)) {
        throw new ProgramFaultException(
            "kernel %s: the parameter %s is no input, output or workspace"
                .formatted(kernel.name(), parameter));
      }
      scope.declare(globals.get(parameter));
    }
    StmtCompiler compiler = new StmtCompiler(scope);
    if (kernel.body() instanceof Stmt.For(var variable, ForKind.Parallel(), Stmt body)) {
      int slot = scope.enter(variable);
      StmtCode code = compiler.compile(body);
      runChunks(variable.extent(), slot, code, scope.newFrame());
    } else {
      StmtCode code = compiler.compile(kernel.body());
      runChunks(1, -1, code, scope.newFrame());
    }
  }

  private void runChunks(long chunks, int slot, StmtCode code, Frame frame) {
    frame.firstChunk = nextChunk;
    List<Integer> order =
        IntStream.range(0, Math.toIntExact(chunks)).boxed().collect(Collectors.toList());
    Collections.shuffle(order, random);
    for (int chunk : order) {
      frame.chunk = nextChunk++;
      if (slot >= 0) {
        frame.integers[slot] = chunk;
      }
      code.run(frame);
    }
  }
}
