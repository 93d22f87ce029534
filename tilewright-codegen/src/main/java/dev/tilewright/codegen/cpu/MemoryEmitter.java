package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes loads and stores of one element a lane. The factor of the lane in the flattened index
 * decides the access: none is a scalar access, 1 a vector access, -1 a reversed one, others element
 * by element; an index that is not linear in the lane is gathered or scattered.
 */
final class MemoryEmitter {
  private final IrWriter writer;
  private final Scope scope;
  private final IndexEmitter indices;
  private final CastEmitter casts;
  private final Map<List<Index>, Affine> flattened = new IdentityHashMap<>();

  MemoryEmitter(IrWriter writer, Scope scope, IndexEmitter indices, CastEmitter casts) {
    this.writer = writer;
    this.scope = scope;
    this.indices = indices;
    this.casts = casts;
  }

  /** The position in the row-major array, in elements. */
  Affine flatten(Buffer buffer, List<Index> position) {
    return flattened.computeIfAbsent(position, p -> flattenNow(buffer, p));
  }

  private static Affine flattenNow(Buffer buffer, List<Index> position) {
    long[] strides = buffer.shape().strides();
    Index sum = Index.ZERO;
    for (int axis = 0; axis < strides.length; axis++) {
      sum = Index.add(sum, Index.mul(position.get(axis), strides[axis]));
    }
    return Affine.of(sum);
  }

  /** Reads the active lanes; what the others get is not specified. */
  Value load(Buffer buffer, List<Index> position, Optional<Ir> mask) {
    DType dtype = buffer.dtype();
    Scope.Storage storage = scope.storage(buffer);
    Value raw =
        switch (interleaved(indices.emit(flatten(buffer, position)), storage)) {
          case IndexValue.Linear at when at.isUniform() -> loadScalar(storage, dtype, at, mask);
          case IndexValue.Linear at when at.stride() == 1 ->
              loadVector(address(storage, dtype, at), dtype, alignment(at, dtype), mask);
          case IndexValue.Linear at when at.stride() == -1 ->
              reversed(
                  loadVector(
                      address(storage, dtype, last(at)), dtype, bytes(dtype), reversed(mask)));
          case IndexValue.Linear at when mask.isEmpty() -> loadElements(storage, dtype, at);
          case IndexValue.Linear at -> gather(storage, dtype, indices.vector(at), mask);
          case IndexValue.Varying(Ir at) -> gather(storage, dtype, at, mask);
        };
    return fromMemory(raw);
  }

  /** Writes the active lanes. The position must differ from lane to lane. */
  void store(Buffer buffer, List<Index> position, Value value) {
    DType dtype = buffer.dtype();
    Scope.Storage storage = scope.storage(buffer);
    IndexValue target = interleaved(indices.emit(flatten(buffer, position)), storage);
    Value memory = toMemory(value);
    switch (target) {
      case IndexValue.Linear at when at.isUniform() -> storeScalar(storage, at, memory);
      case IndexValue.Linear at when at.stride() == 1 -> storeVector(storage, at, memory);
      case IndexValue.Linear at when scope.mask().isEmpty() -> storeElements(storage, at, memory);
      case IndexValue.Linear at -> scatter(storage, indices.vector(at), memory);
      case IndexValue.Varying(Ir at) -> scatter(storage, at, memory);
    }
  }

  /** In storage with one copy a lane, neighbouring elements are as far apart as there are lanes. */
  private IndexValue interleaved(IndexValue at, Scope.Storage storage) {
    int copies = storage.lanes();
    if (copies == 1) {
      return at;
    }
    return switch (at) {
      case IndexValue.Linear(Optional<Ir> base, long constant, long stride) ->
          new IndexValue.Linear(
              base.map(b -> writer.pure("i64", "mul nsw %s, %d".formatted(b, copies))),
              constant * copies,
              stride * copies + 1);
      case IndexValue.Varying(Ir lanes) -> {
        String element = lanes.type().contains("i64") ? "i64" : "i32";
        Ir scaled =
            writer.pure(
                lanes.type(),
                "mul %s, %s"
                    .formatted(lanes, Ir.splatConstant(element, "" + copies, copies).name()));
        yield new IndexValue.Varying(
            writer.pure(
                lanes.type(),
                "add %s, %s".formatted(scaled, indices.laneMultiples(element, 1).name())));
      }
    };
  }

  private Value loadScalar(
      Scope.Storage storage, DType dtype, IndexValue.Linear at, Optional<Ir> mask) {
    Ir address = address(storage, dtype, at);
    String type = IrTypes.memory(dtype);
    String instruction = "load %s, %s, align %d".formatted(type, address, bytes(dtype));
    if (mask.isEmpty()) {
      return new Value(writer.fresh(type, instruction), dtype, 1);
    }
    Ir any = anyActive(mask.get());
    String load = writer.newLabel("load");
    String skip = writer.newLabel("skip");
    String before = writer.block();
    writer.branch(any, load, skip);
    writer.startBlock(load);
    Ir loaded = writer.fresh(type, instruction);
    writer.jump(skip);
    writer.startBlock(skip);
    Ir value =
        writer.fresh(
            type,
            "phi %s [ %s, %%%s ], [ %s, %%%s ]"
                .formatted(type, loaded.name(), load, zero(dtype), before));
    return new Value(value, dtype, 1);
  }

  private Ir anyActive(Ir mask) {
    return mask.type().equals("i1")
        ? mask
        : writer.external(
            "i1", "llvm.vector.reduce.or." + IrTypes.suffix("i1", scope.lanes()), mask);
  }

  private Value loadVector(Ir address, DType dtype, long alignment, Optional<Ir> mask) {
    int lanes = scope.lanes();
    String type = IrTypes.vector(IrTypes.memory(dtype), lanes);
    if (mask.isEmpty()) {
      return new Value(
          writer.fresh(type, "load %s, %s, align %d".formatted(type, address, alignment)),
          dtype,
          lanes);
    }
    Ir value =
        writer.externalFresh(
            type,
            "llvm.masked.load.%s.p0".formatted(IrTypes.suffix(IrTypes.memory(dtype), lanes)),
            address,
            Ir.i32(alignment),
            mask.get(),
            new Ir(type, "zeroinitializer"));
    return new Value(value, dtype, lanes);
  }

  private Value loadElements(Scope.Storage storage, DType dtype, IndexValue.Linear at) {
    int lanes = scope.lanes();
    String element = IrTypes.memory(dtype);
    String type = IrTypes.vector(element, lanes);
    Ir vector = Ir.poison(type);
    for (int lane = 0; lane < lanes; lane++) {
      Ir address = address(storage, dtype, lane(at, lane));
      Ir loaded =
          writer.fresh(element, "load %s, %s, align %d".formatted(element, address, bytes(dtype)));
      vector = writer.pure(type, "insertelement %s, %s, i64 %d".formatted(vector, loaded, lane));
    }
    return new Value(vector, dtype, lanes);
  }

  private Value gather(Scope.Storage storage, DType dtype, Ir position, Optional<Ir> mask) {
    int lanes = scope.lanes();
    String type = IrTypes.vector(IrTypes.memory(dtype), lanes);
    Ir value =
        writer.externalFresh(
            type,
            "llvm.masked.gather.%s.v%dp0"
                .formatted(IrTypes.suffix(IrTypes.memory(dtype), lanes), lanes),
            addresses(storage, dtype, position),
            Ir.i32(bytes(dtype)),
            mask.orElse(Ir.splatConstant("i1", "true", lanes)),
            new Ir(type, "zeroinitializer"));
    return new Value(value, dtype, lanes);
  }

  private void storeScalar(Scope.Storage storage, IndexValue.Linear at, Value value) {
    if (!value.isUniform()) {
      throw new IllegalArgumentException("a vector loop writes one element from all lanes");
    }
    Ir address = address(storage, value.dtype(), at);
    String instruction =
        "store %s, %s, align %d".formatted(value.ir(), address, bytes(value.dtype()));
    if (scope.mask().isEmpty()) {
      writer.line(instruction);
      return;
    }
    String store = writer.newLabel("store");
    String skip = writer.newLabel("skip");
    writer.branch(anyActive(scope.mask().get()), store, skip);
    writer.startBlock(store);
    writer.line(instruction);
    writer.jump(skip);
    writer.startBlock(skip);
  }

  private void storeVector(Scope.Storage storage, IndexValue.Linear at, Value value) {
    Ir vector = indices.splat(value, scope.lanes());
    Ir address = address(storage, value.dtype(), at);
    long alignment = alignment(at, value.dtype());
    if (scope.mask().isEmpty()) {
      writer.line("store %s, %s, align %d".formatted(vector, address, alignment));
      return;
    }
    String element = IrTypes.memory(value.dtype());
    writer.externalVoid(
        "llvm.masked.store.%s.p0".formatted(IrTypes.suffix(element, scope.lanes())),
        vector,
        address,
        Ir.i32(alignment),
        scope.mask().get());
  }

  private void storeElements(Scope.Storage storage, IndexValue.Linear at, Value value) {
    DType dtype = value.dtype();
    String element = IrTypes.memory(dtype);
    for (int lane = 0; lane < scope.lanes(); lane++) {
      Ir one =
          value.isUniform()
              ? value.ir()
              : writer.pure(element, "extractelement %s, i64 %d".formatted(value.ir(), lane));
      Ir address = address(storage, dtype, lane(at, lane));
      writer.line("store %s, %s, align %d".formatted(one, address, bytes(dtype)));
    }
  }

  private void scatter(Scope.Storage storage, Ir position, Value value) {
    int lanes = scope.lanes();
    writer.externalVoid(
        "llvm.masked.scatter.%s.v%dp0"
            .formatted(IrTypes.suffix(IrTypes.memory(value.dtype()), lanes), lanes),
        indices.splat(value, lanes),
        addresses(storage, value.dtype(), position),
        Ir.i32(bytes(value.dtype())),
        scope.mask().orElse(Ir.splatConstant("i1", "true", lanes)));
  }

  /** Not marked as in bounds: what a mask switches off may lie outside of the buffer. */
  private Ir address(Scope.Storage storage, DType dtype, IndexValue.Linear at) {
    String element = IrTypes.memory(dtype);
    Ir pointer = storage.pointer();
    if (at.base().isPresent()) {
      pointer =
          writer.pure(
              "ptr", "getelementptr %s, %s, %s".formatted(element, pointer, at.base().get()));
    }
    return at.constant() == 0
        ? pointer
        : writer.pure(
            "ptr", "getelementptr %s, %s, i64 %d".formatted(element, pointer, at.constant()));
  }

  private Ir addresses(Scope.Storage storage, DType dtype, Ir position) {
    return writer.pure(
        "<%d x ptr>".formatted(scope.lanes()),
        "getelementptr %s, %s, %s".formatted(IrTypes.memory(dtype), storage.pointer(), position));
  }

  private static IndexValue.Linear lane(IndexValue.Linear at, int lane) {
    return new IndexValue.Linear(at.base(), at.constant() + lane * at.stride(), 0);
  }

  private IndexValue.Linear last(IndexValue.Linear at) {
    return lane(at, scope.lanes() - 1);
  }

  private Value reversed(Value vector) {
    return new Value(reversed(vector.ir()), vector.dtype(), vector.lanes());
  }

  private Optional<Ir> reversed(Optional<Ir> mask) {
    return mask.map(this::reversed);
  }

  private Ir reversed(Ir vector) {
    List<String> order = new ArrayList<>();
    for (int lane = scope.lanes() - 1; lane >= 0; lane--) {
      order.add("i32 " + lane);
    }
    return writer.pure(
        vector.type(),
        "shufflevector %s, %s poison, <%d x i32> <%s>"
            .formatted(vector, vector.type(), scope.lanes(), String.join(", ", order)));
  }

  /** Known alignment of a position in bytes; buffers start at multiples of 64. */
  private static long alignment(IndexValue.Linear at, DType dtype) {
    if (at.base().isPresent()) {
      return bytes(dtype);
    }
    return Math.min(64, Long.lowestOneBit(64 | at.constant() * dtype.bytes()));
  }

  private static long bytes(DType dtype) {
    return dtype.bytes();
  }

  private static String zero(DType dtype) {
    return dtype.isFloat() ? "0.0" : "0";
  }

  private Value fromMemory(Value raw) {
    return raw.dtype().isBool()
        ? casts.cast(new Value(raw.ir(), DType.UINT8, raw.lanes()), DType.BOOL)
        : raw;
  }

  /** A bool becomes the byte 0 or 1. */
  private Value toMemory(Value value) {
    return value.dtype().isBool() ? casts.cast(value, DType.UINT8) : value;
  }
}
