package dev.nl2sql.glossary;

import dev.nl2sql.ConfigurationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * A node of a YAML file that knows where it stands, so that every complaint names file, line and
 * column, what was found and what was expected.
 */
public final class YamlNode {
  private static final int LARGEST = 1_000_000;
  private static final int LONGEST_LINE = 100_000;
  private static final int MOST_ALIASES = 20;

  private final String file;
  private final Node node;

  private YamlNode(String file, Node node) {
    this.file = file;
    this.node = node;
  }

  /**
   * The root of a file.
   *
   * @param file its name, for messages
   * @throws ConfigurationException if it is empty or not YAML
   */
  public static YamlNode parse(String text, String file) {
    demandSize(text, file);
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(LARGEST);
    options.setMaxAliasesForCollections(MOST_ALIASES);
    options.setAllowDuplicateKeys(false);
    try {
      Node root = new Yaml(options).compose(new java.io.StringReader(text));
      if (root == null) {
        throw new ConfigurationException(file + ":1:1: the file is empty; expected 'version: 1'");
      }
      return new YamlNode(file, root);
    } catch (MarkedYAMLException e) {
      throw new ConfigurationException(
          notYaml(
              file, e.getProblemMark().getLine(), e.getProblemMark().getColumn(), e.getProblem()),
          e);
    } catch (ReaderException e) {
      String before = text.substring(0, Math.min(e.getPosition(), text.length()));
      int line = (int) before.chars().filter(c -> c == '\n').count();
      int column = before.length() - before.lastIndexOf('\n') - 1;
      throw new ConfigurationException(notYaml(file, line, column, "a control character"), e);
    } catch (YAMLException e) {
      throw new ConfigurationException(notYaml(file, 0, 0, e.getMessage()), e);
    }
  }

  /** The parser takes a time that grows with the square of a line's length. */
  private static void demandSize(String text, String file) {
    if (text.length() > LARGEST) {
      throw new ConfigurationException(
          "%s: the file has %d characters; expected at most %d"
              .formatted(file, text.length(), LARGEST));
    }
    int line = 1;
    int start = 0;
    for (int end = text.indexOf('\n'); start < text.length(); end = text.indexOf('\n', start)) {
      int stop = end < 0 ? text.length() : end;
      if (stop - start > LONGEST_LINE) {
        throw new ConfigurationException(
            "%s:%d:1: the line has %d characters; expected at most %d"
                .formatted(file, line, stop - start, LONGEST_LINE));
      }
      line++;
      start = stop + 1;
    }
  }

  private static String notYaml(String file, int line, int column, String problem) {
    return "%s:%d:%d: found what is not YAML (%s); expected YAML, indented by blanks"
        .formatted(file, line + 1, column + 1, problem);
  }

  /** Where it stands, as {@code file:line:column}. */
  public String location() {
    return "%s:%d:%d"
        .formatted(file, node.getStartMark().getLine() + 1, node.getStartMark().getColumn() + 1);
  }

  /** What to say when something else was expected here. */
  public ConfigurationException wrong(String found, String expected) {
    return new ConfigurationException(
        "%s: found %s; expected %s".formatted(location(), found, expected));
  }

  /** The text of a single value. */
  public String text() {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw wrong(kind(), "a text");
  }

  /** The text with its place. */
  public SqlText sql() {
    return new SqlText(text(), location());
  }

  /** True or false. */
  public boolean flag() {
    String value = text();
    if (value.equals("true") || value.equals("false")) {
      return value.equals("true");
    }
    throw wrong("'" + value + "'", "true or false");
  }

  /** The entries of a list. */
  public List<YamlNode> list() {
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue().stream().map(n -> new YamlNode(file, n)).toList();
    }
    throw wrong(kind(), "a list");
  }

  /** A list whose entries may be lists themselves, so that an anchored list can be shared. */
  public List<YamlNode> flatList() {
    return list().stream()
        .flatMap(n -> n.node instanceof SequenceNode ? n.flatList().stream() : Stream.of(n))
        .toList();
  }

  /** The entries of a list of texts. */
  public List<String> texts() {
    return list().stream().map(YamlNode::text).toList();
  }

  /** The entries of a mapping whose keys are free. */
  public Map<String, YamlNode> entries() {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong(kind(), "a mapping");
    }
    Map<String, YamlNode> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      YamlNode key = new YamlNode(file, tuple.getKeyNode());
      if (entries.put(key.text(), new YamlNode(file, tuple.getValueNode())) != null) {
        throw key.wrong("'" + key.text() + "' twice", "each key once");
      }
    }
    return entries;
  }

  /** The entries of a mapping whose keys are given; an unknown one is an error. */
  public Map<String, YamlNode> entries(Set<String> known) {
    Map<String, YamlNode> entries = entries();
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      YamlNode key = new YamlNode(file, tuple.getKeyNode());
      if (!known.contains(key.text())) {
        throw key.wrong(
            "the unknown key '" + key.text() + "'",
            "one of %s; did you mean '%s'?".formatted(sorted(known), nearest(key.text(), known)));
      }
    }
    return entries;
  }

  /** The value of a key that must be there and not blank. */
  public YamlNode required(Map<String, YamlNode> entries, String key) {
    YamlNode value =
        Optional.ofNullable(entries.get(key))
            .orElseThrow(() -> wrong("no '" + key + "'", "the key '" + key + "' here"));
    if (value.node instanceof ScalarNode scalar && scalar.getValue().isBlank()) {
      throw value.wrong("an empty text", "a value for '" + key + "'");
    }
    return value;
  }

  private String kind() {
    return node instanceof MappingNode
        ? "a mapping"
        : node instanceof SequenceNode
            ? "a list"
            : "the text '" + ((ScalarNode) node).getValue() + "'";
  }

  private static List<String> sorted(Set<String> names) {
    List<String> sorted = new ArrayList<>(names);
    sorted.sort(Comparator.naturalOrder());
    return sorted;
  }

  private static String nearest(String name, Set<String> known) {
    return sorted(known).stream()
        .min(Comparator.comparingInt(k -> LevenshteinDistance.getDefaultInstance().apply(k, name)))
        .orElseThrow();
  }
}
