/**
 * Operators that run in Java between kernels: those whose result shapes depend on the data, and
 * those that are too rare or too sequential to be compiled.
 */
package dev.tilewright.runtime.host;
