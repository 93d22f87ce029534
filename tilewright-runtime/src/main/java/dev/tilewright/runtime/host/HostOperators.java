package dev.tilewright.runtime.host;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.plan.HostLibrary;
import dev.tilewright.runtime.plan.HostStep;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** All host operators that plans may hold. */
public final class HostOperators implements HostLibrary {
  private static final Map<String, Function<HostAttributes, PlannableOperator>> TABLE =
      Map.ofEntries(
          Map.entry(BitCast.NAME, BitCast::of),
          Map.entry(Determinant.NAME, attributes -> new Determinant()),
          Map.entry(IndexCheck.NAME, IndexCheck::of),
          Map.entry(LinearAttention.NAME, LinearAttention::of),
          Map.entry(MaxUnpool.NAME, MaxUnpool::of),
          Map.entry(RecurrentLayer.NAME, RecurrentLayer::of),
          Map.entry(RoiAlign.NAME, RoiAlign::of),
          Map.entry(ScatterElements.NAME, ScatterElements::of),
          Map.entry(ScatterNd.NAME, ScatterNd::of),
          Map.entry(TopK.NAME, TopK::of));

  @Override
  public HostStep create(String operator, String attributes) {
    PlannableOperator made = read(operator, attributes);
    return (inputs, outputs) -> {
      List<Tensor> results = made.evaluate(inputs);
      for (int i = 0; i < outputs.size(); i++) {
        outputs.get(i).copyFrom(results.get(i));
      }
    };
  }

  /** The operator of a name with the attributes that it wrote down. */
  static PlannableOperator read(String operator, String attributes) {
    Function<HostAttributes, PlannableOperator> maker = TABLE.get(operator);
    if (maker == null) {
      throw new UserException(
          "plan: no operator '%s' runs in Java; expected one of %s".formatted(operator, names()));
    }
    return maker.apply(HostAttributes.parse(attributes));
  }

  static Set<String> names() {
    return new TreeSet<>(TABLE.keySet());
  }
}
