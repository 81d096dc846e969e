package dev.nl2sql.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The shared corpus of attacks and of legitimate statements, where it is at hand. */
public final class GuardCorpus {
  private static final Pattern REPEAT =
      Pattern.compile("\\{\\{REPEAT:(.*?):(\\d+)}}", Pattern.DOTALL);

  private GuardCorpus() {}

  /**
   * One statement.
   *
   * @param expect {@code reject}, {@code allow} or {@code gate}
   * @param observed what the corpus's makers saw when it ran without a guard, if they ran it
   */
  public record Entry(
      String id,
      String dialect,
      String sql,
      String expect,
      String kind,
      String severity,
      Optional<String> observed) {
    /** Whether it must be refused. */
    public boolean isAttack() {
      return expect.equals("reject") && !severity.equals("policy");
    }

    /** Whether it must be answered. */
    public boolean isRequired() {
      return severity.equals("must-allow");
    }
  }

  /** The folder with the shared data, if there is one. */
  public static Optional<Path> folder() {
    String shared =
        System.getProperty("NL2SQL_SHARED", System.getenv().getOrDefault("NL2SQL_SHARED", ""));
    Path folder =
        (shared.isEmpty() ? Path.of("..", "..", "shared") : Path.of(shared)).resolve("guard");
    return Files.exists(folder.resolve("corpus.jsonl")) ? Optional.of(folder) : Optional.empty();
  }

  /** The entries of a dialect. */
  public static List<Entry> entries(Path folder, String dialect) {
    return all(folder).stream().filter(e -> e.dialect().equals(dialect)).toList();
  }

  /** All entries. */
  public static List<Entry> all(Path folder) {
    List<Entry> entries = new ArrayList<>();
    for (JsonNode node : lines(folder.resolve("corpus.jsonl"))) {
      entries.add(
          new Entry(
              node.get("id").asText(),
              node.get("dialect").asText(),
              expand(node.get("sql").asText()),
              node.get("expect").asText(),
              node.get("class").asText(),
              node.get("severity").asText(),
              Optional.ofNullable(node.path("observed").get("unguarded")).map(JsonNode::asText)));
    }
    return entries;
  }

  /** The objects of a file with one JSON object a line. */
  public static List<JsonNode> lines(Path file) {
    try {
      ObjectMapper mapper = new ObjectMapper();
      List<JsonNode> nodes = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        nodes.add(mapper.readTree(line));
      }
      return nodes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text with its repetitions written out. */
  public static String expand(String text) {
    return REPEAT
        .matcher(text)
        .replaceAll(m -> Matcher.quoteReplacement(m.group(1).repeat(Integer.parseInt(m.group(2)))));
  }

  /** The statements of the schema that the corpus speaks of. */
  public static List<String> fixture(Path folder, String dialect) throws IOException {
    String text = Files.readString(folder.resolve("fixture").resolve(dialect + ".sql"));
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    boolean quoted = false;
    boolean dollars = false;
    for (String line : text.split("\n")) {
      if (line.startsWith("--") && !dollars) {
        continue;
      }
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (line.startsWith("$$", i) && !quoted) {
          dollars = !dollars;
          statement.append("$$");
          i++;
          continue;
        }
        quoted = c == '\'' && !dollars ? !quoted : quoted;
        if (c == ';' && !quoted && !dollars) {
          statements.add(statement.toString().strip());
          statement.setLength(0);
        } else {
          statement.append(c);
        }
      }
      statement.append('\n');
    }
    return statements;
  }
}
