/**
 * NumPy's file formats: {@code .npy} with one array and {@code .npz}, a zip of them (NumPy
 * enhancement proposal 1 and the manual of {@code numpy.lib.format}).
 */
package dev.tilewright.runtime.npy;
