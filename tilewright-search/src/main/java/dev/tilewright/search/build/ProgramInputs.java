package dev.tilewright.search.build;

import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.ConstantStorage;
import dev.tilewright.core.schedule.ConstantTransform;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The inputs that programs of one DAG are bound to, as the DAG defines them. A constant is
 * transformed once for all programs that want it so; only its layout is made for each. For use by
 * one thread at a time, while the tensors live.
 */
public final class ProgramInputs implements AutoCloseable {
  private final List<Tensor> tensors;
  private final List<Map<ConstantTransform, Tensor>> transformed = new ArrayList<>();
  private final Arena arena = Arena.ofShared();

  /**
   * @param tensors one for each input of the DAG, in its order, type and shape
   */
  public ProgramInputs(List<Tensor> tensors) {
    this.tensors = List.copyOf(tensors);
    tensors.forEach(_ -> transformed.add(new HashMap<>()));
  }

  /** As the DAG defines them. */
  public List<Tensor> tensors() {
    return tensors;
  }

  /**
   * An input as kernels expect it.
   *
   * @param input its position in the DAG
   * @param storage what they expect
   * @param packing holds the result, unless no copy is needed
   */
  Tensor stored(int input, ConstantStorage storage, Arena packing) {
    Tensor given = tensors.get(input);
    if (storage.transform().equals(ConstantTransform.AS_GIVEN)) {
      return TensorPacker.store(given, storage, packing);
    }
    Tensor values =
        transformed
            .get(input)
            .computeIfAbsent(storage.transform(), transform -> transform(given, transform));
    BufferLayout layout = storage.layout();
    return layout.isRowMajor() ? values : TensorPacker.pack(values, layout, packing);
  }

  private Tensor transform(Tensor given, ConstantTransform transform) {
    BufferLayout plain = BufferLayout.rowMajor(transform.shape(given.shape()).rank());
    return TensorPacker.store(given, new ConstantStorage(transform, plain), arena);
  }

  /** Frees the transformed constants; no program is bound to them any more. */
  @Override
  public void close() {
    arena.close();
  }
}
