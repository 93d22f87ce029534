/** Native kernels and the threads that run them. */
package dev.tilewright.runtime.cpu;
