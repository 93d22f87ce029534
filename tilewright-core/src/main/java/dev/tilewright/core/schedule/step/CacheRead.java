package dev.tilewright.core.schedule.step;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Adds a stage {@code NAME_scope} that copies a buffer, and lets the readers read the copy.
 *
 * <pre>
 * T[i] = x[i] * 2     cache_read(x, local, [T])     x_local[i] = x[i]
 *                                                   T[i] = x_local[i] * 2
 * </pre>
 *
 * @param buffer an input of the DAG or an output of a stage
 * @param readers names of the stages that shall read the copy
 */
public record CacheRead(String buffer, Buffer.Scope scope, List<String> readers) implements Step {
  public CacheRead {
    readers = List.copyOf(readers);
  }

  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Buffer source = source(state, edit);
    if (readers.isEmpty()) {
      throw edit.refuse("buffer %s: there are no readers; expected at least one".formatted(buffer));
    }
    String name = edit.freshName(buffer + "_" + scope.name().toLowerCase(Locale.ROOT));
    Buffer copy = new Buffer(name, source.dtype(), source.shape(), scope);
    for (String reader : readers) {
      Stage stage = edit.stage(reader);
      if (!Exprs.buffersRead(stage.op().body().values()).contains(source)) {
        throw edit.refuse(stage, "it does not read %s; expected a reader".formatted(buffer));
      }
      edit.replace(
          stage.withOp(OpRewrite.mapLoads(stage.op(), load -> redirect(load, source, copy))));
    }
    edit.insertBefore(firstReader(edit), copyStage(source, copy));
    return edit.finish();
  }

  private static Stage copyStage(Buffer source, Buffer copy) {
    return Stage.plain(
        OpRewrite.copy(List.of(source), List.of(copy), OpRewrite.axisNames(source.shape().rank())));
  }

  private static Expr redirect(Expr.Load load, Buffer source, Buffer copy) {
    return load.buffer() == source ? new Expr.Load(copy, load.indices()) : load;
  }

  private String firstReader(StateEdit edit) {
    return edit.stages().stream()
        .map(Stage::name)
        .filter(readers::contains)
        .findFirst()
        .orElseThrow();
  }

  private Buffer source(ScheduleState state, StateEdit edit) {
    List<Buffer> known =
        Stream.concat(
                state.dag().inputs().stream(),
                edit.stages().stream().flatMap(stage -> stage.op().outputs().stream()))
            .toList();
    return known.stream()
        .filter(candidate -> candidate.name().equals(buffer))
        .findFirst()
        .orElseThrow(
            () ->
                edit.refuse("there is no buffer %s; expected one of %s".formatted(buffer, known)));
  }
}
