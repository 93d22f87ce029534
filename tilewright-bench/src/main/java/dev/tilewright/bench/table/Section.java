package dev.tilewright.bench.table;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.spec.AnsorWorkloads;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A table. */
enum Section {
  SINGLE("Single workloads", List.of(1, 2), List.of("openblas", "onednn", "onnxruntime")) {
    @Override
    List<Item> items() {
      String dense = "dense:batch=1,in=2048,out=1000";
      return List.of(Item.of("matmul:m=1024,n=1024,k=1024"), new Item(dense, dense, Bar.STREAMING));
    }
  },
  LAYERS(
      "Convolutions of ResNet-50 with bias and ReLU",
      List.of(1),
      List.of("onednn", "onnxruntime")) {
    @Override
    List<Item> items() {
      return ConvolutionLayers.of("resnet50");
    }
  },
  NETWORKS("Networks, batch 1", List.of(2), List.of("onnxruntime")) {
    @Override
    List<Item> items() {
      return Stream.of("resnet50", "vgg19", "densenet121", "squeezenet").map(Item::of).toList();
    }
  },
  ANSOR(
      "Operators and subgraphs of Ansor's evaluation, batch 1",
      List.of(2),
      List.of("openblas", "onednn", "onnxruntime")) {
    @Override
    List<Item> items() {
      return AnsorWorkloads.all().entrySet().stream()
          .map(entry -> new Item(entry.getKey(), entry.getKey(), Bar.REGISTER_TILE))
          .toList();
    }
  };

  private final String title;
  private final List<Integer> threads;
  private final List<String> peers;

  Section(String title, List<Integer> threads, List<String> peers) {
    this.title = title;
    this.threads = threads;
    this.peers = peers;
  }

  /**
   * The section of a key.
   *
   * @throws UserException if there is none
   */
  static Section find(String key) {
    return Arrays.stream(values())
        .filter(section -> section.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new UserException(
                    "section '%s': there is none of that name; expected one of %s"
                        .formatted(key, Arrays.stream(values()).map(Section::key).toList())));
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  /** The numbers of threads that it is made for. */
  List<Integer> threads() {
    return threads;
  }

  /** Names of the peers. */
  List<String> peers() {
    return peers;
  }

  abstract List<Item> items();
}
