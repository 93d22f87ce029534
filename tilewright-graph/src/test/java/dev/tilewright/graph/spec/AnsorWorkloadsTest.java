package dev.tilewright.graph.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.Shape;
import dev.tilewright.core.te.ComputeDag;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AnsorWorkloadsTest {
  static Set<String> names() {
    return AnsorWorkloads.all().keySet();
  }

  @Test
  void thereAreFourOfEach() {
    assertThat(names()).hasSize(44).contains("ansor:c1d-1", "ansor:tbg-4");
  }

  @ParameterizedTest
  @MethodSource("names")
  void eachNameMeansItsSpecification(String name) {
    assertThat(OpSpec.isKnown(name)).isTrue();
    OpSpec spec = OpSpec.parse(name);
    assertThat(spec.text()).startsWith(AnsorWorkloads.all().get(name).split(":")[0]);
    assertThat(spec.dag().outputs()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "ansor:c1d-1, 1x128x128",
    "ansor:c2d-1, 1x112x112x64",
    "ansor:c3d-1, 1x8x112x112x64",
    "ansor:gmm-2, 512x32",
    "ansor:grp-1, 1x28x28x128",
    "ansor:dil-1, 1x109x109x64",
    "ansor:dep-3, 1x7x7x512",
    "ansor:t2d-4, 1x64x64x3",
    "ansor:nrm-4, 1",
    "ansor:conv-layer-3, 1x14x14x256",
    "ansor:tbg-1, 1x12x128x128"
  })
  void theResultHasTheExtents(String name, String extents) {
    ComputeDag dag = OpSpec.parse(name).dag();
    Shape shape = dag.outputs().getFirst().shape();
    assertThat(shape.toArray())
        .containsExactly(Arrays.stream(extents.split("x")).mapToLong(Long::parseLong).toArray());
  }
}
