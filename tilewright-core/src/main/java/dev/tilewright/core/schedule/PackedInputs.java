package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.HostArray;
import java.util.ArrayList;
import java.util.List;

/** Brings constant inputs into the form that a schedule asks for. */
public final class PackedInputs {
  private PackedInputs() {}

  /**
   * The inputs as the lowered program takes them.
   *
   * @param inputs one for each input of the DAG, row-major
   */
  public static List<HostArray> of(ScheduleState state, List<HostArray> inputs) {
    List<HostArray> packed = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      Buffer buffer = state.dag().inputs().get(i);
      packed.add(store(state.storage(buffer), inputs.get(i)));
    }
    return packed;
  }

  /** An input stored as kernels expect it; padding is zero. */
  public static HostArray store(ConstantStorage storage, HostArray given) {
    if (storage.isPlain()) {
      return given;
    }
    HostArray stored = HostArray.zeros(storage.dtype(given.dtype()), storage.shape(given.shape()));
    storage.store(given.dtype(), given.shape(), given.segment(), stored.segment());
    return stored;
  }
}
