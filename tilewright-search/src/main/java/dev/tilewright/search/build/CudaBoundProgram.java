package dev.tilewright.search.build;

import dev.tilewright.runtime.LaunchDimensions;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cuda.CudaEvent;
import dev.tilewright.runtime.cuda.CudaFunction;
import dev.tilewright.runtime.cuda.CudaGraph;
import dev.tilewright.runtime.cuda.CudaStream;
import dev.tilewright.runtime.cuda.DeviceMemory;
import dev.tilewright.runtime.cuda.KernelArguments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program for a GPU with its inputs, outputs and workspaces there. Many runs are replays of a
 * graph of several, since launching a kernel of a few microseconds from the host takes longer than
 * the kernel. The time is the device's own, between two events.
 */
final class CudaBoundProgram implements BoundProgram {
  /** Runs in one graph at most: so many that starting a graph does not show. */
  private static final long MAX_RUNS_A_GRAPH = 128;

  /** One kernel with its arguments. */
  record Launch(CudaFunction function, LaunchDimensions dimensions, KernelArguments arguments) {}

  /** An output on the device and where it belongs. */
  record Result(DeviceMemory device, Tensor host) {}

  private final CudaStream stream;
  private final List<Launch> launches;
  private final List<Result> results;
  private final List<DeviceMemory> owned;
  private final CudaEvent start;
  private final CudaEvent end;
  private final Map<Long, CudaGraph> graphs = new HashMap<>();

  /**
   * @param owned memory that is freed with this
   */
  CudaBoundProgram(
      CudaStream stream, List<Launch> launches, List<Result> results, List<DeviceMemory> owned) {
    this.stream = stream;
    this.launches = List.copyOf(launches);
    this.results = List.copyOf(results);
    this.owned = List.copyOf(owned);
    this.start = stream.device().createEvent();
    this.end = stream.device().createEvent();
  }

  @Override
  public long time(long runs) {
    long runsAGraph = Math.min(runs, MAX_RUNS_A_GRAPH);
    CudaGraph graph = graphs.computeIfAbsent(runsAGraph, this::graph);
    stream.record(start);
    for (long replay = 0; replay < runs / runsAGraph; replay++) {
      stream.launch(graph);
    }
    for (long run = 0; run < runs % runsAGraph; run++) {
      queue();
    }
    stream.record(end);
    end.synchronize();
    return Math.round(end.nanosSince(start));
  }

  /** A graph that was started once, which takes longer than later. */
  private CudaGraph graph(long runs) {
    CudaGraph graph =
        stream.capture(
            () -> {
              for (long run = 0; run < runs; run++) {
                queue();
              }
            });
    if (runs > 1) {
      stream.launch(graph);
    }
    return graph;
  }

  private void queue() {
    for (Launch launch : launches) {
      stream.launch(launch.function(), launch.dimensions(), launch.arguments());
    }
  }

  @Override
  public void fetch() {
    for (Result result : results) {
      stream.download(result.device(), 0, result.host().segment());
    }
  }

  @Override
  public void close() {
    graphs.values().forEach(CudaGraph::close);
    start.close();
    end.close();
    owned.forEach(DeviceMemory::close);
  }
}
