package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One direction of a recurrent layer. Inputs, all float32 but the last: the products of the input
 * with its weights (position × sequence × gates), the recurrent weights (hidden × gates), their
 * bias (gates), peepholes (3 × hidden), the first hidden and cell state (sequence × hidden), and
 * the length of each sequence as integers. Results: the hidden state at each position (zeros after
 * the end of a sequence), and the last hidden and cell states.
 *
 * @param kind which cell
 * @param backward whether positions are taken from last to first
 * @param activations f, g and h, as many as the kind has
 * @param limit largest magnitude of what goes into an activation; infinite for none
 * @param option of an LSTM whether input and forget gate are coupled, of a GRU whether the reset
 *     gate scales the product
 */
public record RecurrentLayer(
    Kind kind, boolean backward, List<Activation> activations, float limit, boolean option)
    implements PlannableOperator {
  static final String NAME = "recurrent_layer";

  /** The cells, with the number of their gates and activations. */
  public enum Kind {
    RNN(1, 1),
    GRU(3, 2),
    LSTM(4, 3);

    private final int gates;
    private final int activations;

    Kind(int gates, int activations) {
      this.gates = gates;
      this.activations = activations;
    }

    public int gates() {
      return gates;
    }

    public int activations() {
      return activations;
    }
  }

  public RecurrentLayer {
    activations = List.copyOf(activations);
    if (activations.size() != kind.activations()) {
      throw new UserException(
          "%s: %d activations; expected %d"
              .formatted(kind, activations.size(), kind.activations()));
    }
  }

  static RecurrentLayer of(HostAttributes attributes) {
    try {
      return new RecurrentLayer(
          attributes.constant("kind", Kind.class),
          attributes.flag("backward"),
          Arrays.stream(attributes.string("activations").split(";"))
              .map(Activation::parse)
              .toList(),
          (float) attributes.real("limit"),
          attributes.flag("option"));
    } catch (IllegalArgumentException malformed) {
      throw new UserException(
          "recurrent layer: '%s' cannot be read".formatted(attributes.text()), malformed);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    String functions = activations.stream().map(Activation::text).collect(Collectors.joining(";"));
    return HostAttributes.none()
        .with("kind", kind.name())
        .with("backward", backward)
        .with("activations", functions)
        .with("limit", limit)
        .with("option", option);
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Shape products = inputs.get(0).shape();
    Shape state = inputs.get(4).shape();
    int length = (int) products.extent(0);
    int sequences = (int) products.extent(1);
    int size = (int) state.extent(1);
    float[] gates = inputs.get(0).toFloats();
    float[] hidden = inputs.get(4).toFloats();
    float[] cell = inputs.get(5).toFloats();
    float[] result = new float[length * sequences * size];
    RecurrentCell step =
        cell(
            new RecurrentWeights(
                inputs.get(1).toFloats(), inputs.get(2).toFloats(), inputs.get(3).toFloats()));
    for (int sequence = 0; sequence < sequences; sequence++) {
      long end = inputs.get(6).getLong(sequence);
      if (end < 0 || end > length) {
        throw new UserException(
            "%s: sequence %d has %d positions; expected at most %d"
                .formatted(kind, sequence, end, length));
      }
      float[] h = Arrays.copyOfRange(hidden, sequence * size, (sequence + 1) * size);
      float[] c = Arrays.copyOfRange(cell, sequence * size, (sequence + 1) * size);
      for (int i = 0; i < end; i++) {
        int position = backward ? (int) end - 1 - i : i;
        int row = position * sequences + sequence;
        int width = kind.gates() * size;
        step.step(Arrays.copyOfRange(gates, row * width, (row + 1) * width), h, c);
        System.arraycopy(h, 0, result, row * size, size);
      }
      System.arraycopy(h, 0, hidden, sequence * size, size);
      System.arraycopy(c, 0, cell, sequence * size, size);
    }
    return List.of(
        Tensor.of(Shape.of(length, sequences, size), result),
        Tensor.of(state, hidden),
        Tensor.of(state, cell));
  }

  private RecurrentCell cell(RecurrentWeights weights) {
    List<Gate> gates = activations.stream().map(activation -> new Gate(activation, limit)).toList();
    // What leaves the cell of an LSTM is not limited.
    return switch (kind) {
      case RNN -> new SimpleCell(weights, gates.get(0));
      case GRU -> new GruCell(weights, gates.get(0), gates.get(1), option);
      case LSTM ->
          new LstmCell(
              weights,
              gates.get(0),
              gates.get(1),
              new Gate(activations.get(2), Float.POSITIVE_INFINITY),
              option);
    };
  }
}
