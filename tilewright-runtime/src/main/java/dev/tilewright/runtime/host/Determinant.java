package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.Arrays;
import java.util.List;

/** The determinants of square matrices, by elimination with pivots in float64. */
public record Determinant() implements PlannableOperator {
  static final String NAME = "determinant";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    return HostAttributes.none();
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor input = inputs.getFirst();
    Shape shape = input.shape();
    int rank = shape.rank();
    if (rank < 2 || shape.extent(rank - 1) != shape.extent(rank - 2)) {
      throw new UserException("determinant of %s: expected square matrices".formatted(input));
    }
    int size = Math.toIntExact(shape.extent(rank - 1));
    Shape result = Shape.of(Arrays.copyOf(shape.toArray(), rank - 2));
    Tensor determinants = Tensor.allocate(input.dtype(), result);
    for (long matrix = 0; matrix < result.elements(); matrix++) {
      double[][] rows = new double[size][size];
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          rows[i][j] = input.getDouble((matrix * size + i) * size + j);
        }
      }
      determinants.set(matrix, eliminate(rows));
    }
    return List.of(determinants);
  }

  private static double eliminate(double[][] rows) {
    double determinant = 1;
    for (int column = 0; column < rows.length; column++) {
      int pivot = pivot(rows, column);
      if (rows[pivot][column] == 0) {
        return 0;
      }
      if (pivot != column) {
        double[] row = rows[pivot];
        rows[pivot] = rows[column];
        rows[column] = row;
        determinant = -determinant;
      }
      determinant *= rows[column][column];
      for (int i = column + 1; i < rows.length; i++) {
        double factor = rows[i][column] / rows[column][column];
        for (int j = column; j < rows.length; j++) {
          rows[i][j] -= factor * rows[column][j];
        }
      }
    }
    return determinant;
  }

  private static int pivot(double[][] rows, int column) {
    int best = column;
    for (int i = column + 1; i < rows.length; i++) {
      best = Math.abs(rows[i][column]) > Math.abs(rows[best][column]) ? i : best;
    }
    return best;
  }
}
