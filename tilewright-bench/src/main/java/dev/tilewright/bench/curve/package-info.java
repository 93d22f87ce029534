/** How fast searches get better: the best time so far over trials, by cost model. */
package dev.tilewright.bench.curve;
