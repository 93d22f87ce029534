package dev.tilewright.cli.command;

import dev.tilewright.base.InternalException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
  private static final String FILE = "version.properties";

  @Override
  public String[] getVersion() {
    return new String[] {
      "tilewright " + text(), "Java %s (%s)".formatted(Runtime.version(), javaVendor())
    };
  }

  /** The version of this build. */
  static String text() {
    try (InputStream file = Version.class.getResourceAsStream(FILE)) {
      Properties properties = new Properties();
      properties.load(file);
      return properties.getProperty("version");
    } catch (IOException unreadable) {
      throw new InternalException("%s of the command line".formatted(FILE), unreadable);
    }
  }

  private static String javaVendor() {
    return System.getProperty("java.vendor");
  }
}
