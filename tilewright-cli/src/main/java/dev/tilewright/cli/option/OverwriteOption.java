package dev.tilewright.cli.option;

import dev.tilewright.runtime.io.Existing;
import picocli.CommandLine.Option;

/** Whether output files may replace others. */
public final class OverwriteOption {
  @Option(names = "--force", description = "Replace output files that exist.")
  private boolean force;

  public Existing existing() {
    return force ? Existing.REPLACE : Existing.KEEP;
  }
}
