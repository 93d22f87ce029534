package dev.tilewright.search.model;

import java.util.List;

/**
 * The features of the statements of some programs, row after row.
 *
 * @param values row-major
 * @param programs for each row, the position of its program
 * @param count of programs, some of which may have no row
 */
record Rows(float[] values, int[] programs, int count) {
  /**
   * @param rows for each program one row a statement
   * @param columns length of each row
   */
  static Rows of(List<List<float[]>> rows, int columns) {
    int size = rows.stream().mapToInt(List::size).sum();
    float[] values = new float[size * columns];
    int[] programs = new int[size];
    int next = 0;
    for (int program = 0; program < rows.size(); program++) {
      for (float[] row : rows.get(program)) {
        System.arraycopy(row, 0, values, next * columns, columns);
        programs[next++] = program;
      }
    }
    return new Rows(values, programs, rows.size());
  }

  int size() {
    return programs.length;
  }
}
