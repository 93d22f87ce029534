package dev.tilewright.runtime.plan;

import dev.tilewright.base.UserException;

/** The operators that plans may run in Java. */
@FunctionalInterface
public interface HostLibrary {
  /** For plans that consist of kernels alone. */
  HostLibrary NONE =
      (operator, attributes) -> {
        throw new UserException(
            "plan: operator %s runs in Java, but no library of such operators is present; expected one that has it"
                .formatted(operator));
      };

  /**
   * The operator of that name with these attributes.
   *
   * @throws UserException if the library has no such operator
   */
  HostStep create(String operator, String attributes);
}
