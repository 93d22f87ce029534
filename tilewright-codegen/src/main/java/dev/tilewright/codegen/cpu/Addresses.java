package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes where elements lie: positions in the row-major array, and pointers to them. */
final class Addresses {
  private static final long MOST_ALIGNMENT = 64;

  private final IrWriter writer;
  private final Scope scope;
  private final Lanes lanes;
  private final IndexEmitter indices;
  private final IndexMath math;
  private final Map<List<Index>, Affine> flattened = new IdentityHashMap<>();

  Addresses(IrWriter writer, Scope scope, Lanes lanes, IndexEmitter indices) {
    this.writer = writer;
    this.scope = scope;
    this.lanes = lanes;
    this.indices = indices;
    this.math = new IndexMath(writer);
  }

  /**
   * Where the lanes' elements lie.
   *
   * @param pointer to the first element of the storage
   * @param dtype of the elements in memory
   * @param position from the pointer, in elements
   */
  record Place(Ir pointer, DType dtype, IndexValue position) {
    /** The type of one element in memory. */
    String element() {
      return IrTypes.memory(dtype);
    }
  }

  /** The place of an element of a buffer. */
  Place of(Buffer buffer, List<Index> indexed) {
    Affine flat = flattened.computeIfAbsent(indexed, list -> flatten(buffer, list));
    Scope.Storage storage = scope.storage(buffer);
    IndexValue position = indices.emit(flat);
    return new Place(
        storage.pointer(),
        buffer.dtype().isBool() ? DType.UINT8 : buffer.dtype(),
        storage.lanes() == 1 ? position : interleaved(position, storage.lanes()));
  }

  private static Affine flatten(Buffer buffer, List<Index> indexed) {
    long[] strides = buffer.shape().strides();
    Index sum = Index.ZERO;
    for (int axis = 0; axis < strides.length; axis++) {
      sum = Index.add(sum, Index.mul(indexed.get(axis), strides[axis]));
    }
    return Affine.of(sum);
  }

  /** In storage with one copy a lane, the copies of an element are neighbours. */
  private IndexValue interleaved(IndexValue position, int copies) {
    return switch (position) {
      case IndexValue.Linear(Optional<Ir> base, long constant, long stride) ->
          new IndexValue.Linear(
              base.map(value -> math.times(value, copies)), constant * copies, stride * copies + 1);
      case IndexValue.Varying(Ir each) -> {
        String element = each.elementType();
        Ir factor = Ir.splatConstant(element, Integer.toString(copies), each.lanes());
        Ir scaled = math.operation("mul", each, factor);
        yield new IndexValue.Varying(math.operation("add", scaled, lanes.multiples(element, 1)));
      }
    };
  }

  /** Not marked as in bounds: what a mask switches off may lie outside of the buffer. */
  Ir pointer(Place place, IndexValue.Linear position) {
    Ir pointer = place.pointer();
    if (position.base().isPresent()) {
      pointer = offset(place, pointer, position.base().get());
    }
    return position.constant() == 0 ? pointer : offset(place, pointer, Ir.i64(position.constant()));
  }

  /** One pointer a lane. */
  Ir pointers(Place place) {
    Ir start = place.pointer();
    Ir offsets =
        switch (place.position()) {
          case IndexValue.Varying(Ir each) -> each;
          case IndexValue.Linear linear -> {
            start = pointer(place, linear.first());
            yield lanes.multiples("i64", linear.stride());
          }
        };
    return writer.pure(
        "<%d x ptr>".formatted(lanes.count()),
        "getelementptr %s, %s, %s".formatted(place.element(), start, offsets));
  }

  private Ir offset(Place place, Ir pointer, Ir elements) {
    return writer.pure(
        "ptr", "getelementptr %s, %s, %s".formatted(place.element(), pointer, elements));
  }

  /** What is known about the alignment of a position in bytes; buffers start at multiples of 64. */
  static long alignment(Place place, IndexValue.Linear position) {
    long element = place.dtype().bytes();
    return position.base().isPresent()
        ? element
        : Long.lowestOneBit(MOST_ALIGNMENT | position.constant() * element);
  }
}
