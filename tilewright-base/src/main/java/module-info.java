/** Data types, shapes and the error root: what the compiler and the runtime both speak about. */
module dev.tilewright.base {
  exports dev.tilewright.base;
}
