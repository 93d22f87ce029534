package dev.tilewright.graph.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Named shapes of Ansor's evaluation (Zheng et al., OSDI 2020, sections 7.1 and 7.2) at batch 1, as
 * {@code ansor:c2d-1}: four a workload. The shapes are those of TVM's list of tensor-expression
 * workloads ({@code meta_schedule/testing/te_workload.py}, Apache TVM), which has the artifact's.
 */
public final class AnsorWorkloads {
  private static final String PREFIX = "ansor:";
  private static final Map<String, String> SPECIFICATIONS = specifications();

  private AnsorWorkloads() {}

  /** The specification of each name, in the order of the paper. */
  public static Map<String, String> all() {
    return SPECIFICATIONS;
  }

  static Optional<String> find(String name) {
    return Optional.ofNullable(SPECIFICATIONS.get(name));
  }

  private static Map<String, String> specifications() {
    Map<String, String> all = new LinkedHashMap<>();
    add(
        all,
        "c1d",
        conv1d(256, 64, 128, 3, 2, 1),
        conv1d(128, 128, 256, 1, 2, 0),
        conv1d(64, 256, 256, 5, 1, 2),
        conv1d(32, 512, 512, 3, 1, 1));
    List<String> conv2d =
        List.of(
            conv2d(224, 3, 64, 7, 2, 3),
            conv2d(56, 64, 64, 1, 1, 0),
            conv2d(14, 256, 256, 3, 1, 1),
            conv2d(7, 512, 512, 3, 1, 1));
    add(all, "c2d", conv2d.toArray(String[]::new));
    add(
        all,
        "c3d",
        conv3d(224, 3, 64, 7, 2, 3),
        conv3d(56, 64, 64, 1, 1, 0),
        conv3d(14, 256, 256, 3, 1, 1),
        conv3d(7, 512, 512, 3, 1, 1));
    add(
        all,
        "gmm",
        matmul(128, 128, 128),
        matmul(512, 32, 512),
        matmul(512, 512, 512),
        matmul(1024, 1024, 1024));
    add(
        all,
        "grp",
        conv2d(56, 64, 128, 3, 2, 1) + ",groups=4",
        conv2d.get(1) + ",groups=4",
        conv2d.get(2) + ",groups=4",
        conv2d.get(3) + ",groups=4");
    add(all, "dil", conv2d.stream().map(c -> c + ",dilation=2").toArray(String[]::new));
    add(
        all,
        "dep",
        depthwise(112, 32, 1),
        depthwise(112, 64, 2),
        depthwise(14, 512, 2),
        depthwise(7, 1024, 1));
    add(
        all,
        "t2d",
        transposed(4, 512, 256),
        transposed(8, 256, 128),
        transposed(16, 128, 64),
        transposed(32, 64, 3));
    add(all, "nrm", norm(256, 256), norm(512, 512), norm(1024, 1024), norm(4096, 1024));
    String layer = ",bias=true,act=relu";
    add(
        all,
        "conv-layer",
        conv2d(224, 3, 64, 7, 2, 3) + layer,
        conv2d(56, 64, 128, 3, 2, 1) + layer,
        conv2d(28, 128, 256, 1, 2, 0) + layer,
        conv2d(7, 512, 512, 3, 1, 1) + layer);
    add(
        all,
        "tbg",
        scores(128, 12, 64),
        scores(128, 16, 64),
        scores(64, 12, 128),
        scores(128, 12, 128));
    return Collections.unmodifiableMap(all);
  }

  private static void add(Map<String, String> all, String name, String... specifications) {
    for (int i = 0; i < specifications.length; i++) {
      all.put(PREFIX + name + "-" + (i + 1), specifications[i]);
    }
  }

  private static String conv1d(int w, int in, int out, int taps, int stride, int pad) {
    return "conv1d:n=1,w=%d,ci=%d,co=%d,kw=%d,stride=%d,pad=%d"
        .formatted(w, in, out, taps, stride, pad);
  }

  private static String conv2d(int size, int in, int out, int taps, int stride, int pad) {
    return "conv2d:n=1,h=%1$d,w=%1$d,ci=%2$d,co=%3$d,kh=%4$d,kw=%4$d,stride=%5$d,pad=%6$d"
        .formatted(size, in, out, taps, stride, pad);
  }

  private static String conv3d(int size, int in, int out, int taps, int stride, int pad) {
    return ("conv3d:n=1,d=16,h=%1$d,w=%1$d,ci=%2$d,co=%3$d,"
            + "kd=%4$d,kh=%4$d,kw=%4$d,stride=%5$d,pad=%6$d")
        .formatted(size, in, out, taps, stride, pad);
  }

  private static String matmul(int m, int n, int k) {
    return "matmul:m=%d,n=%d,k=%d".formatted(m, n, k);
  }

  private static String depthwise(int size, int channels, int stride) {
    return "depthwise_conv2d:n=1,h=%1$d,w=%1$d,c=%2$d,kh=3,kw=3,stride=%3$d,pad=1"
        .formatted(size, channels, stride);
  }

  private static String transposed(int size, int in, int out) {
    return "conv2d_transpose:n=1,h=%1$d,w=%1$d,ci=%2$d,co=%3$d,kh=4,kw=4,stride=2,pad=1"
        .formatted(size, in, out);
  }

  private static String norm(int m, int n) {
    return "norm:batch=1,m=%d,n=%d".formatted(m, n);
  }

  private static String scores(int length, int heads, int dim) {
    return "transpose_batch_matmul:batch=1,seq=%d,heads=%d,dim=%d".formatted(length, heads, dim);
  }
}
