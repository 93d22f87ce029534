package dev.tilewright.cli.command;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"tilewright " + text()};
  }

  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "(development)" : version;
  }
}
