package dev.tilewright.search.feature;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * For each of the buffers with most traffic: kind of access, traffic and footprint in bytes and in
 * cache lines, reuse, stride (Ansor, appendix B, "buffer access"). Beside Ansor's: the stride along
 * the vector loop and whether the layout was rewritten.
 */
final class AccessFeatures implements FeatureGroup {
  /** Buffers beyond these are left out; missing ones are zeros. */
  private static final int BUFFERS = 5;

  private static final List<String> NUMBERS =
      List.of(
          "bytes",
          "unique_bytes",
          "lines",
          "unique_lines",
          "bytes_per_reuse",
          "unique_bytes_per_reuse",
          "lines_per_reuse",
          "unique_lines_per_reuse",
          "reuse_iterations",
          "reuse_bytes",
          "reuse_count",
          "stride",
          "vector_stride",
          "packed");

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < BUFFERS; i++) {
      String prefix = "buffer" + i + ".";
      for (BufferUse.Kind kind : BufferUse.Kind.values()) {
        names.add(prefix + kind.name().toLowerCase(Locale.ROOT));
      }
      for (Reuse.Kind kind : Reuse.Kind.values()) {
        names.add(prefix + "reuse_" + kind.name().toLowerCase(Locale.ROOT));
      }
      NUMBERS.forEach(number -> names.add(prefix + number));
    }
    return names;
  }

  @Override
  public void write(Statement statement, FeatureRow row) {
    List<BufferUse> uses = BufferUse.of(statement);
    for (int i = 0; i < BUFFERS; i++) {
      if (i < uses.size()) {
        write(statement, uses.get(i), row);
      } else {
        writeMissing(row);
      }
    }
  }

  private static void write(Statement statement, BufferUse use, FeatureRow row) {
    Access access = use.access();
    LoopPath path = statement.path();
    Reuse reuse = Reuse.of(statement, access);
    row.oneOf(BufferUse.Kind.values(), use.kind());
    row.oneOf(Reuse.Kind.values(), reuse.kind());
    double bytes = path.iterations() * use.count() * access.buffer().dtype().bytes();
    double lines = lines(path, access) * use.count();
    double[] traffic = {
      bytes, access.uniqueBytes(0), lines, access.footprint(0) / Access.LINE_BYTES
    };
    for (double amount : traffic) {
      row.quantity(amount);
    }
    for (double amount : traffic) {
      row.quantity(amount / Math.max(1, reuse.count()));
    }
    row.quantity(reuse.iterations());
    row.quantity(reuse.bytes());
    row.quantity(reuse.count());
    row.quantity(path.loops().isEmpty() ? 0 : access.stride(path.innermost()));
    row.quantity(path.vector() < 0 ? 0 : access.stride(path.vector()));
    row.flag(access.packed());
  }

  /** Cache lines touched if a line is kept only while the innermost loop runs. */
  private static double lines(LoopPath path, Access access) {
    if (path.loops().isEmpty()) {
      return 1;
    }
    int innermost = path.innermost();
    double extent = Math.max(1, path.loops().get(innermost).extent());
    double stride = access.stride(innermost) * access.buffer().dtype().bytes();
    double perIteration = Math.min(1, stride / Access.LINE_BYTES);
    return path.iterations() / extent * Math.max(1, extent * perIteration);
  }

  private static void writeMissing(FeatureRow row) {
    int count = BufferUse.Kind.values().length + Reuse.Kind.values().length + NUMBERS.size();
    for (int i = 0; i < count; i++) {
      row.share(0);
    }
  }
}
