package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import java.util.List;
import java.util.Optional;

/**
 * Writes stores of one element a lane, by the same cases as loads. The position must differ from
 * lane to lane.
 */
final class StoreEmitter {
  private final IrWriter writer;
  private final Lanes lanes;
  private final Addresses addresses;
  private final CastEmitter casts;

  StoreEmitter(IrWriter writer, Lanes lanes, Addresses addresses, CastEmitter casts) {
    this.writer = writer;
    this.lanes = lanes;
    this.addresses = addresses;
    this.casts = casts;
  }

  /**
   * @param mask the lanes that write; empty for all
   */
  void store(Buffer buffer, List<Index> indexed, Value value, Optional<Ir> mask) {
    Addresses.Place place = addresses.of(buffer, indexed);
    Value stored = buffer.dtype().isBool() ? casts.cast(value, DType.UINT8) : value;
    switch (place.position()) {
      case IndexValue.Linear at when at.isUniform() -> scalar(place, at, stored, mask);
      case IndexValue.Linear at when at.stride() == 1 -> vector(place, at, stored, mask);
      case IndexValue.Linear at when mask.isEmpty() -> elements(place, at, stored);
      case IndexValue.Linear at -> scatter(place, stored, mask);
      case IndexValue.Varying at -> scatter(place, stored, mask);
    }
  }

  private void scalar(Addresses.Place place, IndexValue.Linear at, Value value, Optional<Ir> mask) {
    if (!value.isUniform()) {
      throw new IllegalArgumentException("a vector loop writes one element from all lanes");
    }
    Ir pointer = addresses.pointer(place, at);
    if (mask.isEmpty()) {
      plain(value.ir(), pointer, place.dtype().bytes());
      return;
    }
    String store = writer.newLabel("store");
    String skip = writer.newLabel("skip");
    writer.branch(Masks.any(writer, mask.get()), store, skip);
    writer.startBlock(store);
    plain(value.ir(), pointer, place.dtype().bytes());
    writer.jump(skip);
    writer.startBlock(skip);
  }

  private void vector(Addresses.Place place, IndexValue.Linear at, Value value, Optional<Ir> mask) {
    Ir vector = lanes.spread(value, lanes.count());
    Ir pointer = addresses.pointer(place, at.first());
    long alignment = Addresses.alignment(place, at);
    if (mask.isEmpty()) {
      plain(vector, pointer, alignment);
    } else {
      writer.externalVoid(
          "llvm.masked.store.%s.p0".formatted(IrTypes.suffix(place.element(), lanes.count())),
          vector,
          pointer,
          Ir.i32(alignment),
          mask.get());
    }
  }

  private void elements(Addresses.Place place, IndexValue.Linear at, Value value) {
    for (int lane = 0; lane < lanes.count(); lane++) {
      Ir one =
          value.isUniform()
              ? value.ir()
              : writer.pure(
                  place.element(), "extractelement %s, i64 %d".formatted(value.ir(), lane));
      plain(one, addresses.pointer(place, at.lane(lane)), place.dtype().bytes());
    }
  }

  private void scatter(Addresses.Place place, Value value, Optional<Ir> mask) {
    writer.externalVoid(
        "llvm.masked.scatter.%s.v%dp0"
            .formatted(IrTypes.suffix(place.element(), lanes.count()), lanes.count()),
        lanes.spread(value, lanes.count()),
        addresses.pointers(place),
        Ir.i32(place.dtype().bytes()),
        mask.orElse(Masks.all(lanes.count())));
  }

  private void plain(Ir value, Ir pointer, long alignment) {
    writer.line("store %s, %s, align %d".formatted(value, pointer, alignment));
  }
}
