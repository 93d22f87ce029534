package dev.tilewright.graph.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagPrinter;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.TensorType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class OpSpecTest {
  static List<OpKind> kinds() {
    return OpCatalogue.KINDS;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyKindBuildsFromItsDefaultsAndFromItsText(OpKind kind) {
    OpSpec spec = OpSpec.parse(kind.name());
    ComputeDag dag = spec.dag();
    assertThat(dag.outputs()).hasSize(1);
    assertThat(DagPrinter.text(OpSpec.parse(spec.text()).dag())).isEqualTo(DagPrinter.text(dag));
    for (OpParameter parameter : kind.parameters()) {
      OpSpec.parse(kind.name() + ":" + parameter.key() + "=" + parameter.defaultValue()).dag();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theNetworkHasTheInputsAndOutputsOfTheDag(OpKind kind) {
    OpSpec spec = OpSpec.parse(kind.name());
    Graph network = spec.network(1);
    ComputeDag dag = spec.dag();
    List<String> inputs = new ArrayList<>(network.inputs().stream().map(Value::name).toList());
    network.constants().keySet().forEach(constant -> inputs.add(constant.name()));
    assertThat(inputs)
        .containsExactlyInAnyOrderElementsOf(dag.inputs().stream().map(Buffer::name).toList());
    assertThat(network.outputs().getFirst().value().type())
        .isEqualTo(TensorType.of(dag.outputs().getFirst()));
  }

  @Test
  void theReferenceCasePrintsAsExpected() {
    ComputeDag dag = OpSpec.parse("dense:batch=1,in=2048,out=1000").dag();
    assertThat(DagPrinter.text(dag))
        .contains("T_dense(i, j) += (data[i, k]*weight[j, k])")
        .contains("T_add(ax0, ax1) = (T_dense[ax0, ax1] + bias[ax1])");
  }

  @Test
  void theBiasOfAnIntegerProductHasTheTypeOfTheSum() {
    ComputeDag dag = OpSpec.parse("dense:batch=17,in=13,out=7,dtype=int8").dag();
    assertThat(dag.outputs().getFirst().dtype()).isEqualTo(DType.INT32);
    assertThat(dag.inputs().getLast().dtype()).isEqualTo(DType.INT32);
  }

  @Test
  void valuesReachTheOperator() {
    ComputeDag dag =
        OpSpec.parse("conv2d:h=17,w=17,ci=128,co=32,kh=1,kw=7,pad=0x3,layout=NCHW,dtype=float16")
            .dag();
    assertThat(dag.outputs().getFirst().shape()).isEqualTo(Shape.of(1, 32, 17, 17));
    assertThat(dag.outputs().getFirst().dtype()).isEqualTo(DType.FLOAT16);
    assertThat(OpSpec.parse("dense:act=tanh").dag().outputs().getFirst().name())
        .isEqualTo("T_tanh");
  }

  @Test
  void theTextNamesWhatIsGivenAndAllExtents() {
    assertThat(OpSpec.parse(" dense:out=10,act=relu ").text())
        .isEqualTo("dense:batch=1,in=2048,out=10,act=relu");
    assertThat(OpSpec.parse("relu").text()).isEqualTo("relu:shape=1024");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dens:in=3|operator 'dens': there is none of that name; did you mean dense",
        "dense:inn=3|dense: there is no key 'inn'; did you mean in",
        "dense:in=three|dense: in=three; expected a whole number above 0",
        "dense:in=0|dense: in=0; expected a whole number above 0",
        "dense:in|dense: got 'in'; expected key=value, for example batch=1",
        "dense:in=|dense: got 'in='; expected key=value",
        "dense:in=3,in=4|dense: the key 'in' is given twice",
        "dense:bias=maybe|dense: bias=maybe; expected true or false",
        "dense:act=relo|act=relo; expected one of none, relu",
        "dense:dtype=float31|unknown dtype 'float31'",
        "conv2d:layout=NWHC|conv2d: layout=NWHC; expected one of NHWC, NCHW; did you mean",
        "conv2d:pad=1x1x1|conv2d: pad=1x1x1; expected a whole number for all spatial",
        "conv2d:stride=0|window: strides are [0, 0]; expected each to be at least 1",
        "conv2d:groups=3|conv2d of (float32 1x56x56x64",
        "reduce:op=median|reduce: op=median; expected one of sum, mean",
        "softmax:axis=5|axis 5 is outside of rank 2",
        "relu:shape=3x-1|relu: shape=3x-1; expected extents, for example 1x1000"
      })
  void mistakesAreNamedInOneLine(String text, String message) {
    assertThatThrownBy(() -> OpSpec.parse(text).dag())
        .isInstanceOf(UserException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }
}
