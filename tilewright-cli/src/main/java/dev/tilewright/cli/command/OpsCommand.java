package dev.tilewright.cli.command;

import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.output.JsonOutput;
import dev.tilewright.graph.builtin.ModelSource;
import dev.tilewright.graph.spec.AnsorWorkloads;
import dev.tilewright.graph.spec.OpCatalogue;
import dev.tilewright.graph.spec.OpKind;
import dev.tilewright.graph.spec.OpParameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tilewright ops}: lists what can be tuned by name. */
@Command(
    name = "ops",
    description = "List the operators and networks that can be named, with their defaults.")
final class OpsCommand extends BaseCommand {
  /** An operator as programs read it. */
  private record Operator(String name, String summary, Map<String, String> defaults) {}

  /** All that can be named, as programs read it. */
  private record Listing(List<Operator> operators, List<String> networks, String networkOptions) {}

  @Mixin private JsonOption json;

  @Override
  void run() {
    if (json.isJson()) {
      JsonOutput.print(
          out(),
          new Listing(
              OpCatalogue.KINDS.stream().map(OpsCommand::operator).toList(),
              ModelSource.builtInNames(),
              ModelSource.builtInOptions()));
      return;
    }
    out().println("Operators, written NAME:key=value,… (shown with their defaults)");
    OpCatalogue.KINDS.forEach(this::print);
    out().println();
    out().println("Shapes of the Ansor evaluation (OSDI 2020), batch 1");
    AnsorWorkloads.all()
        .forEach((name, meaning) -> out().println("  %-20s %s".formatted(name, meaning)));
    out().println();
    out().println("Networks, written NAME or NAME:" + ModelSource.builtInOptions());
    ModelSource.builtInNames().forEach(name -> out().println("  " + name));
  }

  private void print(OpKind kind) {
    out().println();
    out().println("  %s: %s".formatted(kind.name(), kind.summary()));
    for (OpParameter parameter : kind.parameters()) {
      String value = parameter.key() + "=" + parameter.defaultValue();
      out().println("      %-20s %s".formatted(value, parameter.meaning()));
    }
  }

  private static Operator operator(OpKind kind) {
    Map<String, String> defaults = new LinkedHashMap<>();
    kind.parameters().forEach(parameter -> defaults.put(parameter.key(), parameter.defaultValue()));
    return new Operator(kind.name(), kind.summary(), defaults);
  }
}
