package dev.tilewright.graph.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.runtime.Tensor;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferenceExecutorTest {
  private static final Tensor X = Tensor.of(Shape.of(3), -1f, 0f, 2f);

  @Test
  void computesEveryOutputEvenIfItIsAnInputOrAConstant() {
    Map<String, Tensor> results = ReferenceExecutor.run(network(), Map.of("x", X));
    assertThat(results.keySet()).containsExactly("sum", "same", "fixed");
    assertThat(results.get("sum").toFloats()).containsExactly(10f, 10f, 12f);
    assertThat(results.get("same").toFloats()).containsExactly(-1f, 0f, 2f);
    assertThat(results.get("fixed").toFloats()).containsExactly(10f);
  }

  @Test
  void refusesAMissingInput() {
    assertThatThrownBy(() -> ReferenceExecutor.run(network(), Map.of()))
        .isInstanceOf(UserException.class)
        .hasMessage("input 'x': missing; expected float32 3");
  }

  @Test
  void refusesAnUnknownInput() {
    assertThatThrownBy(() -> ReferenceExecutor.run(network(), Map.of("x", X, "y", X)))
        .isInstanceOf(UserException.class)
        .hasMessage("input 'y': the network has none of that name; expected [x]");
  }

  @Test
  void refusesAnotherShapeOrType() {
    Tensor longer = Tensor.of(Shape.of(4), 1f, 2f, 3f, 4f);
    assertThatThrownBy(() -> ReferenceExecutor.run(network(), Map.of("x", longer)))
        .hasMessage("input 'x': got float32 4; expected float32 3");
    Tensor whole = Tensor.of(Shape.of(3), 1L, 2L, 3L);
    assertThatThrownBy(() -> ReferenceExecutor.run(network(), Map.of("x", whole)))
        .hasMessage("input 'x': got int64 3; expected float32 3");
  }

  private static Graph network() {
    GraphBuilder graph = new GraphBuilder();
    Value x = graph.input("x", TensorType.of(DType.FLOAT32, 3));
    Value ten = graph.constant("ten", Tensor.of(Shape.of(1), 10f));
    Value relu = graph.apply("relu", new Unary(UnaryFunction.RELU), x);
    graph.output("sum", graph.apply("add", new Binary(BinaryFunction.ADD), relu, ten));
    graph.output("same", x);
    graph.output("fixed", ten);
    return graph.build();
  }
}
