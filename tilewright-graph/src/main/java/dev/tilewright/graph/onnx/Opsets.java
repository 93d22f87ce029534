package dev.tilewright.graph.onnx;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.onnx.format.OnnxFunction;
import dev.tilewright.graph.onnx.format.OnnxModel;

/** The versions of the standard operator set that the converters know. */
final class Opsets {
  private static final long OLDEST = 1;
  private static final long NEWEST = 27;

  private Opsets() {}

  /**
   * The version of the standard operator set that a model asks for.
   *
   * @throws UserException if it has none or one that we do not know
   */
  static long standard(OnnxModel model) {
    return known(model, model.opsets().get(""));
  }

  /** The version that the body of one of the model's functions asks for. */
  static long ofFunction(OnnxModel model, OnnxFunction function) {
    Long own = function.opsets().get("");
    return known(model, own == null ? model.opsets().get("") : own);
  }

  private static long known(OnnxModel model, Long version) {
    if (version == null || version < OLDEST || version > NEWEST) {
      throw new UserException(
          "%s: the model asks for %s of the standard operators; expected a version from %d to %d"
              .formatted(
                  model.name(),
                  version == null ? "no version" : "version " + version,
                  OLDEST,
                  NEWEST));
    }
    return version;
  }
}
