package dev.tilewright.runtime.host;

/** An activation of a recurrent layer with its parameters. */
public record Activation(Kind kind, float alpha, float beta) {
  /** The functions that ONNX knows. */
  public enum Kind {
    AFFINE,
    ELU,
    HARDSIGMOID,
    LEAKYRELU,
    RELU,
    SCALEDTANH,
    SIGMOID,
    SOFTPLUS,
    SOFTSIGN,
    TANH,
    THRESHOLDEDRELU
  }

  float apply(float x) {
    return switch (kind) {
      case AFFINE -> alpha * x + beta;
      case ELU -> x >= 0 ? x : alpha * (float) Math.expm1(x);
      case HARDSIGMOID -> Math.clamp(alpha * x + beta, 0f, 1f);
      case LEAKYRELU -> x >= 0 ? x : alpha * x;
      case RELU -> Math.max(x, 0);
      case SCALEDTANH -> alpha * (float) Math.tanh(beta * x);
      case SIGMOID -> (float) (1 / (1 + Math.exp(-x)));
      case SOFTPLUS -> Math.max(x, 0) + (float) Math.log1p(Math.exp(-Math.abs(x)));
      case SOFTSIGN -> x / (1 + Math.abs(x));
      case TANH -> (float) Math.tanh(x);
      case THRESHOLDEDRELU -> x > alpha ? x : 0;
    };
  }

  /** For example {@code TANH:0.0:0.0}. */
  String text() {
    return kind + ":" + alpha + ":" + beta;
  }

  static Activation parse(String text) {
    String[] parts = text.split(":");
    if (parts.length != 3) {
      throw new IllegalArgumentException("activation " + text);
    }
    return new Activation(
        Kind.valueOf(parts[0]), Float.parseFloat(parts[1]), Float.parseFloat(parts[2]));
  }
}
