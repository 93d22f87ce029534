package dev.tilewright.graph.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.graph.api.Executable;
import dev.tilewright.graph.api.Tilewright;
import dev.tilewright.graph.host.ReferenceExecutor;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.pass.Passes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ONNX project's own tests of single operators, all of which must give the expected result. */
class OnnxNodeTestsTest {
  /** One case in so many is compiled, too, which takes longer. */
  private static final int COMPILED = 12;

  @TempDir private Path folder;

  @Test
  void importedOperatorsGiveTheExpectedResults() throws IOException {
    List<NodeTestCase> cases = NodeTestCase.unpack(folder);
    List<String> failures =
        failures(
            cases,
            test -> {
              Graph graph = test.load();
              test.check(ReferenceExecutor.run(graph, test.inputs(graph)));
            });
    System.out.printf(
        "ONNX node tests: %d of %d pass%n", cases.size() - failures.size(), cases.size());
    assertThat(failures).isEmpty();
  }

  @Test
  void compiledOperatorsGiveTheExpectedResults() throws IOException {
    List<NodeTestCase> all = NodeTestCase.unpack(folder);
    List<NodeTestCase> some =
        IntStream.range(0, all.size()).filter(i -> i % COMPILED == 0).mapToObj(all::get).toList();
    Tilewright tilewright = Tilewright.onThisMachine(2, warning -> {});
    List<String> failures =
        failures(
            some,
            test -> {
              Graph graph = Passes.optimize(test.load());
              Path records = folder.resolve("records.json");
              try (Executable network = tilewright.compile(graph, records)) {
                test.check(network.run(test.inputs(graph)));
              }
            });
    assertThat(failures).isEmpty();
  }

  private static List<String> failures(List<NodeTestCase> cases, Consumer<NodeTestCase> check) {
    List<String> failures = new ArrayList<>();
    for (NodeTestCase test : cases) {
      try {
        check.accept(test);
      } catch (AssertionError | RuntimeException failure) {
        failures.add(test.name() + ": " + failure);
      }
    }
    return failures;
  }
}
