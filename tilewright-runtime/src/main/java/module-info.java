/** Tensors, kernels on the CPU, execution plans and the artifact format. */
module dev.tilewright.runtime {
  requires transitive dev.tilewright.base;

  exports dev.tilewright.runtime;
  exports dev.tilewright.runtime.artifact;
  exports dev.tilewright.runtime.cpu;
  exports dev.tilewright.runtime.cuda;
  exports dev.tilewright.runtime.host;
  exports dev.tilewright.runtime.io;
  exports dev.tilewright.runtime.npy;
  exports dev.tilewright.runtime.plan;
}
