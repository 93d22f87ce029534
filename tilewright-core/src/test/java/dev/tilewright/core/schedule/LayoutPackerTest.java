package dev.tilewright.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Index;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutPackerTest {
  private static final Shape LOGICAL = Shape.of(5, 7);

  /** 5 as 2 blocks of 3 and 7 as 2 blocks of 2 times 2, both padded. */
  private static final BufferLayout BLOCKED =
      new BufferLayout(List.of(List.of(3L), List.of(2L, 2L)), List.of(2, 0, 3, 1, 4));

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void everyElementIsWhereTheLayoutSaysAndPaddingIsZero(int elementBytes) {
    check(BLOCKED, elementBytes);
  }

  @Test
  void permutationsOfDimensions() {
    check(BufferLayout.permuted(List.of(1, 0)), 4);
    assertThat(BufferLayout.permuted(List.of(1, 0)).physicalShape(LOGICAL))
        .isEqualTo(Shape.of(7, 5));
  }

  private static void check(BufferLayout layout, int elementBytes) {
    byte[] logical = new byte[(int) LOGICAL.elements() * elementBytes];
    for (int i = 0; i < logical.length; i++) {
      logical[i] = (byte) (i % 255 + 1);
    }
    Shape physical = layout.physicalShape(LOGICAL);
    byte[] expected = new byte[(int) physical.elements() * elementBytes];
    for (int i = 0; i < LOGICAL.elements(); i++) {
      List<Index> place = layout.physicalIndices(List.of(Index.of(i / 7L), Index.of(i % 7L)));
      int at = 0;
      for (int d = 0; d < physical.rank(); d++) {
        at = at * (int) physical.extent(d) + (int) ((Index.Const) place.get(d)).value();
      }
      System.arraycopy(logical, i * elementBytes, expected, at * elementBytes, elementBytes);
    }
    byte[] packed = new byte[expected.length];
    LayoutPacker.pack(
        layout,
        LOGICAL,
        elementBytes,
        MemorySegment.ofArray(logical),
        MemorySegment.ofArray(packed));
    assertThat(packed).isEqualTo(expected);
  }
}
