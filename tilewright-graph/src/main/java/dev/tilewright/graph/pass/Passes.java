package dev.tilewright.graph.pass;

import dev.tilewright.graph.ir.Graph;
import java.util.List;

/** The graph passes in the order in which they run. */
public final class Passes {
  /** What every network goes through before its tasks are extracted. */
  public static final List<GraphPass> DEFAULT =
      List.of(
          new RemoveIdentities(),
          new SliceInterleavedChannels(),
          new SplitBatchNorm(),
          new FoldChannelConstants(),
          new ChannelsLast(),
          new RemoveIdentities());

  private Passes() {}

  /** The graph after all default passes. */
  public static Graph optimize(Graph graph) {
    Graph current = graph;
    for (GraphPass pass : DEFAULT) {
      current = pass.apply(current);
    }
    return current;
  }
}
