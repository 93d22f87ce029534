package dev.tilewright.graph.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.TilewrightException;
import dev.tilewright.base.UserException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with a file is said in one line, and takes no memory beyond its size. */
class OnnxBadInputTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("model.onnx");
  }

  @Test
  void acceptsTheModelThatTheOtherTestsSpoil() {
    ModelBytes.model(ModelBytes.reluGraph()).save(file);
    assertThat(OnnxImporter.load(file).nodes()).hasSize(1);
  }

  @Test
  void missingFile() {
    refuses().hasMessageContaining("no such file");
  }

  @Test
  void folderInsteadOfAFile() throws IOException {
    Files.createDirectory(file);
    refuses().hasMessageContaining("is a folder");
  }

  @Test
  void emptyFile() throws IOException {
    Files.createFile(file);
    refuses().hasMessageContaining("not an ONNX model, or cut off: it has no graph");
  }

  @Test
  void textFile() throws IOException {
    Files.writeString(file, "This is not a model.\nIt is a text of two lines.\n");
    refuses().hasMessageContaining("not an ONNX model");
  }

  @Test
  void everyLengthOfACutOffFile() throws IOException {
    byte[] whole = ModelBytes.model(ModelBytes.reluGraph()).toByteArray();
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      refuses().hasMessageContaining("cut off");
    }
  }

  @Test
  void randomBytes() throws IOException {
    for (long seed = 0; seed < 300; seed++) {
      byte[] bytes = new byte[1 + (int) (seed * 7 % 200)];
      new Random(seed).nextBytes(bytes);
      Files.write(file, bytes);
      assertThatThrownBy(() -> OnnxImporter.load(file))
          .as("seed %d", seed)
          .isInstanceOf(UserException.class);
    }
  }

  @Test
  void randomChangesNeverGiveAnythingButOneLine() throws IOException {
    byte[] whole = richModel().toByteArray();
    for (long seed = 0; seed < 3000; seed++) {
      Random random = new Random(seed);
      byte[] changed = whole.clone();
      for (int change = 0; change <= random.nextInt(3); change++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      Files.write(file, changed);
      try {
        OnnxImporter.load(file);
      } catch (TilewrightException refused) {
        assertThat(refused).as("seed %d", seed).isInstanceOf(UserException.class);
        assertThat(refused.getMessage().lines()).as("seed %d", seed).hasSize(1);
      } catch (RuntimeException crashed) {
        throw new AssertionError("seed " + seed, crashed);
      }
    }
  }

  @Test
  void deepNesting() {
    ModelBytes graph = ModelBytes.reluGraph();
    for (int depth = 0; depth < 100; depth++) {
      ModelBytes attribute = new ModelBytes().text(1, "body").message(6, graph).integer(20, 5);
      graph = new ModelBytes().message(1, new ModelBytes().message(5, attribute));
    }
    ModelBytes.model(graph).save(file);
    refuses().hasMessageContaining("nested more than");
  }

  @Test
  void noOperatorSet() {
    new ModelBytes().message(7, ModelBytes.reluGraph()).save(file);
    refuses().hasMessageContaining("no operator set version");
  }

  @Test
  void unknownOperatorSetVersions() {
    ModelBytes.model(ModelBytes.reluGraph(), 999).save(file);
    refuses().hasMessageContaining("version 999").hasMessageContaining("expected a version from");
  }

  @Test
  void unknownOperator() {
    ModelBytes.model(new ModelBytes().node("Frobnicate", "odd", "x", "y").value(11, "x", 1, 4))
        .save(file);
    refuses().hasMessageContaining("no outputs");
    ModelBytes.model(
            new ModelBytes()
                .node("Frobnicate", "odd", "x", "y")
                .value(11, "x", 1, 4)
                .value(12, "y", 1, 4))
        .save(file);
    refuses()
        .hasMessageStartingWith("Frobnicate node 'odd' (opset 13): the operator is not supported")
        .hasMessageContaining("supported are Abs, Acos");
  }

  @Test
  void inputThatNothingDefines() {
    ModelBytes.model(new ModelBytes().node("Relu", "relu", "ghost", "y").value(12, "y", 1, 4))
        .save(file);
    refuses().hasMessageContaining("node 'relu' reads 'ghost', which nothing before it defines");
  }

  @Test
  void resultThatIsNotSupported() {
    ModelBytes relu =
        new ModelBytes()
            .text(1, "x")
            .text(2, "kept")
            .text(2, "mask")
            .text(3, "relu")
            .text(4, "Relu");
    ModelBytes.model(
            new ModelBytes()
                .message(1, relu)
                .node("Not", "not", "mask", "y")
                .value(11, "x", 1, 4)
                .value(12, "y", 9, 4))
        .save(file);
    refuses()
        .hasMessage(
            "Relu node 'relu' (opset 13): result 'mask' is read; expected only the first 1 to be"
                + " read");
  }

  @Test
  void cycle() {
    ModelBytes.model(
            new ModelBytes()
                .node("Add", "first", "x,b", "a")
                .node("Relu", "second", "a", "b")
                .value(11, "x", 1, 4)
                .value(12, "b", 1, 4))
        .save(file);
    refuses().hasMessageContaining("node 'first' reads 'b'").hasMessageContaining("topological");
  }

  @Test
  void outputThatNothingDefines() {
    ModelBytes.model(ModelBytes.reluGraph().value(12, "z", 1, 4)).save(file);
    refuses().hasMessageContaining("reads 'z', which nothing before it defines");
  }

  @Test
  void valueDefinedTwice() {
    ModelBytes.model(ModelBytes.reluGraph().node("Tanh", "again", "x", "y")).save(file);
    refuses().hasMessageContaining("'y' is defined again by node 'again'");
  }

  @Test
  void negativeExtentOfAnInput() {
    ModelBytes.model(
            new ModelBytes()
                .node("Relu", "relu", "x", "y")
                .value(11, "x", 1, 4, -3)
                .value(12, "y", 1, 4))
        .save(file);
    refuses().hasMessageContaining("input 'x'").hasMessageContaining("-3 is negative");
  }

  @Test
  void hugeExtents() {
    ModelBytes.model(
            new ModelBytes()
                .node("Relu", "relu", "x", "y")
                .value(11, "x", 1, 1L << 40, 1L << 40)
                .value(12, "y", 1, 4))
        .save(file);
    refuses().hasMessageContaining("input 'x'").hasMessageContaining("64 bits");
  }

  @Test
  void storedTensorOfNegativeSize() {
    withStored(ModelBytes.tensor("w", 1, -4).floats(9, 1, 2, 3, 4)).save(file);
    refuses().hasMessageContaining("-4 is negative");
  }

  @Test
  void storedTensorWithLessDataThanItsShape() {
    withStored(ModelBytes.tensor("w", 1, 1L << 36).floats(9, 1, 2, 3, 4)).save(file);
    refuses()
        .hasMessageContaining("tensor 'w': 16 bytes are stored")
        .hasMessageContaining("274877906944");
  }

  @Test
  void storedTensorWithoutData() {
    withStored(ModelBytes.tensor("w", 1, 4)).save(file);
    refuses().hasMessageContaining("tensor 'w': 0 elements are stored; expected 4");
  }

  @Test
  void storedTensorOfAnUnsupportedType() {
    withStored(ModelBytes.tensor("w", 15, 4).raw(9, new byte[64])).save(file);
    refuses().hasMessageContaining("tensor 'w': element type complex128 is not supported");
  }

  @Test
  void tensorMadeInTheModelThatIsTooLarge() {
    ModelBytes shape = ModelBytes.tensor("w", 7, 2).integer(7, 1L << 45).integer(7, 1L << 45);
    ModelBytes.model(
            new ModelBytes()
                .node("ConstantOfShape", "huge", "w", "y")
                .message(5, shape)
                .value(12, "y", 1, 4))
        .save(file);
    refuses().hasMessageContaining("ConstantOfShape node 'huge'").hasMessageContaining("64 bits");
  }

  @Test
  void constantMadeInTheModelThatIsTooLarge() {
    ModelBytes one = ModelBytes.tensor("one", 1, 1).floats(9, 1);
    ModelBytes shape = ModelBytes.tensor("shape", 7, 2).integer(7, 1L << 20).integer(7, 1L << 20);
    ModelBytes.model(
            new ModelBytes()
                .node("Expand", "huge", "one,shape", "y")
                .message(5, one)
                .message(5, shape)
                .value(12, "y", 1, 4))
        .save(file);
    refuses()
        .hasMessageContaining("Expand node 'huge'")
        .hasMessageContaining("1048576x1048576")
        .hasMessageContaining("expected at most 268435456");
  }

  @Test
  void externalDataOutsideOfTheFolder() throws IOException {
    Path secret = Files.write(folder.resolve("secret.bin"), new byte[16]);
    Path inner = Files.createDirectory(folder.resolve("inner"));
    file = inner.resolve("model.onnx");
    Files.createSymbolicLink(inner.resolve("link.bin"), secret);
    for (String location : new String[] {"../secret.bin", secret.toString(), "link.bin"}) {
      withExternal(location, 0).save(file);
      refuses().hasMessageContaining("outside of the model's folder");
    }
  }

  @Test
  void externalDataThatIsMissingOrTooShort() throws IOException {
    withExternal("absent.bin", 0).save(file);
    refuses().hasMessageContaining("'absent.bin' beside the model cannot be read");
    Files.write(folder.resolve("short.bin"), new byte[12]);
    withExternal("short.bin", 0).save(file);
    refuses().hasMessageContaining("the file has 12");
    Files.write(folder.resolve("whole.bin"), new byte[16]);
    withExternal("whole.bin", 4).save(file);
    refuses().hasMessageContaining("bytes 4 to 20");
  }

  @Test
  void externalDataInsideOfTheFolderIsRead() throws IOException {
    Files.write(folder.resolve("whole.bin"), new byte[16]);
    withExternal("whole.bin", 0).save(file);
    assertThat(OnnxImporter.load(file).constants()).hasSize(1);
  }

  @Test
  void unknownNameOfADimension() {
    ModelBytes.model(ModelBytes.reluGraph()).save(file);
    ImportOptions options = new ImportOptions(Map.of("batch", 2L), Map.of());
    assertThatThrownBy(() -> OnnxImporter.load(file, options))
        .hasMessageContaining("no input has a dimension called 'batch'");
  }

  @Test
  void tensorFileThatIsCutOff() throws IOException {
    byte[] whole = ModelBytes.tensor("t", 1, 4).floats(9, 1, 2, 3, 4).toByteArray();
    Path tensor = folder.resolve("input_0.pb");
    for (int length = 1; length < whole.length; length++) {
      Files.write(tensor, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> OnnxImporter.readTensor(tensor))
          .isInstanceOf(UserException.class)
          .hasMessageContaining("input_0.pb");
    }
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refuses() {
    return assertThatThrownBy(() -> OnnxImporter.load(file))
        .isInstanceOf(UserException.class)
        .satisfies(refused -> assertThat(refused.getMessage().lines()).hasSize(1));
  }

  private static ModelBytes withStored(ModelBytes tensor) {
    return ModelBytes.model(
        new ModelBytes()
            .node("Add", "add", "x,w", "y")
            .message(5, tensor)
            .value(11, "x", 1, 4)
            .value(12, "y", 1, 4));
  }

  private static ModelBytes withExternal(String location, long offset) {
    return withStored(
        ModelBytes.tensor("w", 1, 4)
            .message(13, new ModelBytes().text(1, "location").text(2, location))
            .message(13, new ModelBytes().text(1, "offset").text(2, "" + offset))
            .integer(14, 1));
  }

  /** A model with stored tensors of several kinds, attributes and folding. */
  private static ModelBytes richModel() {
    ModelBytes conv =
        new ModelBytes()
            .raw(1, "image".getBytes(StandardCharsets.UTF_8))
            .text(1, "w")
            .text(2, "c")
            .text(3, "conv")
            .text(4, "Conv")
            .message(
                5,
                new ModelBytes()
                    .text(1, "pads")
                    .integer(8, 1)
                    .integer(8, 1)
                    .integer(8, 1)
                    .integer(8, 1)
                    .integer(20, 7));
    return ModelBytes.model(
        new ModelBytes()
            .message(1, conv)
            .node("Reshape", "flat", "c,shape", "r")
            .node("Slice", "cut", "r,zero,end,zero", "s")
            .node("Softmax", "soft", "s", "y")
            .message(5, ModelBytes.tensor("w", 1, 2, 1, 3, 3).raw(9, new byte[72]))
            .message(5, ModelBytes.tensor("shape", 7, 2).integer(7, 1).integer(7, -1))
            .message(5, ModelBytes.tensor("zero", 7, 1).integer(7, 0))
            .message(5, ModelBytes.tensor("end", 7, 1).integer(7, 1))
            .value(11, "image", 1, 1, 1, 4, 4)
            .value(12, "y", 1, 1, 32));
  }
}
