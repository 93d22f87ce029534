package dev.tilewright.bench.curve;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The curves of one workload as a scalable vector graphic: trials on a logarithmic axis, time
 * relative to the best that is known from 1 at the bottom to {@value #TOP} at the top.
 */
final class CurveChart {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 360;
  private static final int MARGIN = 48;
  private static final double TOP = 2;
  private static final List<String> COLOURS = List.of("#999999", "#e69f00", "#0072b2", "#009e73");

  private final CurveReport report;
  private final StringBuilder out = new StringBuilder();

  CurveChart(CurveReport report) {
    this.report = report;
  }

  String svg(String workload) {
    out.setLength(0);
    write(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
        WIDTH, HEIGHT);
    text(WIDTH / 2.0, 20, "middle", "black", workload);
    axes();
    Map<ModelKind, List<Double>> medians = report.medians(workload);
    medians.forEach(this::line);
    int row = 0;
    for (ModelKind model : medians.keySet()) {
      text(WIDTH - MARGIN, MARGIN + 16.0 * row++, "end", COLOURS.get(model.ordinal()), model.key());
    }
    return out.append("</svg>\n").toString();
  }

  private void axes() {
    for (int tenths = 10; tenths <= TOP * 10; tenths += 2) {
      double at = y(tenths / 10.0);
      write("<path d=\"M%d %.1f H%d\" stroke=\"#dddddd\"/>%n", MARGIN, at, WIDTH - MARGIN);
      text(MARGIN - 6, at + 4, "end", "black", "%.1f".formatted(tenths / 10.0));
    }
    report.points().forEach(point -> text(x(point), y(1) + 18, "middle", "black", "" + point));
    text(WIDTH / 2.0, HEIGHT - 8, "middle", "black", "trials");
  }

  private void line(ModelKind model, List<Double> times) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < times.size(); i++) {
      points.append(
          String.format(Locale.ROOT, "%.1f,%.1f ", x(report.points().get(i)), y(times.get(i))));
    }
    write(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
        points.toString().strip(), COLOURS.get(model.ordinal()));
  }

  private void text(double x, double y, String anchor, String colour, String text) {
    write(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n",
        x, y, anchor, colour, text.replace("&", "&amp;").replace("<", "&lt;"));
  }

  private double x(int trial) {
    double share = Math.log(trial) / Math.max(Math.log(2), Math.log(report.points().getLast()));
    return MARGIN + share * (WIDTH - 2 * MARGIN);
  }

  private double y(double time) {
    return MARGIN + (TOP - Math.min(time, TOP)) / (TOP - 1) * (HEIGHT - 2 * MARGIN);
  }

  private void write(String format, Object... arguments) {
    out.append(String.format(Locale.ROOT, format, arguments));
  }
}
