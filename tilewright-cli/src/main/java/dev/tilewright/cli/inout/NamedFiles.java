package dev.tilewright.cli.inout;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.npy.NpyReader;
import dev.tilewright.runtime.plan.Signature;
import dev.tilewright.runtime.plan.TensorSpec;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tensors in files, by the names of a network's inputs and outputs. */
public final class NamedFiles {
  private NamedFiles() {}

  /**
   * Reads inputs given as {@code name=file.npy}; a bare {@code file.npy} feeds a network with one
   * input.
   *
   * @throws UserException if an input is given twice, or a bare file to a network with several
   */
  public static Map<String, Tensor> read(List<String> arguments, Signature signature) {
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    for (String argument : arguments) {
      String name = nameOf(argument, signature);
      Path file = Path.of(argument.substring(isNamed(argument, signature) ? name.length() + 1 : 0));
      if (inputs.put(name, NpyReader.read(file)) != null) {
        throw new UserException(
            "--input %s: the input is given twice; expected once".formatted(name));
      }
    }
    return inputs;
  }

  /** The file of an output: characters outside of {@code A-Za-z0-9._-} become underscores. */
  public static Path outputFile(Path folder, String name) {
    return folder.resolve(name.replaceAll("[^A-Za-z0-9._-]", "_") + ".npy");
  }

  private static String nameOf(String argument, Signature signature) {
    List<String> names = signature.inputs().stream().map(TensorSpec::name).toList();
    if (isNamed(argument, signature)) {
      return names.stream()
          .filter(name -> argument.startsWith(name + "="))
          .max(Comparator.comparingInt(String::length))
          .orElseThrow();
    }
    int equals = argument.indexOf('=');
    if (equals > 0) {
      throw new UserException(
          "--input %s: there is no input '%s'; expected %s"
              .formatted(argument, argument.substring(0, equals), names));
    }
    if (names.size() != 1) {
      throw new UserException(
          "--input %s: the network has %d inputs; expected name=file.npy with one of %s"
              .formatted(argument, names.size(), names));
    }
    return names.getFirst();
  }

  private static boolean isNamed(String argument, Signature signature) {
    return signature.inputs().stream().anyMatch(input -> argument.startsWith(input.name() + "="));
  }
}
