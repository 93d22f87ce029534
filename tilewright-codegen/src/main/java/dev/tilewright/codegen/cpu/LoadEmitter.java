package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import java.util.List;
import java.util.Optional;

/**
 * Writes loads of one element a lane. The factor of the lane in the position decides the access:
 * none is a scalar load, 1 a vector load, -1 a reversed one, others element by element; positions
 * that are not linear in the lane are gathered.
 */
final class LoadEmitter {
  private final IrWriter writer;
  private final Lanes lanes;
  private final Addresses addresses;
  private final CastEmitter casts;

  LoadEmitter(IrWriter writer, Lanes lanes, Addresses addresses, CastEmitter casts) {
    this.writer = writer;
    this.lanes = lanes;
    this.addresses = addresses;
    this.casts = casts;
  }

  /**
   * @param mask the lanes that may be read; what the others get is not specified. Empty for all
   */
  Value load(Buffer buffer, List<Index> indexed, Optional<Ir> mask) {
    Addresses.Place place = addresses.of(buffer, indexed);
    Ir raw =
        switch (place.position()) {
          case IndexValue.Linear at when at.isUniform() -> scalar(place, at, mask);
          case IndexValue.Linear at when at.stride() == 1 -> vector(place, at, mask);
          case IndexValue.Linear at when at.stride() == -1 -> reversed(place, at, mask);
          case IndexValue.Linear at when mask.isEmpty() -> elements(place, at);
          case IndexValue.Linear at -> gather(place, mask);
          case IndexValue.Varying at -> gather(place, mask);
        };
    Value inMemory = new Value(raw, place.dtype(), raw.lanes());
    return buffer.dtype().isBool() ? casts.cast(inMemory, DType.BOOL) : inMemory;
  }

  private Ir scalar(Addresses.Place place, IndexValue.Linear at, Optional<Ir> mask) {
    Ir pointer = addresses.pointer(place, at);
    if (mask.isEmpty()) {
      return plain(place.element(), pointer, place.dtype().bytes());
    }
    String load = writer.newLabel("load");
    String skip = writer.newLabel("skip");
    String before = writer.block();
    writer.branch(Masks.any(writer, mask.get()), load, skip);
    writer.startBlock(load);
    Ir loaded = plain(place.element(), pointer, place.dtype().bytes());
    writer.jump(skip);
    writer.startBlock(skip);
    String zero = place.dtype().isFloat() ? "0.0" : "0";
    return writer.fresh(
        place.element(),
        "phi %s [ %s, %%%s ], [ %s, %%%s ]"
            .formatted(place.element(), loaded.name(), load, zero, before));
  }

  private Ir vector(Addresses.Place place, IndexValue.Linear at, Optional<Ir> mask) {
    String type = IrTypes.vector(place.element(), lanes.count());
    Ir pointer = addresses.pointer(place, at.first());
    long alignment = Addresses.alignment(place, at);
    if (mask.isEmpty()) {
      return plain(type, pointer, alignment);
    }
    return writer.externalFresh(
        type,
        "llvm.masked.load.%s.p0".formatted(IrTypes.suffix(place.element(), lanes.count())),
        pointer,
        Ir.i32(alignment),
        mask.get(),
        new Ir(type, "zeroinitializer"));
  }

  private Ir reversed(Addresses.Place place, IndexValue.Linear at, Optional<Ir> mask) {
    IndexValue.Linear last = at.lane(lanes.count() - 1);
    return lanes.reversed(vector(place, last, mask.map(lanes::reversed)));
  }

  private Ir elements(Addresses.Place place, IndexValue.Linear at) {
    Ir vector = Ir.poison(IrTypes.vector(place.element(), lanes.count()));
    for (int lane = 0; lane < lanes.count(); lane++) {
      Ir pointer = addresses.pointer(place, at.lane(lane));
      Ir loaded = plain(place.element(), pointer, place.dtype().bytes());
      vector =
          writer.pure(
              vector.type(), "insertelement %s, %s, i64 %d".formatted(vector, loaded, lane));
    }
    return vector;
  }

  private Ir gather(Addresses.Place place, Optional<Ir> mask) {
    String type = IrTypes.vector(place.element(), lanes.count());
    String function =
        "llvm.masked.gather.%s.v%dp0"
            .formatted(IrTypes.suffix(place.element(), lanes.count()), lanes.count());
    return writer.externalFresh(
        type,
        function,
        addresses.pointers(place),
        Ir.i32(place.dtype().bytes()),
        mask.orElse(Masks.all(lanes.count())),
        new Ir(type, "zeroinitializer"));
  }

  private Ir plain(String type, Ir pointer, long alignment) {
    return writer.fresh(type, "load %s, %s, align %d".formatted(type, pointer, alignment));
  }
}
