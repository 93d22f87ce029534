package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.GridKernel;
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
 * The reference interpreter: runs a program with parallel chunks or thread blocks in shuffled order
 * and vector lanes one by one, and stops at the first thing that no program may do: access outside
 * of a buffer, reading what nothing has written, touching an element of a global buffer in two
 * chunks or threads of one kernel of which one writes, or one of a shared buffer in two threads
 * without a barrier between, and a barrier that only some threads of a block reach.
 */
public final class Interpreter {
  private final Map<Buffer, Memory> globals = new IdentityHashMap<>();
  private final SharedMemory.Epoch epoch = new SharedMemory.Epoch();
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
    if (GridKernel.isGrid(kernel)) {
      nextChunk = new GridRun(GridKernel.of(kernel), scope, epoch, random).run(nextChunk);
      return;
    }
    StmtCompiler compiler = new StmtCompiler(scope, 1);
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
