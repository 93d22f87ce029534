package dev.tilewright.search.model;

import dev.tilewright.base.InternalException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.IObjective;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Gradient-boosted trees that map a row of features to a number: XGBoost (Chen and Guestrin, KDD
 * 2016), behind its Java binding, which nothing else knows. Training is deterministic.
 */
final class TreeEnsemble {
  /** A missing value; features have none. */
  private static final float MISSING = Float.NaN;

  /** One thread, since the trees are small and the result must not depend on threads. */
  private static final Map<String, Object> PARAMETERS =
      Map.of(
          "tree_method", "hist",
          "max_bin", 64,
          "max_depth", 6,
          "eta", 0.2,
          "gamma", 0.001,
          "min_child_weight", 0,
          "base_score", 0.0,
          "seed", 1,
          "nthread", 1,
          "verbosity", 0);

  private final Booster booster;
  private final int columns;

  private TreeEnsemble(Booster booster, int columns) {
    this.booster = booster;
    this.columns = columns;
  }

  /**
   * Trains trees.
   *
   * @param columns features of a row
   * @param rounds trees to add
   * @param start trees to add to
   */
  static TreeEnsemble train(
      Rows rows, int columns, ThroughputLoss loss, int rounds, Optional<TreeEnsemble> start) {
    try {
      DMatrix data = new DMatrix(rows.values(), rows.size(), columns, MISSING);
      try {
        data.setLabel(labels(loss));
        // Training adds to the trees that it is given, and they may be needed again.
        Booster from = start.isPresent() ? XGBoost.loadModel(start.get().bytes()) : null;
        Booster trained =
            XGBoost.train(data, PARAMETERS, rounds, Map.of(), null, objective(loss), null, 0, from);
        return new TreeEnsemble(trained, columns);
      } finally {
        data.dispose();
      }
    } catch (XGBoostError | IOException e) {
      throw new InternalException("cost model: training failed: " + e.getMessage(), e);
    }
  }

  /**
   * Trees from {@link #bytes}, unchanged: XGBoost ends the process when it reads others.
   *
   * @param columns that they were trained on
   */
  static TreeEnsemble load(byte[] bytes, int columns) {
    try {
      return new TreeEnsemble(XGBoost.loadModel(bytes), columns);
    } catch (XGBoostError | IOException e) {
      throw new InternalException("cost model: loading failed: " + e.getMessage(), e);
    }
  }

  /** One number for each row. */
  float[] predict(Rows rows) {
    if (rows.size() == 0) {
      return new float[0];
    }
    try {
      float[][] predicted = booster.inplace_predict(rows.values(), rows.size(), columns, MISSING);
      float[] flat = new float[predicted.length];
      for (int i = 0; i < flat.length; i++) {
        flat[i] = predicted[i][0];
      }
      return flat;
    } catch (XGBoostError e) {
      throw new InternalException("cost model: prediction failed: " + e.getMessage(), e);
    }
  }

  /** The trees in XGBoost's binary JSON. */
  byte[] bytes() {
    try {
      return booster.toByteArray("ubj");
    } catch (XGBoostError e) {
      throw new InternalException("cost model: saving failed: " + e.getMessage(), e);
    }
  }

  private static IObjective objective(ThroughputLoss loss) {
    return new Objective(loss);
  }

  private static float[] labels(ThroughputLoss loss) {
    float[] labels = new float[loss.programs().length];
    for (int row = 0; row < labels.length; row++) {
      labels[row] = (float) loss.throughput()[loss.programs()[row]];
    }
    return labels;
  }

  private static float[] floats(double[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  /** The loss in the binding's terms. */
  private record Objective(ThroughputLoss loss) implements IObjective {
    @Override
    public List<float[]> getGradient(float[][] predicted, DMatrix data) {
      double[] predictions = new double[predicted.length];
      for (int i = 0; i < predictions.length; i++) {
        predictions[i] = predicted[i][0];
      }
      ThroughputLoss.Derivatives derivatives = loss.derivatives(predictions);
      return List.of(floats(derivatives.gradient()), floats(derivatives.hessian()));
    }
  }
}
