package dev.tilewright.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.base.DType;
import dev.tilewright.cli.peer.Peer;
import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.spec.OpSpec;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Compares a peer's results with the definition of an operator. */
public final class PeerCheck {
  private PeerCheck() {}

  public static void computesTheDefinition(Peer peer, String specification) {
    OpSpec spec = OpSpec.parse(specification);
    Graph network = spec.network(3);
    ComputeDag dag = spec.dag();
    Random random = new Random(5);
    Map<String, Tensor> values = new HashMap<>();
    network.constants().forEach((value, tensor) -> values.put(value.name(), tensor));
    List<Tensor> inputs = new ArrayList<>();
    for (Value input : network.inputs()) {
      Tensor tensor = Tensor.allocate(DType.FLOAT32, input.type().shape());
      for (long i = 0; i < tensor.shape().elements(); i++) {
        tensor.set(i, random.nextDouble());
      }
      values.put(input.name(), tensor);
      inputs.add(tensor);
    }
    List<HostArray> arguments = new ArrayList<>();
    for (Buffer buffer : dag.inputs()) {
      Tensor tensor = values.get(buffer.name());
      arguments.add(HostArray.wrap(tensor.dtype(), tensor.shape(), tensor.segment()));
    }
    double[] expected = DagEvaluator.evaluate(dag, arguments).getFirst().toDoubles();
    try (PeerSession session = peer.open(network, 1)) {
      session.setInputs(inputs);
      session.run();
      session.run();
      double[] results = session.outputs().getFirst().toDoubles();
      assertThat(results).hasSameSizeAs(expected);
      for (int i = 0; i < expected.length; i++) {
        assertThat(results[i]).as("element %d", i).isCloseTo(expected[i], within(1e-4));
      }
    }
  }
}
