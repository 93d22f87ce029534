package dev.tilewright.bench.blas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.UserException;
import dev.tilewright.bench.PeerCheck;
import dev.tilewright.graph.spec.OpSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenBlasPeerTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "matmul:m=5,n=7,k=3",
        "matmul:m=1,n=7,k=3",
        "batch_matmul:batch=3,m=4,n=6,k=5",
        "dense:batch=1,in=33,out=10",
        "dense:batch=3,in=33,out=10",
        "dense:batch=2,in=8,out=5,bias=false"
      })
  void computesTheDefinition(String spec) {
    PeerCheck.computesTheDefinition(new OpenBlasPeer(), spec);
  }

  @Test
  void refusesWhatItCannot() {
    assertThatThrownBy(() -> new OpenBlasPeer().open(OpSpec.parse("conv2d:h=5,w=5").network(1), 1))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("conv2d");
    assertThatThrownBy(() -> new OpenBlasPeer().open(OpSpec.parse("matmul:act=relu").network(1), 1))
        .hasMessageContaining("2 operators");
  }

  @Test
  void saysItsVersion() {
    assertThat(new OpenBlasPeer().version()).startsWith("0.3");
  }
}
