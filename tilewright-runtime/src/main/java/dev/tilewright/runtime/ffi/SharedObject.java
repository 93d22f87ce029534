package dev.tilewright.runtime.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import java.util.Optional;

/** A native library that is loaded as long as its arena is open. */
public final class SharedObject {
  private final SymbolLookup symbols;

  private SharedObject(SymbolLookup symbols) {
    this.symbols = symbols;
  }

  /**
   * Loads a library.
   *
   * @throws IllegalArgumentException if the system's loader refuses the file
   */
  public static SharedObject load(Path file, Arena arena) {
    return new SharedObject(SymbolLookup.libraryLookup(file, arena));
  }

  /** The address of an exported function, valid while the library is loaded. */
  public Optional<MemorySegment> find(String symbol) {
    return symbols.find(symbol);
  }
}
