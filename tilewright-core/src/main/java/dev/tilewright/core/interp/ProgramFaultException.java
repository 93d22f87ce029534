package dev.tilewright.core.interp;

import dev.tilewright.base.InternalException;

/**
 * A program that the interpreter caught doing what no program may do. The message names kernel,
 * buffer, index and the values of the loop variables.
 */
public final class ProgramFaultException extends InternalException {
  private static final long serialVersionUID = 1L;

  public ProgramFaultException(String message) {
    super(message);
  }
}
