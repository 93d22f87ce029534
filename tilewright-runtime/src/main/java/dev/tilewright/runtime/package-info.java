/**
 * Tensors: what the caller gives to and gets from a compiled network. The packages below hold the
 * files that tensors are read from, the CPU that kernels run on, plans and the artifact format. The
 * runtime needs the JDK only, so an application that runs an artifact ships nothing else.
 */
package dev.tilewright.runtime;
