package dev.tilewright.runtime.artifact;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What an artifact says about itself.
 *
 * @param writer the version of Tilewright that wrote it
 * @param checksums SHA-256 in hexadecimal digits of every entry other than the manifest
 */
record Manifest(String writer, ArtifactTarget target, Map<String, String> checksums) {
  /** The version of the format. A reader refuses newer ones. */
  static final int FORMAT = 1;

  static final String ENTRY = "manifest.json";
  static final String PLAN = "plan.json";
  static final String CODE = "kernels.so";

  Manifest {
    checksums = Map.copyOf(checksums);
  }

  /** The entry of a constant. */
  static String constant(int position) {
    return "constants/%d.npy".formatted(position);
  }

  Json write() {
    Map<String, Json> members = new LinkedHashMap<>();
    members.put("format", new Json.Whole(FORMAT));
    members.put("tilewright", new Json.Text(writer));
    members.put("target", new Json.Text(target.text()));
    members.put("triple", new Json.Text(target.triple()));
    members.put("features", new Json.Text(String.join(",", target.features())));
    Map<String, Json> sums = new LinkedHashMap<>();
    new TreeSet<>(checksums.keySet())
        .forEach(entry -> sums.put(entry, new Json.Text(checksums.get(entry))));
    members.put("sha256", new Json.Members(sums));
    return new Json.Members(members);
  }

  /**
   * The manifest.
   *
   * @param artifact for messages
   * @throws UserException if the format is newer than this program
   */
  static Manifest read(String artifact, Json json) {
    Json.Members members = json.asMembers();
    long format = members.get("format").asLong();
    if (format > FORMAT) {
      throw new UserException(
          "artifact %s: its format has version %d, written by Tilewright %s; expected at most %d, use a newer Tilewright"
              .formatted(artifact, format, members.get("tilewright").asText(), FORMAT));
    }
    TreeSet<String> features = new TreeSet<>();
    for (String feature : members.get("features").asText().split(",")) {
      if (!feature.isEmpty()) {
        features.add(feature);
      }
    }
    return new Manifest(
        members.get("tilewright").asText(),
        new ArtifactTarget(
            members.get("target").asText(), members.get("triple").asText(), features),
        members.get("sha256").asMembers().values().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().asText())));
  }
}
