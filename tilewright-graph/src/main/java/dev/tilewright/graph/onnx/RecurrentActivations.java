package dev.tilewright.graph.onnx;

import dev.tilewright.runtime.host.Activation;
import dev.tilewright.runtime.host.RecurrentLayer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** The activations of a recurrent node with their parameters. */
final class RecurrentActivations {
  private RecurrentActivations() {}

  /** Those of one direction, the usual ones if the node names none. */
  static List<Activation> of(ConversionContext node, RecurrentLayer.Kind kind, int direction) {
    List<String> names =
        node.attributes()
            .strings("activations")
            .orElse(
                switch (kind) {
                  case RNN -> List.of("Tanh", "Tanh");
                  case GRU -> List.of("Sigmoid", "Tanh", "Sigmoid", "Tanh");
                  case LSTM -> List.of("Sigmoid", "Tanh", "Tanh", "Sigmoid", "Tanh", "Tanh");
                });
    int first = direction * kind.activations();
    if (names.size() < first + kind.activations()) {
      throw node.refuse("activations are %s; expected %d a direction", names, kind.activations());
    }
    // Only functions that have parameters take from the lists, in their order.
    Deque<Float> alphas = values(node, "activation_alpha");
    Deque<Float> betas = values(node, "activation_beta");
    List<Activation> all = names.stream().map(name -> parse(node, name, alphas, betas)).toList();
    return all.subList(first, first + kind.activations());
  }

  private static Deque<Float> values(ConversionContext node, String name) {
    return new ArrayDeque<>(node.attributes().reals(name).orElse(List.of()));
  }

  private static Activation parse(
      ConversionContext node, String name, Deque<Float> alphas, Deque<Float> betas) {
    Activation.Kind kind;
    try {
      kind = Activation.Kind.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw node.refuse(
          "activation '%s'; expected one of %s", name, Arrays.toString(Activation.Kind.values()));
    }
    return switch (kind) {
      case RELU, SIGMOID, SOFTPLUS, SOFTSIGN, TANH -> new Activation(kind, 0, 0);
      case AFFINE -> new Activation(kind, next(alphas, 1), next(betas, 0));
      case HARDSIGMOID -> new Activation(kind, next(alphas, 0.2f), next(betas, 0.5f));
      case SCALEDTANH -> new Activation(kind, next(alphas, 1), next(betas, 1));
      case ELU, THRESHOLDEDRELU -> new Activation(kind, next(alphas, 1), 0);
      case LEAKYRELU -> new Activation(kind, next(alphas, 0.01f), 0);
    };
  }

  private static float next(Deque<Float> values, float otherwise) {
    return values.isEmpty() ? otherwise : values.removeFirst();
  }
}
