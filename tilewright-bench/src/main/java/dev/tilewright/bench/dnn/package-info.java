/** oneDNN as a peer. */
package dev.tilewright.bench.dnn;
