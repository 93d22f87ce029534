package dev.tilewright.graph.onnx;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.Closeness;
import dev.tilewright.graph.SharedData;
import dev.tilewright.graph.ir.Graph;
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

/**
 * A model of the ONNX project's tests with inputs and expected results.
 *
 * @param name its folder
 */
record NodeTestCase(String name, Path model) {
  /** Unpacks all cases into a folder; skips the test if they are not there. */
  static List<NodeTestCase> unpack(Path folder) throws IOException {
    try (InputStream bytes = Files.newInputStream(SharedData.require("node-tests.zip"));
        ZipInputStream zip = new ZipInputStream(bytes)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!entry.isDirectory()) {
          Path file = folder.resolve(entry.getName());
          Files.createDirectories(file.getParent());
          Files.copy(zip, file);
        }
      }
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.endsWith("model.onnx"))
          .filter(file -> Files.exists(file.resolveSibling("test_data_set_0")))
          .sorted()
          .map(file -> new NodeTestCase(folder.relativize(file.getParent()).toString(), file))
          .toList();
    }
  }

  /** The network; inputs that decide shapes cannot be fed, so that then all inputs are fixed. */
  Graph load() {
    try {
      return OnnxImporter.load(model);
    } catch (UserException refused) {
      if (!refused.getMessage().contains("known at compile time")) {
        throw refused;
      }
      List<OnnxValueInfo> declared = OnnxReader.readModel(model).graph().inputs();
      List<Tensor> inputs = tensors("input_");
      Map<String, Tensor> fixed = new HashMap<>();
      for (int i = 0; i < inputs.size(); i++) {
        fixed.put(declared.get(i).name(), inputs.get(i));
      }
      return OnnxImporter.load(model, new ImportOptions(Map.of(), fixed));
    }
  }

  /** The inputs of a loaded network by name. */
  Map<String, Tensor> inputs(Graph graph) {
    List<Tensor> inputs = tensors("input_");
    Map<String, Tensor> fed = new HashMap<>();
    for (int i = 0; i < graph.inputs().size(); i++) {
      fed.put(graph.inputs().get(i).name(), inputs.get(i));
    }
    return fed;
  }

  /** Throws unless the results are those expected. */
  void check(Map<String, Tensor> results) {
    List<Tensor> actual = List.copyOf(results.values());
    List<Tensor> expected = tensors("output_");
    for (int i = 0; i < expected.size(); i++) {
      Closeness.checkAsOnnx(name, actual.get(i), expected.get(i));
    }
  }

  private List<Tensor> tensors(String prefix) {
    Path data = model.resolveSibling("test_data_set_0");
    List<Tensor> tensors = new ArrayList<>();
    for (int i = 0; Files.exists(data.resolve(prefix + i + ".pb")); i++) {
      tensors.add(OnnxImporter.readTensor(data.resolve(prefix + i + ".pb")));
    }
    return tensors;
  }
}
