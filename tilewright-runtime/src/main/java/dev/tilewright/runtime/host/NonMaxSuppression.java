package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Greedy choice of boxes: for each image and class the boxes in descending order of their scores,
 * without those that overlap one that is already chosen. Inputs: boxes (images × boxes × 4) and
 * scores (images × classes × boxes). The result is an int64 matrix of (image, class, box).
 *
 * @param most boxes chosen for an image and class
 * @param overlap intersection by union above which a box is left out
 * @param leastScore scores must be above this
 * @param centered whether a box is centre x, centre y, width, height rather than two corners y, x
 */
public record NonMaxSuppression(long most, double overlap, double leastScore, boolean centered)
    implements HostOperator {
  @Override
  public String name() {
    return "non_max_suppression";
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Shape boxes = inputs.get(0).shape();
    Shape scores = inputs.get(1).shape();
    boolean fits =
        boxes.rank() == 3
            && scores.rank() == 3
            && boxes.extent(2) == 4
            && boxes.extent(0) == scores.extent(0)
            && boxes.extent(1) == scores.extent(2);
    if (!fits) {
      throw new UserException(
          ("non_max_suppression: boxes %s and scores %s; expected images x boxes x 4"
                  + " and images x classes x boxes")
              .formatted(boxes, scores));
    }
    List<long[]> chosen = new ArrayList<>();
    for (long image = 0; image < scores.extent(0); image++) {
      for (long kind = 0; kind < scores.extent(1); kind++) {
        for (long box : choose(inputs.get(0), inputs.get(1), image, kind)) {
          chosen.add(new long[] {image, kind, box});
        }
      }
    }
    long[] flat = chosen.stream().flatMapToLong(LongStream::of).toArray();
    return List.of(Tensor.of(Shape.of(chosen.size(), 3), flat));
  }

  private List<Long> choose(Tensor boxes, Tensor scores, long image, long kind) {
    long count = scores.shape().extent(2);
    long firstScore = (image * scores.shape().extent(1) + kind) * count;
    List<Long> candidates =
        LongStream.range(0, count)
            .filter(box -> scores.getDouble(firstScore + box) > leastScore)
            .boxed()
            .sorted(Comparator.comparingDouble(box -> -scores.getDouble(firstScore + box)))
            .toList();
    List<Long> chosen = new ArrayList<>();
    for (long candidate : candidates) {
      Box box = box(boxes, image * count + candidate);
      boolean apart =
          chosen.stream().allMatch(c -> box(boxes, image * count + c).overlap(box) <= overlap);
      if (apart && chosen.size() < most) {
        chosen.add(candidate);
      }
    }
    return chosen;
  }

  private Box box(Tensor boxes, long row) {
    double a = boxes.getDouble(4 * row);
    double b = boxes.getDouble(4 * row + 1);
    double c = boxes.getDouble(4 * row + 2);
    double d = boxes.getDouble(4 * row + 3);
    return centered
        ? new Box(a - c / 2, b - d / 2, a + c / 2, b + d / 2)
        : new Box(Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d));
  }

  private record Box(double low1, double low2, double high1, double high2) {
    double area() {
      return (high1 - low1) * (high2 - low2);
    }

    /** Intersection by union; 0 if both are empty. */
    double overlap(Box other) {
      double side1 = Math.min(high1, other.high1) - Math.max(low1, other.low1);
      double side2 = Math.min(high2, other.high2) - Math.max(low2, other.low2);
      double common = Math.max(0, side1) * Math.max(0, side2);
      double union = area() + other.area() - common;
      return union > 0 ? common / union : 0;
    }
  }
}
