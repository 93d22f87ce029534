package dev.tilewright.cli.option;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.core.target.Target;
import dev.tilewright.search.model.AnalyticModels;
import dev.tilewright.search.model.CostModel;
import dev.tilewright.search.model.LearnedModel;
import dev.tilewright.search.model.PretrainedModel;
import dev.tilewright.search.model.RandomModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import picocli.CommandLine.Option;

/** What predicts which candidates are worth measuring. */
public final class CostModelOptions {
  @Option(
      names = "--cost-model",
      paramLabel = "MODEL",
      defaultValue = "pretrained",
      description = {
        "What predicts which candidates are worth measuring (default: ${DEFAULT-VALUE}):",
        "pretrained (goes on from the model that comes with Tilewright), learned (starts blind),",
        "analytic (a roofline), random, or a file of --save-cost-model to go on from."
      })
  private String name;

  @Option(
      names = "--save-cost-model",
      paramLabel = "FILE",
      description = "Write what the model has learnt to a file.")
  private Optional<Path> output;

  /**
   * The model that the user asks for.
   *
   * @throws UserException if a file is missing or not a model
   */
  public CostModel open(Target target, long seed) {
    CostModel model =
        switch (name) {
          case "pretrained" -> PretrainedModel.of(target);
          case "learned" -> LearnedModel.blind(target);
          case "analytic" -> AnalyticModels.of(target);
          case "random" -> new RandomModel(new SplittableRandom(seed));
          default -> load(target);
        };
    if (output.isPresent() && !(model instanceof LearnedModel)) {
      throw new UserException(
          "--save-cost-model: the %s model does not learn; expected pretrained, learned or a file"
              .formatted(name));
    }
    return model;
  }

  /** Writes the model if the user asks for it and it has learnt something. */
  public void save(CostModel model) {
    if (output.isPresent() && model instanceof LearnedModel learned) {
      learned.save().ifPresent(bytes -> write(output.get(), bytes));
    }
  }

  private LearnedModel load(Target target) {
    try {
      return LearnedModel.from(Files.readAllBytes(Path.of(name)), name, target);
    } catch (IOException | InvalidPathException e) {
      throw new UserException(
          "--cost-model %s: expected pretrained, learned, analytic, random or a readable file"
              .formatted(name),
          e);
    }
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write the cost model to %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
