package dev.tilewright.runtime.artifact;

import dev.tilewright.base.Sha256;
import dev.tilewright.runtime.io.AtomicFile;
import dev.tilewright.runtime.io.Existing;
import dev.tilewright.runtime.json.Json;
import dev.tilewright.runtime.json.JsonWriter;
import dev.tilewright.runtime.npy.NpyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes artifacts. */
public final class ArtifactWriter {
  private final ZipOutputStream zip;
  private final Map<String, String> checksums = new LinkedHashMap<>();

  private ArtifactWriter(OutputStream out) {
    this.zip = new ZipOutputStream(out);
    // Weights do not compress.
    zip.setLevel(Deflater.NO_COMPRESSION);
  }

  /**
   * Writes a file as a whole or not at all.
   *
   * @param writer the version of Tilewright
   * @throws dev.tilewright.base.UserException if it exists and is to be kept
   * @throws dev.tilewright.base.EnvironmentException if it cannot be written
   */
  public static void write(Artifact artifact, String writer, Path file, Existing existing) {
    AtomicFile.write(file, existing, out -> new ArtifactWriter(out).write(artifact, writer));
  }

  private void write(Artifact artifact, String writer) throws IOException {
    entry(Manifest.PLAN, out -> out.write(bytes(PlanJson.write(artifact.plan()))));
    entry(Manifest.CODE, out -> out.write(artifact.code()));
    for (int position = 0; position < artifact.constants().size(); position++) {
      int constant = position;
      entry(
          Manifest.constant(constant),
          out -> NpyWriter.write(artifact.constants().get(constant), out));
    }
    Manifest manifest = new Manifest(writer, artifact.target(), checksums);
    entry(Manifest.ENTRY, out -> out.write(bytes(manifest.write())));
    zip.finish();
  }

  private void entry(String name, AtomicFile.Contents contents) throws IOException {
    MessageDigest digest = Sha256.digest();
    zip.putNextEntry(new ZipEntry(name));
    contents.writeTo(new DigestOutputStream(zip, digest));
    zip.closeEntry();
    checksums.put(name, HexFormat.of().formatHex(digest.digest()));
  }

  private static byte[] bytes(Json json) {
    return JsonWriter.write(json).getBytes(StandardCharsets.UTF_8);
  }
}
