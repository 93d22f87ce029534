package dev.tilewright.runtime.host;

/**
 * An activation of values that are limited first.
 *
 * @param limit largest magnitude; infinite for none
 */
record Gate(Activation activation, float limit) {
  float apply(float x) {
    return activation.apply(Math.max(-limit, Math.min(limit, x)));
  }
}
