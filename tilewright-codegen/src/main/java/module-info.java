/** See the package documentation. */
module dev.tilewright.codegen {
  requires transitive dev.tilewright.core;
}
