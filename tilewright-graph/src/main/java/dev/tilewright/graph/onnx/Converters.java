package dev.tilewright.graph.onnx;

import static java.util.Map.entry;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.graph.onnx.format.OnnxNode;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Concat;
import dev.tilewright.graph.ops.Elu;
import dev.tilewright.graph.ops.Expand;
import dev.tilewright.graph.ops.Flatten;
import dev.tilewright.graph.ops.GlobalPool;
import dev.tilewright.graph.ops.HardSigmoid;
import dev.tilewright.graph.ops.InstanceNorm;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.LeakyRelu;
import dev.tilewright.graph.ops.MatMul;
import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.ops.SpaceToDepth;
import dev.tilewright.graph.ops.Tile;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.Unsqueeze;
import dev.tilewright.graph.ops.Where;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.host.Compress;
import dev.tilewright.runtime.host.NonZero;
import dev.tilewright.runtime.host.RecurrentLayer;
import dev.tilewright.runtime.host.Unique;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Which converter is for which ONNX operator. */
final class Converters {
  private static final Map<String, Converter> TABLE =
      Map.ofEntries(
          entry("Abs", unary(UnaryFunction.ABS)),
          entry("Acos", unary(UnaryFunction.ACOS)),
          entry("Acosh", unary(UnaryFunction.ACOSH)),
          entry("Add", binary(BinaryFunction.ADD)),
          entry("AffineGrid", new AffineGridConverter()),
          entry("And", binary(BinaryFunction.AND)),
          entry("ArgMax", new ArgReduceConverter(true)),
          entry("ArgMin", new ArgReduceConverter(false)),
          entry("Asin", unary(UnaryFunction.ASIN)),
          entry("Asinh", unary(UnaryFunction.ASINH)),
          entry("Atan", unary(UnaryFunction.ATAN)),
          entry("Atanh", unary(UnaryFunction.ATANH)),
          entry("Attention", new AttentionConverter()),
          entry("AveragePool", new PoolConverter(false)),
          entry("BatchNormalization", new BatchNormConverter()),
          entry("BitCast", new BitCastConverter()),
          entry("BitShift", Converters::bitShift),
          entry("BitwiseAnd", binary(BinaryFunction.AND)),
          entry("BitwiseNot", unary(UnaryFunction.BITWISE_NOT)),
          entry("BitwiseOr", binary(BinaryFunction.OR)),
          entry("BitwiseXor", binary(BinaryFunction.XOR)),
          entry("Cast", new CastConverter()),
          entry("CastLike", new CastConverter()),
          entry("CausalConvWithState", new CausalConvConverter()),
          entry("Ceil", unary(UnaryFunction.CEIL)),
          entry("Celu", ActivationConverters::celu),
          entry("CenterCropPad", new CenterCropPadConverter()),
          entry("Clip", new ClipConverter()),
          entry("Col2Im", new Col2ImConverter()),
          entry("Compress", Converters::compress),
          entry("Concat", node -> node.apply(new Concat(node.attributes().axis("axis", 1)))),
          entry("ConcatFromSequence", SequenceConverters::concat),
          entry("Constant", new ConstantConverter()),
          entry("ConstantOfShape", new ConstantOfShapeConverter()),
          entry("Conv", new ConvConverter()),
          entry("ConvInteger", new IntegerConvConverter(false)),
          entry("ConvTranspose", new ConvTransposeConverter()),
          entry("Cos", unary(UnaryFunction.COS)),
          entry("Cosh", unary(UnaryFunction.COSH)),
          entry("CumProd", new CumulativeConverter(true)),
          entry("CumSum", new CumulativeConverter(false)),
          entry("DeformConv", new DeformConvConverter()),
          entry("DepthToSpace", new DepthToSpaceConverter()),
          entry("DequantizeLinear", new DequantizeConverter()),
          entry("Det", new DetConverter()),
          entry("Div", binary(BinaryFunction.DIV)),
          entry("Dropout", new DropoutConverter()),
          entry("DynamicQuantizeLinear", new DynamicQuantizeConverter()),
          entry("Einsum", new EinsumConverter()),
          entry("Elu", node -> node.apply(new Elu(node.attributes().real("alpha", 1), 1))),
          entry("Equal", binary(BinaryFunction.EQUAL)),
          entry("Erf", unary(UnaryFunction.ERF)),
          entry("Exp", unary(UnaryFunction.EXP)),
          entry("Expand", Converters::expand),
          entry("EyeLike", new EyeLikeConverter()),
          entry("Flatten", node -> node.apply(new Flatten(node.attributes().axis("axis", 1)))),
          entry("Floor", unary(UnaryFunction.FLOOR)),
          entry("GRU", new RecurrentConverter(RecurrentLayer.Kind.GRU)),
          entry("Gather", new GatherConverter(GatherConverter.Form.SLICES)),
          entry("GatherElements", new GatherConverter(GatherConverter.Form.ELEMENTS)),
          entry("GatherND", new GatherConverter(GatherConverter.Form.ROWS)),
          entry("Gelu", ActivationConverters::gelu),
          entry("Gemm", new GemmConverter()),
          entry("GlobalAveragePool", globalPool(false)),
          entry("GlobalLpPool", new LpPoolConverter(true)),
          entry("GlobalMaxPool", globalPool(true)),
          entry("Greater", binary(BinaryFunction.GREATER)),
          entry("GreaterOrEqual", binary(BinaryFunction.GREATER_EQUAL)),
          entry("GridSample", new GridSampleConverter()),
          entry("GroupNormalization", new GroupNormConverter()),
          entry("HardSigmoid", Converters::hardSigmoid),
          entry("HardSwish", unary(UnaryFunction.HARD_SWISH)),
          entry("Hardmax", new HardmaxConverter()),
          entry("Identity", node -> List.of(node.input(0))),
          entry("If", new IfConverter()),
          entry("InstanceNormalization", Converters::instanceNorm),
          entry("IsInf", new IsInfConverter()),
          entry("IsNaN", unary(UnaryFunction.IS_NAN)),
          entry("LRN", new LrnConverter()),
          entry("LSTM", new RecurrentConverter(RecurrentLayer.Kind.LSTM)),
          entry("LayerNormalization", new LayerNormConverter()),
          entry(
              "LeakyRelu",
              node -> node.apply(new LeakyRelu(node.attributes().real("alpha", 0.01f)))),
          entry("Less", binary(BinaryFunction.LESS)),
          entry("LessOrEqual", binary(BinaryFunction.LESS_EQUAL)),
          entry("LinearAttention", new LinearAttentionConverter()),
          entry("Log", unary(UnaryFunction.LOG)),
          entry("LogSoftmax", new SoftmaxConverter(true)),
          entry("Loop", new LoopConverter()),
          entry("LpNormalization", new LpNormConverter()),
          entry("LpPool", new LpPoolConverter(false)),
          entry("MatMul", node -> node.apply(new MatMul(false))),
          entry("MatMulInteger", new IntegerProductConverter(false)),
          entry("Max", new VariadicConverter(BinaryFunction.MAX, false)),
          entry("MaxPool", new PoolConverter(true)),
          entry("MaxUnpool", new MaxUnpoolConverter()),
          entry("Mean", new VariadicConverter(BinaryFunction.ADD, true)),
          entry("MeanVarianceNormalization", new MeanVarianceConverter()),
          entry("Min", new VariadicConverter(BinaryFunction.MIN, false)),
          entry("Mish", unary(UnaryFunction.MISH)),
          entry("Mod", Converters::mod),
          entry("Mul", binary(BinaryFunction.MUL)),
          entry("Neg", unary(UnaryFunction.NEG)),
          entry("NonMaxSuppression", new NonMaxSuppressionConverter()),
          entry("NonZero", node -> node.evaluate(new NonZero(), node.known(0))),
          entry("Not", unary(UnaryFunction.NOT)),
          entry("OneHot", new OneHotConverter()),
          entry("Optional", SequenceConverters::optional),
          entry("OptionalGetElement", SequenceConverters::optionalGetElement),
          entry("OptionalHasElement", SequenceConverters::optionalHasElement),
          entry("Or", binary(BinaryFunction.OR)),
          entry("PRelu", Converters::prelu),
          entry("Pad", new PadConverter()),
          entry("Pow", new PowConverter()),
          entry("QLinearConv", new IntegerConvConverter(true)),
          entry("QLinearMatMul", new IntegerProductConverter(true)),
          entry("QuantizeLinear", new QuantizeConverter()),
          entry("RMSNormalization", new RmsNormConverter()),
          entry("RNN", new RecurrentConverter(RecurrentLayer.Kind.RNN)),
          entry("Range", new RangeConverter()),
          entry("Reciprocal", unary(UnaryFunction.RECIPROCAL)),
          entry("ReduceL1", new ReduceConverter(ReduceFunction.L1)),
          entry("ReduceL2", new ReduceConverter(ReduceFunction.L2)),
          entry("ReduceLogSum", new ReduceConverter(ReduceFunction.LOG_SUM)),
          entry("ReduceLogSumExp", new ReduceConverter(ReduceFunction.LOG_SUM_EXP)),
          entry("ReduceMax", new ReduceConverter(ReduceFunction.MAX)),
          entry("ReduceMean", new ReduceConverter(ReduceFunction.MEAN)),
          entry("ReduceMin", new ReduceConverter(ReduceFunction.MIN)),
          entry("ReduceProd", new ReduceConverter(ReduceFunction.PROD)),
          entry("ReduceSum", new ReduceConverter(ReduceFunction.SUM)),
          entry("ReduceSumSquare", new ReduceConverter(ReduceFunction.SUM_SQUARE)),
          entry("Relu", unary(UnaryFunction.RELU)),
          entry("Reshape", new ReshapeConverter()),
          entry("Resize", new ResizeConverter()),
          entry("ReverseSequence", new ReverseSequenceConverter()),
          entry("RoiAlign", new RoiAlignConverter()),
          entry("RotaryEmbedding", new RotaryEmbeddingConverter()),
          entry("Round", unary(UnaryFunction.ROUND)),
          entry("Scan", new ScanConverter()),
          entry("Scatter", new ScatterConverter(false)),
          entry("ScatterElements", new ScatterConverter(false)),
          entry("ScatterND", new ScatterConverter(true)),
          entry("Selu", Converters::selu),
          entry("SequenceAt", SequenceConverters::at),
          entry("SequenceConstruct", SequenceConverters::construct),
          entry("SequenceEmpty", SequenceConverters::empty),
          entry("SequenceErase", SequenceConverters::erase),
          entry("SequenceInsert", SequenceConverters::insert),
          entry("SequenceLength", SequenceConverters::length),
          entry("SequenceMap", SequenceConverters::map),
          entry("Shape", new ShapeConverter()),
          entry("Shrink", new ShrinkConverter()),
          entry("Sigmoid", unary(UnaryFunction.SIGMOID)),
          entry("Sign", unary(UnaryFunction.SIGN)),
          entry("Sin", unary(UnaryFunction.SIN)),
          entry("Sinh", unary(UnaryFunction.SINH)),
          entry("Size", Converters::size),
          entry("Slice", new SliceConverter()),
          entry("Softmax", new SoftmaxConverter(false)),
          entry("Softplus", unary(UnaryFunction.SOFTPLUS)),
          entry("Softsign", unary(UnaryFunction.SOFTSIGN)),
          entry("SpaceToDepth", Converters::spaceToDepth),
          entry("Split", new SplitConverter()),
          entry("SplitToSequence", SequenceConverters::split),
          entry("Sqrt", unary(UnaryFunction.SQRT)),
          entry("Squeeze", new SqueezeConverter()),
          entry("Sub", binary(BinaryFunction.SUB)),
          entry("Sum", new VariadicConverter(BinaryFunction.ADD, false)),
          entry("SwiGLU", ActivationConverters::swiGlu),
          entry("Swish", ActivationConverters::swish),
          entry("Tan", unary(UnaryFunction.TAN)),
          entry("Tanh", unary(UnaryFunction.TANH)),
          entry("TensorScatter", new TensorScatterConverter()),
          entry("ThresholdedRelu", ActivationConverters::thresholdedRelu),
          entry("Tile", Converters::tile),
          entry("TopK", new TopKConverter()),
          entry("Transpose", new TransposeConverter()),
          entry("Trilu", new TriluConverter()),
          entry("Unique", Converters::unique),
          entry("Unsqueeze", new UnsqueezeConverter()),
          entry("Upsample", new ResizeConverter()),
          entry("Where", node -> node.apply(new Where())),
          entry("Xor", binary(BinaryFunction.XOR)));

  private Converters() {}

  /**
   * The converter for a node.
   *
   * @throws UserException if there is none
   */
  static Converter find(OnnxNode node, long opset) {
    Converter converter = node.domain().isEmpty() ? TABLE.get(node.opType()) : null;
    if (converter == null) {
      String domain = node.domain().isEmpty() ? "" : " of the operator set '" + node.domain() + "'";
      throw new UserException(
          "%s node '%s' (opset %d): the operator%s is not supported; supported are %s"
              .formatted(
                  node.opType(),
                  node.label(),
                  opset,
                  domain,
                  String.join(", ", new TreeSet<>(TABLE.keySet()))));
    }
    return converter;
  }

  private static Converter unary(UnaryFunction function) {
    return node -> node.apply(new Unary(function));
  }

  private static Converter binary(BinaryFunction function) {
    return new BinaryConverter(function);
  }

  private static Converter globalPool(boolean largest) {
    return node -> node.apply(new GlobalPool(largest, Layout.CHANNELS_FIRST));
  }

  private static List<Operand> spaceToDepth(ConversionContext node) {
    long block = node.attributes().integer("blocksize", 1);
    return node.apply(new SpaceToDepth(block, Layout.CHANNELS_FIRST));
  }

  /** Before opset 7 a vector of slopes had one a channel. */
  private static List<Operand> prelu(ConversionContext node) {
    Operand slope = node.input(1);
    if (node.opset() < 7 && slope.type().rank() == 1 && slope.type().extent(0) != 1) {
      int spatial = Math.max(0, node.type(0).rank() - 2);
      List<Integer> axes = IntStream.rangeClosed(1, spatial).boxed().toList();
      slope = node.emit(new Unsqueeze(axes), slope);
    }
    return List.of(node.emit(new Binary(BinaryFunction.PRELU), node.input(0), slope));
  }

  private static List<Operand> bitShift(ConversionContext node) {
    String direction = node.attributes().string("direction", "");
    return switch (direction) {
      case "LEFT" -> node.apply(new Binary(BinaryFunction.SHIFT_LEFT));
      case "RIGHT" -> node.apply(new Binary(BinaryFunction.SHIFT_RIGHT));
      default -> throw node.refuse("direction is '%s'; expected LEFT or RIGHT", direction);
    };
  }

  private static List<Operand> compress(ConversionContext node) {
    return node.evaluate(new Compress(optionalAxis(node)), node.known(0), node.known(1));
  }

  private static List<Operand> unique(ConversionContext node) {
    boolean sorted = node.attributes().flag("sorted", true);
    return node.evaluate(new Unique(optionalAxis(node), sorted), node.known(0));
  }

  private static OptionalInt optionalAxis(ConversionContext node) {
    return node.attributes().has("axis")
        ? OptionalInt.of(node.attributes().axis("axis", 0))
        : OptionalInt.empty();
  }

  private static List<Operand> mod(ConversionContext node) {
    boolean truncating = node.attributes().flag("fmod", false);
    return node.apply(new Binary(truncating ? BinaryFunction.FMOD : BinaryFunction.MOD));
  }

  private static List<Operand> expand(ConversionContext node) {
    return List.of(node.emit(new Expand(Shape.of(node.knownIntegers(1))), node.input(0)));
  }

  /** Before opset 6: so many times along one axis. */
  private static List<Operand> tile(ConversionContext node) {
    if (node.opset() < 6) {
      int rank = node.type(0).rank();
      List<Long> repeats = new ArrayList<>(Collections.nCopies(rank, 1L));
      repeats.set(node.axis(node.knownInteger(2), rank), node.knownInteger(1));
      return List.of(node.emit(new Tile(repeats), node.input(0)));
    }
    return List.of(node.emit(new Tile(node.knownIntegers(1)), node.input(0)));
  }

  private static List<Operand> hardSigmoid(ConversionContext node) {
    Attributes attributes = node.attributes();
    return node.apply(
        new HardSigmoid(attributes.real("alpha", 0.2f), attributes.real("beta", 0.5)));
  }

  private static List<Operand> selu(ConversionContext node) {
    double alpha = node.attributes().real("alpha", 1.67326319217681884765625f);
    return node.apply(new Elu(alpha, node.attributes().real("gamma", 1.05070102214813232421875f)));
  }

  private static List<Operand> instanceNorm(ConversionContext node) {
    return node.apply(new InstanceNorm(node.attributes().real("epsilon", 1e-5f)));
  }

  private static List<Operand> size(ConversionContext node) {
    return List.of(new Operand.Known(Tensor.of(Shape.of(), node.shape(0).elements())));
  }
}
