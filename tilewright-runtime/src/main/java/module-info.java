/** See the package documentation. */
module dev.tilewright.runtime {
  requires transitive dev.tilewright.base;
}
