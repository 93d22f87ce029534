package dev.tilewright.conventions;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tilewright.base.DType;
import dev.tilewright.bench.onnx.OnnxRuntimePeer;
import dev.tilewright.cli.Main;
import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.search.record.TuningRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The classes and the source files of all modules. */
final class Project {
  /** One class of each module, so that a module that is not seen does not compile. */
  static final List<Class<?>> MODULES =
      List.of(
          DType.class,
          ComputeDag.class,
          CpuCompiler.class,
          Tensor.class,
          TuningRecord.class,
          Graph.class,
          Main.class,
          OnnxRuntimePeer.class);

  private static final DescribedPredicate<JavaClass> PLANTED =
      JavaClass.Predicates.resideInAPackage("..planted");

  private Project() {}

  /** All classes but those of tests. */
  static JavaClasses classes() {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("dev.tilewright");
  }

  /** All classes and those that break the conventions on purpose. */
  static JavaClasses classesAndPlanted() {
    return new ClassFileImporter()
        .importPackages("dev.tilewright")
        .that(PLANTED.or(DescribedPredicate.describe("are no tests", Project::isNoTest)));
  }

  /** The root folder of the repository. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("tilewright-base"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** All Java files of all modules. */
  static List<Path> sources() {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root())) {
      for (Path module : modules.filter(Files::isDirectory).toList()) {
        Path folder = module.resolve("src");
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return sources;
  }

  private static boolean isNoTest(JavaClass type) {
    return type.getSource()
        .map(source -> !source.getUri().toString().contains("/test-classes/"))
        .orElse(false);
  }
}
