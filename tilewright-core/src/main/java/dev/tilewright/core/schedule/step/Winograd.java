package dev.tilewright.core.schedule.step;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.ConstantTransform;
import dev.tilewright.core.schedule.DerivedConstant;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.Placeholder;

/**
 * Computes a 3×3 convolution of stride 1 by Winograd's minimal filtering F(m×m, 3×3): 2.25 times (m
 * = 2) or 4 times (m = 4) fewer products, which are sums over channels for each element of a
 * transformed tile, at the price of larger rounding errors. Kernels, a constant, are transformed
 * ahead of all runs.
 *
 * <pre>
 * T[n,y,x,f] = sum(i, j, c: d[n, y+i, x+j, c] * w[i,j,c,f])
 *   winograd(T, 2)
 * T_data_rows[a,n,r,s,j,c] = (Bᵀ · tile (n,r,s) of d[.., c])[a, j]
 * T_data[xi,n,r,s,c] = (T_data_rows[..,n,r,s,..,c] · B)[xi/4, xi%4]
 * T_product[xi,n,r,s,f] = sum(c: T_data[xi,n,r,s,c] * w_winograd[xi,c,f])
 * T_rows[u,n,r,s,b,f] = (Aᵀ · T_product[..,n,r,s,f])[u, b]
 * T[n,y,x,f] = (T_rows[..,n,y/2,x/2,..,f] · A)[y%2, x%2]
 * </pre>
 *
 * A stage {@code T_padded} comes before these if tiles reach beyond the data.
 *
 * <p>Source: Lavin and Gray, Fast Algorithms for Convolutional Neural Networks, 2015.
 *
 * @param tile m, 2 or 4
 */
public record Winograd(String stage, int tile) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    Convolution3x3 convolution = check(edit, target, state);
    WinogradTiles tiles = new WinogradTiles(convolution, tile);
    Buffer source = convolution.data();
    if (tiles.exceedsData()) {
      source = insert(edit, tiles.padded(edit.freshName(stage + "_padded")));
    }
    Buffer kernel = deriveKernel(edit, convolution);
    Buffer dataRows = insert(edit, tiles.dataRows(edit.freshName(stage + "_data_rows"), source));
    Buffer data = insert(edit, tiles.data(edit.freshName(stage + "_data"), dataRows));
    Buffer product = insert(edit, tiles.product(edit.freshName(stage + "_product"), data, kernel));
    Buffer rows = insert(edit, tiles.resultRows(edit.freshName(stage + "_rows"), product));
    edit.replace(Stage.plain(tiles.results(rows)));
    return edit.finish();
  }

  private Buffer insert(StateEdit edit, Compute op) {
    edit.insertBefore(stage, Stage.plain(op));
    return op.outputs().getFirst();
  }

  private Convolution3x3 check(StateEdit edit, Stage target, ScheduleState state) {
    if (tile != 2 && tile != 4) {
      throw edit.refuse(target, "tile %d; expected 2 or 4".formatted(tile));
    }
    DType dtype = target.op().outputs().getFirst().dtype();
    if (!dtype.equals(DType.FLOAT32) && !dtype.equals(DType.FLOAT64)) {
      throw edit.refuse(target, "it sums in %s; expected float32 or float64".formatted(dtype));
    }
    if (!target.changes().isEmpty()
        || !(target.placement() instanceof Placement.Root)
        || !edit.attachedIn(stage).isEmpty()) {
      throw edit.refuse(target, "its loops are changed; expected plain loops at root; do it first");
    }
    Convolution3x3 convolution =
        Convolution3x3.of(target.op())
            .orElseThrow(
                () ->
                    edit.refuse(
                        target, "expected a 3x3 convolution of stride 1, data NHWC, kernels HWIO"));
    if (target.op().outputs().getFirst().shape().elements() == 0 || convolution.channels() == 0) {
      throw edit.refuse(target, "it computes nothing; expected at least one product");
    }
    Buffer kernel = convolution.kernel();
    if (!isConstant(state, kernel)) {
      throw edit.refuse(target, "%s: expected a constant input of the DAG".formatted(kernel));
    }
    if (state.layouts().containsKey(kernel)) {
      throw edit.refuse(target, "%s has another layout already; do it first".formatted(kernel));
    }
    if (edit.readers(kernel).size() != 1) {
      throw edit.refuse(target, "other stages read %s; expected none".formatted(kernel));
    }
    return convolution;
  }

  private static boolean isConstant(ScheduleState state, Buffer kernel) {
    return state
        .dag()
        .producer(kernel)
        .filter(p -> p instanceof Placeholder(var _, boolean constant) && constant)
        .isPresent();
  }

  private Buffer deriveKernel(StateEdit edit, Convolution3x3 convolution) {
    Buffer given = convolution.kernel();
    DType dtype = convolution.op().outputs().getFirst().dtype();
    ConstantTransform transform = new ConstantTransform.WinogradKernel(tile, dtype);
    String name = edit.freshName(given.name() + "_winograd");
    Buffer result = new Buffer(name, dtype, transform.shape(given.shape()));
    edit.derive(given, new DerivedConstant(result, transform));
    return result;
  }
}
