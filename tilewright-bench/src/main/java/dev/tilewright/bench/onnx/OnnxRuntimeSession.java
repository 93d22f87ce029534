package dev.tilewright.bench.onnx;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.tilewright.base.DType;
import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.InternalException;
import dev.tilewright.base.UserException;
import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A session of ONNX Runtime with its inputs and the results of the last run. */
final class OnnxRuntimeSession implements PeerSession {
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final Graph network;
  private final Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
  private final List<OrtSession.Result> lastResult = new ArrayList<>();

  OnnxRuntimeSession(OrtEnvironment environment, OrtSession session, Graph network) {
    this.environment = environment;
    this.session = session;
    this.network = network;
  }

  @Override
  public void setInputs(List<Tensor> tensors) {
    closeInputs();
    try {
      for (int i = 0; i < tensors.size(); i++) {
        Value input = network.inputs().get(i);
        inputs.put(input.name(), toOnnx(tensors.get(i)));
      }
    } catch (OrtException e) {
      throw failed("does not take the inputs", e);
    }
  }

  @Override
  public void run() {
    closeResult();
    try {
      lastResult.add(session.run(inputs));
    } catch (OrtException e) {
      throw failed("failed", e);
    }
  }

  @Override
  public List<Tensor> outputs() {
    if (lastResult.isEmpty()) {
      throw new InternalException("ONNX Runtime session: outputs asked for before a run");
    }
    List<Tensor> outputs = new ArrayList<>();
    for (int i = 0; i < network.outputs().size(); i++) {
      TensorType type = network.outputs().get(i).value().type();
      OnnxTensor result = (OnnxTensor) lastResult.getFirst().get(i);
      ByteBuffer bytes = result.getByteBuffer().order(ByteOrder.nativeOrder());
      Tensor copy = Tensor.allocate(type.dtype(), type.shape());
      copy.segment().copyFrom(MemorySegment.ofBuffer(bytes));
      outputs.add(copy);
    }
    return outputs;
  }

  @Override
  public void close() {
    closeResult();
    closeInputs();
    try {
      session.close();
    } catch (OrtException e) {
      throw failed("does not close", e);
    }
  }

  private void closeInputs() {
    inputs.values().forEach(OnnxTensor::close);
    inputs.clear();
  }

  private void closeResult() {
    lastResult.forEach(OrtSession.Result::close);
    lastResult.clear();
  }

  private OnnxTensor toOnnx(Tensor tensor) throws OrtException {
    ByteBuffer bytes = tensor.segment().asByteBuffer().order(ByteOrder.nativeOrder());
    return OnnxTensor.createTensor(
        environment, bytes, tensor.shape().toArray(), javaType(tensor.dtype()));
  }

  private static OnnxJavaType javaType(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT ->
          dtype.bits() == 16
              ? OnnxJavaType.FLOAT16
              : dtype.bits() == 32 ? OnnxJavaType.FLOAT : OnnxJavaType.DOUBLE;
      case BFLOAT -> OnnxJavaType.BFLOAT16;
      case BOOL -> OnnxJavaType.BOOL;
      case UINT -> {
        if (dtype.bits() != 8) {
          throw new UserException("the Java interface of ONNX Runtime has no " + dtype);
        }
        yield OnnxJavaType.UINT8;
      }
      case INT ->
          switch (dtype.bits()) {
            case 8 -> OnnxJavaType.INT8;
            case 16 -> OnnxJavaType.INT16;
            case 32 -> OnnxJavaType.INT32;
            case 64 -> OnnxJavaType.INT64;
            default -> throw new UserException("ONNX Runtime has no element type " + dtype);
          };
    };
  }

  private static EnvironmentException failed(String what, OrtException cause) {
    return new EnvironmentException("ONNX Runtime " + what + ": " + cause.getMessage(), cause);
  }
}
