/** OpenBLAS as a peer. */
package dev.tilewright.bench.blas;
