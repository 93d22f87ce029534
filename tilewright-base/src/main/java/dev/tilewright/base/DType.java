package dev.tilewright.base;

import java.util.List;
import java.util.Objects;

/**
 * The type of one tensor element.
 *
 * @param kind what the bits mean
 * @param bits width of one lane in bits; {@code bool} has 8, since it is stored as one byte 0 or 1
 * @param lanes number of vector lanes; 1 for a scalar, which is all that tensors hold
 */
public record DType(Kind kind, int bits, int lanes) {
  /** What the bits of a value mean. */
  public enum Kind {
    INT,
    UINT,
    FLOAT,
    BFLOAT,
    BOOL
  }

  public static final DType FLOAT16 = new DType(Kind.FLOAT, 16, 1);
  public static final DType FLOAT32 = new DType(Kind.FLOAT, 32, 1);
  public static final DType FLOAT64 = new DType(Kind.FLOAT, 64, 1);
  public static final DType BFLOAT16 = new DType(Kind.BFLOAT, 16, 1);
  public static final DType INT8 = new DType(Kind.INT, 8, 1);
  public static final DType INT16 = new DType(Kind.INT, 16, 1);
  public static final DType INT32 = new DType(Kind.INT, 32, 1);
  public static final DType INT64 = new DType(Kind.INT, 64, 1);
  public static final DType UINT8 = new DType(Kind.UINT, 8, 1);
  public static final DType UINT16 = new DType(Kind.UINT, 16, 1);
  public static final DType UINT32 = new DType(Kind.UINT, 32, 1);
  public static final DType UINT64 = new DType(Kind.UINT, 64, 1);
  public static final DType BOOL = new DType(Kind.BOOL, 8, 1);

  /** Every scalar type that a tensor can hold. */
  public static final List<DType> ALL =
      List.of(
          FLOAT16, FLOAT32, FLOAT64, BFLOAT16, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32,
          UINT64, BOOL);

  public DType {
    Objects.requireNonNull(kind, "kind");
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
      throw new IllegalArgumentException(
          "dtype width: got " + bits + " bits; expected 8, 16, 32 or 64");
    }
    if (lanes < 1) {
      throw new IllegalArgumentException("dtype lanes: got " + lanes + "; expected at least 1");
    }
  }

  /** Size of one value in bytes, all lanes together. */
  public int bytes() {
    return bits / 8 * lanes;
  }

  /** True for IEEE floats and bfloat16. */
  public boolean isFloat() {
    return kind == Kind.FLOAT || kind == Kind.BFLOAT;
  }

  /** True for signed and unsigned integers, not for bool. */
  public boolean isInteger() {
    return kind == Kind.INT || kind == Kind.UINT;
  }

  public boolean isBool() {
    return kind == Kind.BOOL;
  }

  /** The same element type with another number of lanes. */
  public DType withLanes(int newLanes) {
    return newLanes == lanes ? this : new DType(kind, bits, newLanes);
  }

  /** The name used in printed programs, records and artifacts, for example {@code float32}. */
  public String text() {
    String scalar =
        switch (kind) {
          case INT -> "int" + bits;
          case UINT -> "uint" + bits;
          case FLOAT -> "float" + bits;
          case BFLOAT -> "bfloat" + bits;
          case BOOL -> "bool";
        };
    return lanes == 1 ? scalar : scalar + "x" + lanes;
  }

  /**
   * The scalar type with a given name.
   *
   * @throws UserException if no type has that name
   */
  public static DType parse(String name) {
    for (DType type : ALL) {
      if (type.text().equals(name)) {
        return type;
      }
    }
    throw new UserException(
        "unknown dtype '%s'; expected one of %s"
            .formatted(name, String.join(", ", ALL.stream().map(DType::text).toList())));
  }

  @Override
  public String toString() {
    return text();
  }
}
