package dev.tilewright.cli.command;

import dev.tilewright.cli.inout.NamedFiles;
import dev.tilewright.cli.inout.RunnableModel;
import dev.tilewright.cli.option.AlgorithmOptions;
import dev.tilewright.cli.option.OverwriteOption;
import dev.tilewright.cli.option.RecordOptions;
import dev.tilewright.cli.option.TargetOptions;
import dev.tilewright.graph.api.Tilewright;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.io.AtomicFile;
import dev.tilewright.runtime.npy.NpyWriter;
import dev.tilewright.runtime.plan.Signature;
import dev.tilewright.runtime.plan.TensorSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tilewright run MODEL|X.tw}: computes a network's outputs. */
@Command(
    name = "run",
    description = {
      "Run a network on inputs in .npy files.",
      "A task without a record runs its default schedule."
    })
final class RunCommand extends BaseCommand {
  @Parameters(
      paramLabel = "MODEL|X.tw",
      description = "A built-in network, an .onnx file or a compiled artifact.")
  private String model;

  @Option(
      names = "--input",
      paramLabel = "[NAME=]FILE",
      description = "Input as .npy file; the name may be left out where there is one input.")
  private List<String> inputs = List.of();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the outputs; each is DIR/NAME.npy.")
  private Path folder;

  @Mixin private TargetOptions target;
  @Mixin private RecordOptions records;
  @Mixin private AlgorithmOptions algorithms;
  @Mixin private OverwriteOption overwrite;

  @Override
  void run() {
    try (RunnableModel loaded = load()) {
      Signature signature = loaded.execution().plan().signature();
      Map<String, Tensor> tensors = NamedFiles.read(inputs, signature);
      signature.order(tensors);
      for (TensorSpec output : signature.outputs()) {
        AtomicFile.requireFree(NamedFiles.outputFile(folder, output.name()), overwrite.existing());
      }
      loaded.execution().run(tensors).forEach(this::write);
    }
  }

  private RunnableModel load() {
    if (RunnableModel.isArtifact(model)) {
      return RunnableModel.load(Path.of(model), target.threads());
    }
    Tilewright tilewright =
        Tilewright.on(target.hostCpuTarget(), warnings()).withWinograd(algorithms.winograd());
    return RunnableModel.compile(Tilewright.load(model), tilewright, records.file());
  }

  private void write(String name, Tensor tensor) {
    Path file = NamedFiles.outputFile(folder, name);
    NpyWriter.write(tensor, file, overwrite.existing());
    out().printf("%s: %s %s -> %s%n", name, tensor.dtype(), tensor.shape(), file);
  }
}
