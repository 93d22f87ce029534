package dev.tilewright.graph.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.UserException;
import dev.tilewright.core.testing.Golden;
import dev.tilewright.graph.Closeness;
import dev.tilewright.graph.SharedData;
import dev.tilewright.graph.host.ReferenceExecutor;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.onnx.format.OnnxReader;
import dev.tilewright.graph.onnx.format.OnnxValueInfo;
import dev.tilewright.runtime.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ONNX project's own tests of single operators: whatever is imported must give the expected
 * result; whatever is not must be refused in one line. The golden file lists the refused ones with
 * the reason.
 */
class OnnxNodeTestsTest {
  @Test
  void importedOperatorsGiveTheExpectedResults(@TempDir Path folder) throws IOException {
    unpack(SharedData.require("node-tests.zip"), folder);
    List<String> wrong = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    List<Path> cases = casesIn(folder);
    for (Path model : cases) {
      String name = folder.relativize(model.getParent()).toString();
      try {
        check(name, model);
      } catch (UserException unsupported) {
        refused.add(name + ": " + reason(unsupported, folder));
      } catch (AssertionError | RuntimeException failure) {
        wrong.add(name + ": " + failure);
      }
    }
    System.out.printf(
        "ONNX node tests: %d of %d pass, %d are refused%n",
        cases.size() - refused.size() - wrong.size(), cases.size(), refused.size());
    assertThat(wrong).isEmpty();
    assertThat(refused).noneMatch(message -> message.contains("\n"));
    Golden.check(OnnxNodeTestsTest.class, "refused", String.join("\n", refused) + "\n");
  }

  /** The message without the list of all operators and without the temporary folder. */
  private static String reason(UserException unsupported, Path folder) {
    String message = unsupported.getMessage().replace(folder + "/", "");
    return message.replaceFirst("; supported are .*", "");
  }

  private static void check(String name, Path model) {
    Path data = model.resolveSibling("test_data_set_0");
    List<Tensor> inputs = tensors(data, "input_");
    Graph graph = load(model, inputs);
    Map<String, Tensor> fed = new HashMap<>();
    for (int i = 0; i < graph.inputs().size(); i++) {
      Value input = graph.inputs().get(i);
      fed.put(input.name(), inputs.get(i));
    }
    List<Tensor> results = List.copyOf(ReferenceExecutor.run(graph, fed).values());
    List<Tensor> expected = tensors(data, "output_");
    for (int i = 0; i < expected.size(); i++) {
      Closeness.check(name, results.get(i), expected.get(i));
    }
  }

  /** Inputs that decide shapes cannot be fed; such a model is imported with all inputs fixed. */
  private static Graph load(Path model, List<Tensor> inputs) {
    try {
      return OnnxImporter.load(model);
    } catch (UserException refused) {
      if (!refused.getMessage().contains("expected one that is known at compile time")) {
        throw refused;
      }
      List<OnnxValueInfo> declared = OnnxReader.readModel(model).graph().inputs();
      Map<String, Tensor> fixed = new HashMap<>();
      for (int i = 0; i < inputs.size(); i++) {
        fixed.put(declared.get(i).name(), inputs.get(i));
      }
      return OnnxImporter.load(model, new ImportOptions(Map.of(), fixed));
    }
  }

  private static List<Tensor> tensors(Path data, String prefix) {
    List<Tensor> tensors = new ArrayList<>();
    for (int i = 0; Files.exists(data.resolve(prefix + i + ".pb")); i++) {
      tensors.add(OnnxImporter.readTensor(data.resolve(prefix + i + ".pb")));
    }
    return tensors;
  }

  private static List<Path> casesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.endsWith("model.onnx"))
          .filter(file -> Files.exists(file.resolveSibling("test_data_set_0")))
          .sorted()
          .toList();
    }
  }

  private static void unpack(Path archive, Path folder) throws IOException {
    try (InputStream bytes = Files.newInputStream(archive);
        ZipInputStream zip = new ZipInputStream(bytes)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!entry.isDirectory()) {
          Path file = folder.resolve(entry.getName());
          Files.createDirectories(file.getParent());
          Files.copy(zip, file);
        }
      }
    }
  }
}
