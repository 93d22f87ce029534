/**
 * NVIDIA GPUs: devices, kernels, memory, streams and graphs.
 *
 * <p>A {@link dev.tilewright.runtime.cuda.CudaDevice} owns everything that is made on it. What is
 * no longer needed can be closed earlier, and closing the device closes the rest. All objects may
 * be used by several threads, but work that is queued on one stream runs in order.
 */
package dev.tilewright.runtime.cuda;
