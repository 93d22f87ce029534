package dev.tilewright.core.lower;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StorageAlignment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides where every tensor of a schedule is stored: inputs in their layout, stages at root in
 * global buffers, attached stages in local or shared buffers of the size of their region.
 */
final class StoragePlan {
  private final Map<Buffer, Storage> storages = new IdentityHashMap<>();
  private final List<Buffer> inputs = new ArrayList<>();
  private final List<Buffer> workspaces = new ArrayList<>();

  StoragePlan(ScheduleState state) {
    for (Buffer input : state.dag().inputs()) {
      Buffer stored = state.stored(input);
      BufferLayout layout = state.layouts().get(stored);
      Storage storage = layout == null ? Storage.plain(stored) : relaid(stored, layout);
      storages.put(stored, storage);
      inputs.add(storage.buffer());
    }
    for (Stage stage : state.stages()) {
      for (Buffer output : stage.op().outputs()) {
        plan(stage, output, state.dag().outputs().contains(output));
      }
    }
  }

  Storage of(Buffer tensor) {
    return storages.get(tensor);
  }

  /** What the caller fills, in the order of the placeholders. */
  List<Buffer> inputs() {
    return inputs;
  }

  /** Global buffers that are neither input nor output. */
  List<Buffer> workspaces() {
    return workspaces;
  }

  private void plan(Stage stage, Buffer tensor, boolean isOutput) {
    switch (stage.placement()) {
      case Placement.Inlined() -> {}
      case Placement.At ignored -> storages.put(tensor, region(stage, tensor));
      case Placement.Root() -> {
        Storage storage = isOutput ? Storage.plain(tensor) : aligned(tensor, stage.alignment());
        storages.put(tensor, storage);
        if (!isOutput) {
          workspaces.add(storage.buffer());
        }
      }
    }
  }

  private static Storage relaid(Buffer input, BufferLayout layout) {
    Shape shape = layout.physicalShape(input.shape());
    return new Storage(new Buffer(input.name(), input.dtype(), shape), layout::physicalIndices);
  }

  private static Storage aligned(Buffer tensor, StorageAlignment alignment) {
    Shape shape = AlignedStorage.shape(tensor.shape(), alignment);
    if (shape.equals(tensor.shape()) && tensor.scope() == Buffer.Scope.GLOBAL) {
      return Storage.plain(tensor);
    }
    return new Storage(
        new Buffer(tensor.name(), tensor.dtype(), shape),
        indices -> AlignedStorage.locate(indices, tensor.shape(), alignment));
  }

  private static Storage region(Stage stage, Buffer tensor) {
    List<AxisBinding> bindings = stage.bindings().subList(0, stage.op().axes().size());
    Shape region = Shape.of(bindings.stream().map(AxisBinding::extent).toList());
    Shape shape = AlignedStorage.shape(region, stage.alignment());
    Buffer.Scope scope = stage.isShared() ? Buffer.Scope.SHARED : Buffer.Scope.LOCAL;
    return new Storage(
        new Buffer(tensor.name(), tensor.dtype(), shape, scope),
        indices -> AlignedStorage.locate(relativeTo(bindings, indices), region, stage.alignment()));
  }

  private static List<Index> relativeTo(List<AxisBinding> bindings, List<Index> indices) {
    List<Index> relative = new ArrayList<>();
    for (int axis = 0; axis < indices.size(); axis++) {
      relative.add(indices.get(axis).minus(bindings.get(axis).base()));
    }
    return relative;
  }
}
