package dev.tilewright.cli.command;

import dev.tilewright.cli.option.AlgorithmOptions;
import dev.tilewright.cli.option.OverwriteOption;
import dev.tilewright.cli.option.RecordOptions;
import dev.tilewright.cli.option.TargetOptions;
import dev.tilewright.graph.api.Tilewright;
import dev.tilewright.runtime.artifact.Artifact;
import dev.tilewright.runtime.artifact.ArtifactWriter;
import dev.tilewright.runtime.io.AtomicFile;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tilewright compile MODEL -o X.tw}: writes a self-contained artifact. */
@Command(
    name = "compile",
    description = {
      "Compile a network into an artifact that runs without the compiler.",
      "A task without a record gets its default schedule."
    })
final class CompileCommand extends BaseCommand {
  @Parameters(paramLabel = "MODEL", description = "A built-in network or an .onnx file.")
  private String model;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "X.tw",
      required = true,
      description = "The artifact.")
  private Path file;

  @Mixin private TargetOptions target;
  @Mixin private RecordOptions records;
  @Mixin private AlgorithmOptions algorithms;
  @Mixin private OverwriteOption overwrite;

  @Override
  void run() {
    AtomicFile.requireFree(file, overwrite.existing());
    Tilewright tilewright =
        Tilewright.on(target.cpuTarget(), warnings()).withWinograd(algorithms.winograd());
    Artifact artifact = tilewright.artifact(model, Tilewright.load(model), records.file());
    ArtifactWriter.write(artifact, Version.text(), file, overwrite.existing());
    out()
        .printf(
            "%s: %d steps, %d bytes of code for %s%n",
            file, artifact.plan().steps().size(), artifact.code().length, artifact.target().text());
  }
}
