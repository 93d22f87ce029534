/**
 * The artifact format {@code .tw}: a zip file with everything that running a compiled network
 * needs.
 *
 * <ul>
 *   <li>{@code manifest.json}: format version, the version of Tilewright that wrote it, the target,
 *       and the SHA-256 of every other entry;
 *   <li>{@code plan.json}: the plan, see {@link dev.tilewright.runtime.artifact.PlanJson};
 *   <li>{@code kernels.so}: the machine code as a shared library;
 *   <li>{@code constants/N.npy}: the constants of the plan, numbered from 0.
 * </ul>
 */
package dev.tilewright.runtime.artifact;
