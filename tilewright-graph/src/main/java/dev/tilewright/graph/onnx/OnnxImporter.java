package dev.tilewright.graph.onnx;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.onnx.format.OnnxModel;
import dev.tilewright.graph.onnx.format.OnnxReader;
import dev.tilewright.graph.onnx.format.OnnxTensor;
import dev.tilewright.runtime.Tensor;
import java.nio.file.Path;

/**
 * Reads ONNX files. Shapes are static in a {@link Graph}: dimensions that a model leaves open, such
 * as the batch, get an extent at import.
 */
public final class OnnxImporter {
  private OnnxImporter() {}

  /** As {@link #load(Path, ImportOptions)}, with the defaults. */
  public static Graph load(Path file) {
    return load(file, ImportOptions.DEFAULT);
  }

  /**
   * The network in a model file.
   *
   * @throws UserException if the file is missing, no whole ONNX model, or uses what is not
   *     supported, or if the options do not fit the model
   */
  public static Graph load(Path file, ImportOptions options) {
    OnnxModel model = OnnxReader.readModel(file);
    TensorDecoder decoder = new TensorDecoder(new ExternalData(folderOf(file)));
    return new GraphImport(model, decoder, options).run();
  }

  /**
   * The tensor in a file that holds one ({@code TensorProto}), as the test data of ONNX models
   * does.
   *
   * @throws UserException if the file is missing, no whole tensor, or of a type that is not
   *     supported
   */
  public static Tensor readTensor(Path file) {
    OnnxTensor stored = OnnxReader.readTensor(file);
    try {
      return new TensorDecoder(new ExternalData(folderOf(file))).decode(stored);
    } catch (UserException refused) {
      throw new UserException(file + ": " + refused.getMessage(), refused);
    }
  }

  private static Path folderOf(Path file) {
    return file.toAbsolutePath().getParent();
  }
}
