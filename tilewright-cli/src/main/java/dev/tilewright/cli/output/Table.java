package dev.tilewright.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns. */
public final class Table {
  /** On which side a column is filled up. */
  public enum Align {
    LEFT,
    RIGHT
  }

  /** A column's heading and alignment. */
  public record Column(String heading, Align align) {}

  private static final String GAP = "  ";

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  public static Column left(String heading) {
    return new Column(heading, Align.LEFT);
  }

  public static Column right(String heading) {
    return new Column(heading, Align.RIGHT);
  }

  /** Adds a row with one text a column. */
  public void row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          "table row: got %d cells; expected %d".formatted(cells.length, columns.size()));
    }
    rows.add(List.of(cells));
  }

  /** Prints the headings and the rows. */
  public void print(PrintWriter out) {
    printRow(out, columns.stream().map(Column::heading).toList());
    rows.forEach(row -> printRow(out, row));
  }

  private void printRow(PrintWriter out, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String fill = " ".repeat(width(column) - cells.get(column).length());
      line.append(column == 0 ? "" : GAP);
      line.append(
          switch (columns.get(column).align()) {
            case LEFT -> cells.get(column) + fill;
            case RIGHT -> fill + cells.get(column);
          });
    }
    out.println(line.toString().stripTrailing());
  }

  private int width(int column) {
    int width = columns.get(column).heading().length();
    for (List<String> row : rows) {
      width = Math.max(width, row.get(column).length());
    }
    return width;
  }
}
