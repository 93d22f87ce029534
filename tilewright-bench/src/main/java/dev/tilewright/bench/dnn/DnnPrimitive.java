package dev.tilewright.bench.dnn;

import dev.tilewright.graph.ops.Window;
import java.util.List;
import org.bytedeco.dnnl.convolution_forward;
import org.bytedeco.dnnl.deconvolution_forward;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.matmul;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.post_ops;
import org.bytedeco.dnnl.primitive;
import org.bytedeco.dnnl.primitive_attr;

/** A primitive with the orders in memory that it has for its operands. */
record DnnPrimitive(primitive code, memory.desc data, memory.desc weight, memory.desc result) {
  /**
   * The primitive of a layer.
   *
   * @param openOrder whether the library chooses the order of data and result
   */
  static DnnPrimitive create(DnnLayer layer, engine engine, boolean openOrder) {
    memory.desc data = order(layer.data().view(), openOrder);
    boolean constant = layer.network().isConstant(layer.weight().value());
    memory.desc weight = order(layer.weight().view(), constant);
    memory.desc bias =
        layer.bias().map(operand -> operand.view().descriptor()).orElseGet(memory.desc::new);
    memory.desc result = order(layer.result(), openOrder);
    primitive_attr attributes = attributes(layer.relu());
    return switch (layer.operation()) {
      case DnnOperation.Product() -> {
        matmul.primitive_desc chosen =
            new matmul.primitive_desc(engine, data, weight, bias, result, attributes, false);
        yield new DnnPrimitive(
            new matmul(chosen), chosen.src_desc(), chosen.weights_desc(), chosen.dst_desc());
      }
      case DnnOperation.Convolution(Window window) -> {
        convolution_forward.primitive_desc chosen =
            new convolution_forward.primitive_desc(
                engine,
                dnnl.dnnl_forward_inference,
                dnnl.dnnl_convolution_auto,
                data,
                weight,
                bias,
                result,
                DnnView.array(window.strides()),
                gaps(window),
                DnnView.array(window.padBegin()),
                DnnView.array(window.padEnd()),
                attributes,
                false);
        yield new DnnPrimitive(
            new convolution_forward(chosen),
            chosen.src_desc(),
            chosen.weights_desc(),
            chosen.dst_desc());
      }
      case DnnOperation.TransposedConvolution(Window window) -> {
        deconvolution_forward.primitive_desc chosen =
            new deconvolution_forward.primitive_desc(
                engine,
                dnnl.dnnl_forward_inference,
                dnnl.dnnl_deconvolution_direct,
                data,
                weight,
                bias,
                result,
                DnnView.array(window.strides()),
                gaps(window),
                DnnView.array(window.padBegin()),
                DnnView.array(window.padEnd()),
                attributes,
                false);
        yield new DnnPrimitive(
            new deconvolution_forward(chosen),
            chosen.src_desc(),
            chosen.weights_desc(),
            chosen.dst_desc());
      }
    };
  }

  private static memory.desc order(DnnView view, boolean open) {
    return open ? view.open() : view.descriptor();
  }

  /** The library counts the elements between taps. */
  private static long[] gaps(Window window) {
    List<Long> gaps = window.dilations().stream().map(distance -> distance - 1).toList();
    return DnnView.array(gaps);
  }

  private static primitive_attr attributes(boolean relu) {
    primitive_attr attributes = new primitive_attr();
    if (relu) {
      post_ops operations = new post_ops();
      operations.append_eltwise(dnnl.dnnl_eltwise_relu, 0, 0);
      attributes.set_post_ops(operations);
    }
    return attributes;
  }
}
