package dev.tilewright.runtime.io;

/** What writing does with a file that exists. */
public enum Existing {
  KEEP,
  REPLACE
}
