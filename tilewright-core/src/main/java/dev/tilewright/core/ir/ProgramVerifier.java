package dev.tilewright.core.ir;

import dev.tilewright.base.InternalException;
import dev.tilewright.core.expr.Buffer;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Checks what every pass must keep: see {@link KernelVerifier} for a kernel; in a program, names
 * are unique, kernels use the program's buffers only, inputs are never written and every other
 * buffer is written before a later kernel reads it.
 */
public final class ProgramVerifier {
  private ProgramVerifier() {}

  /**
   * Returns the program.
   *
   * @throws InternalException if it is malformed: a pass has a bug
   */
  public static Program verify(Program program) {
    Set<Buffer> known = identitySet(program.inputs());
    known.addAll(program.outputs());
    known.addAll(program.workspaces());
    Set<Buffer> written = identitySet(program.inputs());
    Set<String> names = new HashSet<>();
    for (Kernel kernel : program.kernels()) {
      if (!names.add(kernel.name())) {
        throw new InternalException("program: two kernels have the name " + kernel.name());
      }
      KernelVerifier.verify(kernel);
      checkBuffers(kernel, program, known, written);
    }
    for (Buffer output : program.outputs()) {
      if (output.shape().elements() > 0 && !written.contains(output)) {
        throw new InternalException("program: no kernel writes the output " + output.name());
      }
    }
    return program;
  }

  private static void checkBuffers(
      Kernel kernel, Program program, Set<Buffer> known, Set<Buffer> written) {
    for (Buffer parameter : kernel.parameters()) {
      if (!known.contains(parameter)) {
        throw new InternalException(
            "kernel %s: parameter %s is no input, output or workspace of the program"
                .formatted(kernel.name(), parameter.name()));
      }
    }
    List<Buffer> writes = Stmts.buffersWritten(kernel.body());
    for (Buffer buffer : writes) {
      if (program.inputs().stream().anyMatch(input -> input == buffer)) {
        throw new InternalException(
            "kernel %s: writes the input %s".formatted(kernel.name(), buffer.name()));
      }
    }
    written.addAll(writes);
    for (Buffer buffer : Stmts.buffersRead(kernel.body())) {
      if (buffer.scope() == Buffer.Scope.GLOBAL && !written.contains(buffer)) {
        throw new InternalException(
            "kernel %s: reads %s, which no kernel has written"
                .formatted(kernel.name(), buffer.name()));
      }
    }
  }

  private static Set<Buffer> identitySet(List<Buffer> buffers) {
    Set<Buffer> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(buffers);
    return set;
  }
}
