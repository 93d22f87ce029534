package dev.tilewright.search.feature;

import java.util.List;

/** Some features of a statement that belong together. */
interface FeatureGroup {
  /** A name for each value that {@link #write} appends, in order. */
  List<String> names();

  void write(Statement statement, FeatureRow row);
}
