package dev.tilewright.runtime.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.io.Existing;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** The files in the test resources were written by NumPy 2.4. */
class NpyTest {
  @SuppressWarnings("unused") // named by the parameterized test
  private static final Iterable<DType> TYPES = DType.ALL;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "float32, float32, 2x3, '0 0.5 1 1.5 2 2.5'",
    "int16-column-order-version2, int16, 2x3, '0 1 2 3 4 5'",
    "bool, bool, 3, '1 0 1'",
    "float16-version3, float16, 2x1, '1.5 -2'",
    "int64-scalar, int64, scalar, '-7'",
    "int32-big-endian, int32, 2, '1 -2'",
    "uint8, uint8, 2, '200 1'",
    "int32-empty, int32, 3x0, ''",
  })
  void readsWhatNumPyWrites(String name, String dtype, String shape, String values)
      throws URISyntaxException {
    double[] expected =
        Arrays.stream(values.split(" "))
            .filter(value -> !value.isEmpty())
            .mapToDouble(Double::parseDouble)
            .toArray();
    try (Arena arena = Arena.ofConfined()) {
      Path file = resource(name + ".npy");
      for (Tensor tensor : new Tensor[] {NpyReader.read(file), NpyReader.map(file, arena)}) {
        assertThat(tensor.dtype()).hasToString(dtype);
        assertThat(tensor.shape()).hasToString(shape);
        assertThat(tensor.toDoubles()).containsExactly(expected);
      }
    }
  }

  @Test
  void readsColumnOrderInTheOtherByteOrder() throws URISyntaxException {
    Tensor tensor = NpyReader.read(resource("float64-big-endian-column-order.npy"));
    assertThat(tensor.shape()).isEqualTo(Shape.of(2, 3, 4));
    assertThat(tensor.toDoubles())
        .containsExactly(IntStream.range(0, 24).asDoubleStream().toArray());
  }

  @Test
  void mapsRowMajorFilesWithoutCopy() throws URISyntaxException {
    try (Arena arena = Arena.ofConfined()) {
      Tensor tensor = NpyReader.map(resource("float32.npy"), arena);
      assertThat(tensor.segment().isMapped()).isTrue();
      assertThat(tensor.isAligned()).isTrue();
    }
  }

  @ParameterizedTest
  @FieldSource("TYPES")
  void readsBackWhatItWrites(DType dtype) {
    long seed = 11;
    Random random = new Random(seed);
    for (Shape shape : new Shape[] {Shape.of(), Shape.of(5), Shape.of(0), Shape.of(3, 1, 70_000)}) {
      Tensor tensor = Tensor.allocate(dtype, shape);
      for (long i = 0; i < shape.elements(); i++) {
        tensor.set(i, (long) random.nextInt(2));
      }
      Path file = folder.resolve("x.npy");
      NpyWriter.write(tensor, file, Existing.REPLACE);
      Tensor back = NpyReader.read(file);
      assertThat(back).as("seed %d", seed).hasToString(tensor.toString());
      assertThat(back.segment().mismatch(tensor.segment())).isEqualTo(-1);
    }
  }

  @Test
  void writesTheBytesThatNumPyWrites() throws URISyntaxException, IOException {
    for (String name : new String[] {"float32", "bool", "int64-scalar", "uint8", "int32-empty"}) {
      Path original = resource(name + ".npy");
      Path copy = folder.resolve(name + ".npy");
      NpyWriter.write(NpyReader.read(original), copy, Existing.KEEP);
      assertThat(Files.readAllBytes(copy)).as(name).isEqualTo(Files.readAllBytes(original));
    }
  }

  @Test
  void readsAndWritesNpz() throws URISyntaxException {
    Map<String, Tensor> arrays = NpzReader.read(resource("two.npz"));
    assertThat(arrays).containsOnlyKeys("a", "b");
    assertThat(arrays.get("b").toLongs()).containsExactly(1, 2);
    Path file = folder.resolve("copy.npz");
    NpzWriter.write(new LinkedHashMap<>(arrays), file, Existing.KEEP);
    assertThat(NpzReader.read(file).get("a").toFloats()).containsExactly(0, 1, 2);
  }

  @Test
  void saysWhatIsWrongWithABadFile() throws URISyntaxException, IOException {
    assertRefused(folder.resolve("absent.npy"), "there is no such file");
    assertRefused(write("text.npy", "hello, world".getBytes(StandardCharsets.UTF_8)), "NUMPY");
    byte[] sound = Files.readAllBytes(resource("float32.npy"));
    assertRefused(
        write("short.npy", Arrays.copyOf(sound, sound.length - 5)),
        "it is truncated: 19 bytes of elements; expected 24 for float32 2x3");
    assertRefused(write("header.npy", Arrays.copyOf(sound, 40)), "ends inside the header");
    assertRefused(write("version.npy", replaced(sound, 6, (byte) 9)), "format version 9");
    assertRefused(write("brace.npy", replaced(sound, 10, (byte) '(')), "expected {'descr'");
    assertRefused(resource("complex64.npy"), "element type '<c8' is not supported");
    assertRefused(
        write(
            "huge.npy",
            header("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}")),
        "is too large");
    assertThatThrownBy(() -> NpzReader.read(write("bad.npz", sound)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("not a sound zip file");
  }

  @Test
  void keepsAnExistingFile() {
    Path file = folder.resolve("x.npy");
    NpyWriter.write(Tensor.of(Shape.of(1), 1f), file, Existing.KEEP);
    assertThatThrownBy(() -> NpyWriter.write(Tensor.of(Shape.of(1), 2f), file, Existing.KEEP))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("is not overwritten");
    assertThat(NpyReader.read(file).getDouble(0)).isEqualTo(1);
  }

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(() -> NpyReader.read(file))
        .isInstanceOf(UserException.class)
        .hasMessageStartingWith("npy file " + file)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static byte[] header(String text) {
    byte[] bytes =
        ("\u0093NUMPY\u0001\u0000" + (char) text.length() + "\u0000" + text)
            .getBytes(StandardCharsets.ISO_8859_1);
    return bytes;
  }

  private static byte[] replaced(byte[] bytes, int position, byte value) {
    byte[] copy = bytes.clone();
    copy[position] = value;
    return copy;
  }

  private static Path resource(String name) throws URISyntaxException {
    return Path.of(NpyTest.class.getResource("/npy/" + name).toURI());
  }
}
