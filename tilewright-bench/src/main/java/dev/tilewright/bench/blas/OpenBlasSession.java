package dev.tilewright.bench.blas;

import static org.bytedeco.openblas.global.openblas_nolapack.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_sgemm;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_sgemv;

import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.FloatPointer;

/** One matrix product with its operands. */
final class OpenBlasSession implements PeerSession {
  private final Graph network;
  private final MatrixProduct product;
  private final Tensor result;
  private final FloatPointer resultPointer;

  /** The operands, where the tensors are; one a batch. */
  private final List<FloatPointer> a = new ArrayList<>();

  private final List<FloatPointer> b = new ArrayList<>();
  private final List<FloatPointer> c = new ArrayList<>();

  /** Keeps the operands' memory. */
  private final List<Tensor> tensors = new ArrayList<>();

  OpenBlasSession(Graph network, MatrixProduct product) {
    this.network = network;
    this.product = product;
    TensorType type = network.outputs().getFirst().value().type();
    this.result = Tensor.allocate(type.dtype(), type.shape());
    this.resultPointer = pointer(result);
  }

  @Override
  public void setInputs(List<Tensor> inputs) {
    tensors.clear();
    a.clear();
    b.clear();
    c.clear();
    Map<Value, Tensor> values = new IdentityHashMap<>(network.constants());
    for (int i = 0; i < inputs.size(); i++) {
      values.put(network.inputs().get(i), inputs.get(i));
    }
    product.operands().forEach(operand -> tensors.add(values.get(operand)));
    for (int i = 0; i < product.batch(); i++) {
      a.add(at(pointer(tensors.get(0)), (long) i * product.m() * product.k()));
      b.add(at(pointer(tensors.get(1)), (long) i * product.k() * product.n()));
      c.add(at(resultPointer, (long) i * product.m() * product.n()));
    }
  }

  @Override
  public void run() {
    if (product.hasBias()) {
      placeBias();
    }
    float addTo = product.hasBias() ? 1 : 0;
    for (int i = 0; i < product.batch(); i++) {
      if (product.m() == 1) {
        row(a.get(i), b.get(i), c.get(i), addTo);
      } else {
        matrix(a.get(i), b.get(i), c.get(i), addTo);
      }
    }
  }

  @Override
  public List<Tensor> outputs() {
    return List.of(result.copy());
  }

  @Override
  public void close() {
    tensors.clear();
  }

  private void placeBias() {
    Tensor bias = tensors.get(2);
    for (long at = 0; at < result.bytes(); at += bias.bytes()) {
      result.segment().asSlice(at, bias.bytes()).copyFrom(bias.segment());
    }
  }

  private void row(FloatPointer left, FloatPointer right, FloatPointer out, float addTo) {
    int rows = product.transposeB() ? product.n() : product.k();
    int columns = product.transposeB() ? product.k() : product.n();
    int transposition = product.transposeB() ? CblasNoTrans : CblasTrans;
    cblas_sgemv(
        CblasRowMajor, transposition, rows, columns, 1, right, columns, left, 1, addTo, out, 1);
  }

  private void matrix(FloatPointer left, FloatPointer right, FloatPointer out, float addTo) {
    cblas_sgemm(
        CblasRowMajor,
        product.transposeA() ? CblasTrans : CblasNoTrans,
        product.transposeB() ? CblasTrans : CblasNoTrans,
        product.m(),
        product.n(),
        product.k(),
        1,
        left,
        product.transposeA() ? product.m() : product.k(),
        right,
        product.transposeB() ? product.k() : product.n(),
        addTo,
        out,
        product.n());
  }

  private static FloatPointer pointer(Tensor tensor) {
    return new FloatPointer(
        tensor.segment().asByteBuffer().order(ByteOrder.nativeOrder()).asFloatBuffer());
  }

  private static FloatPointer at(FloatPointer start, long element) {
    return new FloatPointer(start).position(element);
  }
}
