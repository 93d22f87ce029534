package dev.tilewright.runtime.npy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What stands before the elements of an npy file.
 *
 * @param fortranOrder true if the first axis varies fastest
 * @param dataOffset bytes before the first element
 */
record NpyHeader(DType dtype, ByteOrder order, boolean fortranOrder, Shape shape, long dataOffset) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int ALIGNMENT = 64;

  /** A header is a line of text; one that claims to be longer than this is damaged. */
  private static final long LONGEST = 1 << 20;

  /** True if the elements are stored as tensors store them. */
  boolean isNative() {
    return !fortranOrder && (dtype.bytes() == 1 || order == ByteOrder.nativeOrder());
  }

  /** Number of bytes of the elements. */
  long dataBytes() {
    return Math.multiplyExact(shape.elements(), (long) dtype.bytes());
  }

  /**
   * Reads a header.
   *
   * @param file for messages
   * @throws UserException if the stream does not begin with one
   */
  static NpyHeader read(String file, InputStream stream) throws IOException {
    DataInputStream in = new DataInputStream(stream);
    byte[] magic = in.readNBytes(MAGIC.length);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new UserException(
          "npy file %s: it does not begin with \\x93NUMPY; expected a file that numpy.save wrote"
              .formatted(file));
    }
    try {
      int version = in.readUnsignedByte();
      in.readUnsignedByte();
      if (version < 1 || version > 3) {
        throw new UserException(
            "npy file %s: format version %d; expected 1, 2 or 3".formatted(file, version));
      }
      int lengthBytes = version == 1 ? 2 : 4;
      long length = readLittleEndian(in, lengthBytes);
      if (length > LONGEST) {
        throw new UserException(
            "npy file %s: its header claims %d bytes; expected at most %d"
                .formatted(file, length, LONGEST));
      }
      byte[] text = new byte[(int) length];
      in.readFully(text);
      Charset charset = version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
      NpyHeaderParser parser = new NpyHeaderParser(file, new String(text, charset));
      return parser.parse(MAGIC.length + 2L + lengthBytes + length);
    } catch (EOFException end) {
      throw new UserException(
          "npy file %s: it ends inside the header; expected a complete file".formatted(file), end);
    }
  }

  /** The bytes that stand before row-major elements in the byte order of the machine. */
  static byte[] write(DType dtype, Shape shape) {
    String extents =
        Arrays.stream(shape.toArray())
            .mapToObj(extent -> extent + ",")
            .collect(Collectors.joining(" "));
    if (shape.rank() > 1) {
      extents = extents.substring(0, extents.length() - 1);
    }
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }"
            .formatted(NpyDescr.text(dtype), extents);
    int fixed = MAGIC.length + 2;
    int version = fixed + 2 + text.length() + ALIGNMENT > 0xFFFF ? 2 : 1;
    int before = fixed + (version == 1 ? 2 : 4);
    int total = (before + text.length() + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    ByteArrayOutputStream out = new ByteArrayOutputStream(total);
    out.writeBytes(MAGIC);
    out.write(version);
    out.write(0);
    for (int shift = 0; shift < (before - fixed) * 8; shift += 8) {
      out.write(total - before >>> shift);
    }
    out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    out.writeBytes(" ".repeat(total - 1 - out.size()).getBytes(StandardCharsets.ISO_8859_1));
    out.write('\n');
    return out.toByteArray();
  }

  private static long readLittleEndian(DataInputStream in, int bytes) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) in.readUnsignedByte() << 8 * i;
    }
    return value;
  }
}
