package dev.tilewright.graph.builtin;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.onnx.OnnxImporter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the network that a user names: {@code resnet50}, {@code resnet50:batch=4,layout=NCHW}, or
 * the path of an ONNX file.
 */
public final class ModelSource {
  private static final Map<String, Network> BUILT_IN =
      new TreeMap<>(
          Map.of(
              "densenet121",
              Densenet.DENSENET_121,
              "mobilenet_v2",
              new MobilenetV2(),
              "resnet18",
              Resnet.RESNET_18,
              "resnet50",
              Resnet.RESNET_50,
              "squeezenet",
              new Squeezenet(),
              "vgg16",
              Vgg.VGG_16,
              "vgg19",
              Vgg.VGG_19));

  private ModelSource() {}

  /** The names of the built-in networks, in alphabetical order. */
  public static List<String> builtInNames() {
    return List.copyOf(BUILT_IN.keySet());
  }

  /** The keys of a built-in network with their defaults. */
  public static String builtInOptions() {
    return NetworkOptions.DEFAULTS;
  }

  /** True if the text names a built-in network, with or without options, rather than a file. */
  public static boolean isBuiltIn(String source) {
    return BUILT_IN.containsKey(nameOf(source));
  }

  /**
   * The network.
   *
   * @throws UserException if there is no such file or network, or the file is no supported model
   */
  public static Graph load(String source) {
    if (isBuiltIn(source)) {
      return build(source);
    }
    if (isFile(source)) {
      return OnnxImporter.load(Path.of(source));
    }
    throw new UserException(
        "model '%s': no such file or network; expected the path of an .onnx file or one of %s"
            .formatted(source, String.join(", ", BUILT_IN.keySet())));
  }

  private static Graph build(String source) {
    String name = nameOf(source);
    String options = source.equals(name) ? "" : source.substring(name.length() + 1);
    try {
      return BUILT_IN.get(name).build(new NetworkBuilder(NetworkOptions.parse(options)));
    } catch (UserException refused) {
      throw new UserException("model '%s': %s".formatted(source, refused.getMessage()), refused);
    }
  }

  private static String nameOf(String source) {
    int colon = source.indexOf(':');
    return colon < 0 ? source : source.substring(0, colon);
  }

  private static boolean isFile(String source) {
    try {
      return source.endsWith(".onnx") || Files.exists(Path.of(source));
    } catch (InvalidPathException malformed) {
      return false;
    }
  }
}
