/** Search spaces, how candidates are drawn from them, and evolution over them. */
package dev.tilewright.search.evolve;
