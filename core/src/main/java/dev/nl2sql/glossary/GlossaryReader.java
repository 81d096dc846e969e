package dev.nl2sql.glossary;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.glossary.Glossary.AmbiguousTerm;
import dev.nl2sql.glossary.Glossary.GivenJoin;
import dev.nl2sql.glossary.Glossary.GovernedDefault;
import dev.nl2sql.glossary.Glossary.Metric;
import dev.nl2sql.glossary.Glossary.Reading;
import dev.nl2sql.glossary.Glossary.TablePolicy;
import dev.nl2sql.glossary.Glossary.ValueSynonym;
import dev.nl2sql.glossary.Glossary.VerifiedQuestion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Reads a glossary file. Every mistake is reported with file, line and column; nothing of a wrong
 * file is used.
 */
public final class GlossaryReader {
  private static final Set<String> TOP =
      Set.of(
          "version",
          "synonyms",
          "values",
          "metrics",
          "defaults",
          "ambiguous",
          "joins",
          "verified",
          "policies");
  private static final Set<String> METRIC =
      Set.of("sql", "tables", "unit", "additive", "definition", "counts", "counted_when");
  private static final Set<String> DEFAULT =
      Set.of("id", "applies", "filter", "unless", "statement");
  private static final Set<String> TERM = Set.of("triggers", "unless", "prompt", "options");
  private static final Set<String> OPTION =
      Set.of("id", "label", "definition", "order", "by", "filter", "date");
  private static final Set<String> POLICY = Set.of("deny", "never_send", "mask", "row_filter");
  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9_]*");

  private GlossaryReader() {}

  /**
   * @param text the content of the file
   * @param file its name, for messages
   * @throws ConfigurationException if anything in it is wrong
   */
  public static Glossary read(String text, String file) {
    YamlNode root = YamlNode.parse(text, file);
    Map<String, YamlNode> top = root.entries(TOP);
    YamlNode version = root.required(top, "version");
    if (!version.text().equals("1")) {
      throw version.wrong("version '" + version.text() + "'", "1");
    }
    return new Glossary(
        synonyms(top),
        values(top),
        metrics(top),
        defaults(top),
        terms(top),
        joins(top),
        verified(top),
        policies(top),
        version(text));
  }

  private static String version(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static Map<String, List<String>> synonyms(Map<String, YamlNode> top) {
    Map<String, List<String>> synonyms = new LinkedHashMap<>();
    entries(top, "synonyms")
        .forEach((word, meant) -> synonyms.put(word.toLowerCase(Locale.ROOT), meant.texts()));
    return synonyms;
  }

  private static List<ValueSynonym> values(Map<String, YamlNode> top) {
    List<ValueSynonym> values = new ArrayList<>();
    entries(top, "values")
        .forEach(
            (column, said) -> {
              String[] parts = qualified(said, column);
              said.entries()
                  .forEach(
                      (word, stored) ->
                          values.add(
                              new ValueSynonym(
                                  parts[0],
                                  parts[1],
                                  word.toLowerCase(Locale.ROOT),
                                  stored.text(),
                                  stored.location())));
            });
    return values;
  }

  private static String[] qualified(YamlNode where, String name) {
    int dot = name.lastIndexOf('.');
    if (dot <= 0 || dot == name.length() - 1) {
      throw where.wrong("'" + name + "'", "table.column");
    }
    return new String[] {name.substring(0, dot), name.substring(dot + 1)};
  }

  private static List<Metric> metrics(Map<String, YamlNode> top) {
    List<Metric> metrics = new ArrayList<>();
    entries(top, "metrics")
        .forEach(
            (name, node) -> {
              Map<String, YamlNode> keys = node.entries(METRIC);
              metrics.add(
                  new Metric(
                      name,
                      node.required(keys, "sql").sql(),
                      node.required(keys, "tables").texts(),
                      text(keys, "unit"),
                      Optional.ofNullable(keys.get("additive")).map(YamlNode::flag).orElse(true),
                      node.required(keys, "definition").text(),
                      keys.containsKey("counts") ? keys.get("counts").texts() : List.of(),
                      keys.containsKey("counts")
                          ? node.required(keys, "counted_when").texts()
                          : List.of()));
            });
    return metrics;
  }

  private static List<GovernedDefault> defaults(Map<String, YamlNode> top) {
    List<GovernedDefault> defaults = new ArrayList<>();
    for (YamlNode node : list(top, "defaults")) {
      Map<String, YamlNode> keys = node.entries(DEFAULT);
      defaults.add(
          new GovernedDefault(
              id(node.required(keys, "id")),
              node.required(keys, "applies").texts(),
              node.required(keys, "filter").sql(),
              texts(keys, "unless"),
              node.required(keys, "statement").text()));
    }
    return defaults;
  }

  private static List<AmbiguousTerm> terms(Map<String, YamlNode> top) {
    List<AmbiguousTerm> terms = new ArrayList<>();
    entries(top, "ambiguous")
        .forEach(
            (name, node) -> {
              Map<String, YamlNode> keys = node.entries(TERM);
              YamlNode options = node.required(keys, "options");
              List<Reading> readings = options.list().stream().map(GlossaryReader::option).toList();
              if (readings.stream().map(Reading::id).distinct().count() < 2) {
                throw options.wrong("fewer than two different options", "at least two");
              }
              terms.add(
                  new AmbiguousTerm(
                      name.toLowerCase(Locale.ROOT),
                      triggers(node.required(keys, "triggers")),
                      Optional.ofNullable(keys.get("unless"))
                          .map(GlossaryReader::patterns)
                          .orElse(List.of()),
                      node.required(keys, "prompt").text(),
                      readings));
            });
    return terms;
  }

  private static Reading option(YamlNode node) {
    Map<String, YamlNode> keys = node.entries(OPTION);
    if (!keys.containsKey("order") && !keys.containsKey("filter") && !keys.containsKey("date")) {
      throw node.wrong("an option without meaning", "one of the keys order, filter or date");
    }
    if (keys.containsKey("order") && !keys.containsKey("by")) {
      throw node.wrong("'order' without 'by'", "'by' with the table whose rows are ranked");
    }
    return new Reading(
        id(node.required(keys, "id")),
        node.required(keys, "label").text(),
        node.required(keys, "definition").text(),
        Optional.ofNullable(keys.get("order")).map(YamlNode::sql),
        Optional.ofNullable(keys.get("by")).map(YamlNode::text),
        Optional.ofNullable(keys.get("filter")).map(YamlNode::sql),
        Optional.ofNullable(keys.get("date")).map(YamlNode::sql));
  }

  private static List<Pattern> triggers(YamlNode node) {
    if (node.list().isEmpty()) {
      throw node.wrong("an empty list", "at least one regular expression");
    }
    return patterns(node);
  }

  private static List<Pattern> patterns(YamlNode node) {
    return node.flatList().stream().map(GlossaryReader::pattern).toList();
  }

  /**
   * Patterns match whole words, so that "recent" is not found in "recently" by accident, and their
   * blanks stand for any white space.
   */
  private static Pattern pattern(YamlNode node) {
    if (node.text().isBlank()) {
      throw node.wrong("'" + node.text() + "'", "a regular expression that is not empty");
    }
    try {
      Pattern.compile(node.text());
      return Pattern.compile(
          "(?<![\\p{L}\\p{N}])(?:" + anyBlanks(node.text()) + ")(?![\\p{L}\\p{N}])",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    } catch (PatternSyntaxException e) {
      throw node.wrong(
          "'" + node.text() + "'", "a regular expression (" + e.getDescription() + ")");
    }
  }

  // A blank in a set of characters, such as [- ], already is one of several; how many there may be
  // has an end, since a look-behind needs one.
  private static String anyBlanks(String expression) {
    return expression
        .replaceAll(" (?![^\\[\\]]*\\])(?=[?*+{])", "\\\\s")
        .replaceAll(" (?![^\\[\\]]*\\])", "\\\\s{1,9}")
        .replaceAll(" (?=[^\\[\\]]*\\])", "\\\\s");
  }

  private static List<GivenJoin> joins(Map<String, YamlNode> top) {
    List<GivenJoin> joins = new ArrayList<>();
    for (YamlNode node : list(top, "joins")) {
      Map<String, YamlNode> keys = node.entries(Set.of("from", "to"));
      YamlNode from = node.required(keys, "from");
      YamlNode to = node.required(keys, "to");
      qualified(from, from.text());
      qualified(to, to.text());
      joins.add(new GivenJoin(from.text(), to.text(), node.location()));
    }
    return joins;
  }

  private static List<VerifiedQuestion> verified(Map<String, YamlNode> top) {
    List<VerifiedQuestion> verified = new ArrayList<>();
    for (YamlNode node : list(top, "verified")) {
      Map<String, YamlNode> keys = node.entries(Set.of("question", "sql", "dialect"));
      verified.add(
          new VerifiedQuestion(
              node.required(keys, "question").text(),
              node.required(keys, "sql").sql(),
              Optional.ofNullable(keys.get("dialect")).map(YamlNode::text).orElse("any")));
    }
    return verified;
  }

  private static List<TablePolicy> policies(Map<String, YamlNode> top) {
    List<TablePolicy> policies = new ArrayList<>();
    entries(top, "policies")
        .forEach(
            (table, node) -> {
              Map<String, YamlNode> keys = node.entries(POLICY);
              policies.add(
                  new TablePolicy(
                      table,
                      texts(keys, "deny"),
                      texts(keys, "never_send"),
                      masks(keys),
                      Optional.ofNullable(keys.get("row_filter")).map(YamlNode::sql),
                      node.location()));
            });
    return policies;
  }

  private static Map<String, SqlText> masks(Map<String, YamlNode> policy) {
    Map<String, SqlText> masks = new LinkedHashMap<>();
    entries(policy, "mask").forEach((column, shown) -> masks.put(column, shown.sql()));
    return masks;
  }

  private static String id(YamlNode node) {
    String id = node.text().toLowerCase(Locale.ROOT);
    if (!ID.matcher(id).matches()) {
      throw node.wrong("'" + node.text() + "'", "a name of letters, digits and underscores");
    }
    return id;
  }

  private static Map<String, YamlNode> entries(Map<String, YamlNode> top, String key) {
    return Optional.ofNullable(top.get(key)).map(YamlNode::entries).orElse(Map.of());
  }

  private static List<YamlNode> list(Map<String, YamlNode> top, String key) {
    return Optional.ofNullable(top.get(key)).map(YamlNode::list).orElse(List.of());
  }

  private static List<String> texts(Map<String, YamlNode> keys, String key) {
    return Optional.ofNullable(keys.get(key)).map(YamlNode::texts).orElse(List.of());
  }

  private static String text(Map<String, YamlNode> keys, String key) {
    return Optional.ofNullable(keys.get(key)).map(YamlNode::text).orElse("");
  }
}
