package dev.tilewright.search.model;

import java.util.Arrays;

/**
 * The loss of a model that predicts a program's normalised throughput (best time divided by time)
 * as the sum of one prediction for each of its statements: squared error, weighted by the
 * throughput, so that fast programs count most (Ansor, OSDI 2020, section 5.2). A statement sees
 * only the sum, hence all statements of a program have the same derivatives.
 *
 * @param programs for each statement, the position of its program
 * @param throughput for each program, in [0, 1]; 0 for one that failed
 */
public record ThroughputLoss(int[] programs, double[] throughput) {
  /** Weight of a program that failed: it still teaches, if little. */
  private static final double LEAST_WEIGHT = 1e-3;

  /**
   * @param gradient of the loss by each statement's prediction
   * @param hessian the second derivative by the same
   */
  public record Derivatives(double[] gradient, double[] hessian) {}

  /** Half the weighted sum of squared errors of the programs. */
  public double loss(double[] predictions) {
    double[] sums = sums(predictions);
    double loss = 0;
    for (int p = 0; p < throughput.length; p++) {
      double error = sums[p] - throughput[p];
      loss += 0.5 * weight(p) * error * error;
    }
    return loss;
  }

  /** The derivatives of {@link #loss}. */
  public Derivatives derivatives(double[] predictions) {
    double[] sums = sums(predictions);
    double[] gradient = new double[programs.length];
    double[] hessian = new double[programs.length];
    for (int s = 0; s < programs.length; s++) {
      int program = programs[s];
      gradient[s] = weight(program) * (sums[program] - throughput[program]);
      hessian[s] = weight(program);
    }
    return new Derivatives(gradient, hessian);
  }

  /** The predicted throughput of each program. */
  public double[] sums(double[] predictions) {
    double[] sums = new double[throughput.length];
    for (int s = 0; s < programs.length; s++) {
      sums[programs[s]] += predictions[s];
    }
    return sums;
  }

  /** Throughputs of one task's programs from their times; 0 where the time is infinite. */
  public static double[] normalised(double[] seconds) {
    double best = Arrays.stream(seconds).min().orElse(Double.POSITIVE_INFINITY);
    return Arrays.stream(seconds).map(t -> Double.isInfinite(t) ? 0 : best / t).toArray();
  }

  private double weight(int program) {
    return Math.max(LEAST_WEIGHT, throughput[program]);
  }
}
