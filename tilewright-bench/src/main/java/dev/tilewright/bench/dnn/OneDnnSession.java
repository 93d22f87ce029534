package dev.tilewright.bench.dnn;

import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.dnnl.IntMemoryMap;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.reorder;
import org.bytedeco.dnnl.stream;
import org.bytedeco.javacpp.FloatPointer;

/** A primitive with its operands in the order that it asks for. */
final class OneDnnSession implements PeerSession {
  private final DnnLayer layer;
  private final engine engine = new engine(org.bytedeco.dnnl.engine.kind.cpu, 0);
  private final stream stream = new stream(engine);
  private final DnnPrimitive primitive;
  private final memory result;
  private final IntMemoryMap arguments = new IntMemoryMap();

  /** Keeps what native code reads: neither tensors nor wrappers may be collected. */
  private final List<Object> alive = new ArrayList<>();

  OneDnnSession(DnnLayer layer, boolean openOrder) {
    this.layer = layer;
    this.primitive = DnnPrimitive.create(layer, engine, openOrder);
    this.result = new memory(primitive.result(), engine);
    arguments.put(dnnl.DNNL_ARG_DST, result);
  }

  @Override
  public void setInputs(List<Tensor> inputs) {
    alive.clear();
    Map<Value, Tensor> values = new IdentityHashMap<>(layer.network().constants());
    for (int i = 0; i < inputs.size(); i++) {
      values.put(layer.network().inputs().get(i), inputs.get(i));
    }
    place(dnnl.DNNL_ARG_SRC, layer.data(), primitive.data(), values);
    place(dnnl.DNNL_ARG_WEIGHTS, layer.weight(), primitive.weight(), values);
    layer
        .bias()
        .ifPresent(bias -> place(dnnl.DNNL_ARG_BIAS, bias, bias.view().descriptor(), values));
  }

  @Override
  public void run() {
    primitive.code().execute(stream, arguments);
    stream._wait();
  }

  @Override
  public List<Tensor> outputs() {
    TensorType type = layer.network().outputs().getFirst().value().type();
    Tensor tensor = Tensor.allocate(type.dtype(), type.shape());
    memory plain = wrap(tensor, layer.result());
    move(result, plain);
    return List.of(tensor);
  }

  @Override
  public void close() {
    alive.clear();
  }

  private void place(
      int argument, DnnLayer.Operand operand, memory.desc wanted, Map<Value, Tensor> values) {
    memory given = wrap(values.get(operand.value()), operand.view());
    memory placed = new memory(wanted, engine);
    move(given, placed);
    alive.add(placed);
    arguments.put(argument, placed);
  }

  private void move(memory from, memory to) {
    new reorder(from, to).execute(stream, from, to);
    stream._wait();
  }

  private memory wrap(Tensor tensor, DnnView view) {
    FloatPointer pointer =
        new FloatPointer(
            tensor.segment().asByteBuffer().order(ByteOrder.nativeOrder()).asFloatBuffer());
    alive.add(tensor);
    alive.add(pointer);
    return new memory(view.descriptor(), engine, pointer);
  }
}
