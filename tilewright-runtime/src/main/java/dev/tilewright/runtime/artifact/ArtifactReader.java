package dev.tilewright.runtime.artifact;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.Sha256;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.json.Json;
import dev.tilewright.runtime.json.JsonReader;
import dev.tilewright.runtime.npy.NpyReader;
import dev.tilewright.runtime.plan.Plan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Reads artifacts and verifies their checksums. */
public final class ArtifactReader {
  private final String name;
  private final ZipFile zip;

  private ArtifactReader(String name, ZipFile zip) {
    this.name = name;
    this.zip = zip;
  }

  /**
   * Reads a whole artifact, for whatever machine it is.
   *
   * @throws UserException if there is no such file, or it is damaged, not an artifact, or of a
   *     newer format
   * @throws EnvironmentException if the system fails to read it
   */
  public static Artifact read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UserException("artifact %s: there is no such file".formatted(file));
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      return new ArtifactReader(file.toString(), zip).read();
    } catch (ZipException broken) {
      throw new UserException(
          "artifact %s: it is truncated or not a zip file (%s); expected a file that compile wrote"
              .formatted(file, broken.getMessage()),
          broken);
    } catch (IOException failure) {
      throw new EnvironmentException(
          "artifact %s: it cannot be read: %s".formatted(file, failure.getMessage()), failure);
    }
  }

  private Artifact read() throws IOException {
    Manifest manifest = manifest();
    byte[] description = entry(Manifest.PLAN, manifest.checksums(), InputStream::readAllBytes);
    Plan plan = PlanJson.read(json(description));
    byte[] code = entry(Manifest.CODE, manifest.checksums(), InputStream::readAllBytes);
    List<Tensor> constants = new ArrayList<>();
    for (int position = 0; position < plan.constants().size(); position++) {
      String entry = Manifest.constant(position);
      constants.add(
          entry(entry, manifest.checksums(), stream -> NpyReader.read(name + "/" + entry, stream)));
    }
    return new Artifact(manifest.target(), plan, constants, code);
  }

  private Manifest manifest() throws IOException {
    ZipEntry entry = zip.getEntry(Manifest.ENTRY);
    if (entry == null) {
      throw new UserException(
          "artifact %s: it has no %s; expected a file that compile wrote"
              .formatted(name, Manifest.ENTRY));
    }
    try (InputStream stream = zip.getInputStream(entry)) {
      Json json = json(stream.readAllBytes());
      return Manifest.read(name, json);
    }
  }

  private static Json json(byte[] text) {
    return JsonReader.read(new String(text, StandardCharsets.UTF_8));
  }

  /** Makes something of the bytes of an entry. */
  private interface Content<T> {
    T of(InputStream stream) throws IOException;
  }

  private <T> T entry(String entryName, Map<String, String> checksums, Content<T> content)
      throws IOException {
    ZipEntry entry = zip.getEntry(entryName);
    if (entry == null || !checksums.containsKey(entryName)) {
      throw new UserException(
          "artifact %s: entry %s is missing; compile the model again".formatted(name, entryName));
    }
    MessageDigest digest = Sha256.digest();
    try (InputStream stream = new DigestInputStream(zip.getInputStream(entry), digest)) {
      try {
        return content.of(stream);
      } finally {
        // A damaged entry is called so, whatever its content made of it.
        stream.transferTo(OutputStream.nullOutputStream());
        if (!HexFormat.of().formatHex(digest.digest()).equals(checksums.get(entryName))) {
          throw damaged(entryName);
        }
      }
    }
  }

  private UserException damaged(String entryName) {
    return new UserException(
        "artifact %s: entry %s is damaged: its checksum differs; compile the model again"
            .formatted(name, entryName));
  }
}
