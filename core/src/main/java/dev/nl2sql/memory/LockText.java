package dev.nl2sql.memory;

import dev.nl2sql.Assumption;
import dev.nl2sql.Choice;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.glossary.YamlNode;
import dev.nl2sql.plan.PlanFacts;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The text of a lock file: YAML that people review and keep under version control. */
final class LockText {
  private static final Set<String> TOP = Set.of("version", "questions");
  private static final Set<String> QUESTION =
      Set.of(
          "question",
          "choices",
          "interpretation",
          "generator",
          "dialect",
          "catalog",
          "glossary",
          "as_of",
          "confidence",
          "assumptions",
          "served",
          "result",
          "warnings",
          "tables",
          "parameters",
          "sql");
  private static final Set<String> CHOICE = Set.of("option", "definition");
  private static final Set<String> ASSUMPTION = Set.of("kind", "text");
  private static final String AGGREGATE = "aggregate";
  private static final String GROUPED = "grouped";
  private static final String RATES = "rates";

  private static final Pattern CONFLICT = Pattern.compile("<{7} |={7}$|>{7} ");

  private LockText() {}

  private static void demandMerged(String text, String file) {
    int line = 1;
    for (String content : text.lines().toList()) {
      if (CONFLICT.matcher(content).lookingAt()) {
        throw new ConfigurationException(
            "%s:%d:1: found the mark of a merge conflict; expected a file that is merged: settle the"
                    .formatted(file, line)
                + " conflict, or make the file again with nl2sql.lock.mode=write");
      }
      line++;
    }
  }

  /**
   * Reads a lock file.
   *
   * @throws ConfigurationException if anything in it is wrong
   */
  static List<LockedQuestion> read(String text, String file) {
    demandMerged(text, file);
    YamlNode root = YamlNode.parse(text, file);
    Map<String, YamlNode> top = root.entries(TOP);
    YamlNode version = root.required(top, "version");
    if (!version.text().equals("1")) {
      throw version.wrong("version '" + version.text() + "'", "1");
    }
    YamlNode questions = top.get("questions");
    return questions == null || isEmpty(questions)
        ? List.of()
        : questions.list().stream().map(LockText::question).toList();
  }

  private static boolean isEmpty(YamlNode node) {
    try {
      return node.text().isBlank();
    } catch (ConfigurationException e) {
      return false;
    }
  }

  private static LockedQuestion question(YamlNode node) {
    Map<String, YamlNode> keys = node.entries(QUESTION);
    List<String> result = words(keys, "result");
    PlanFacts facts =
        new PlanFacts(
            optional(keys, "served"),
            result.contains(AGGREGATE),
            result.contains(GROUPED),
            result.contains(RATES),
            List.of(),
            keys.containsKey("warnings") ? keys.get("warnings").texts() : List.of());
    return new LockedQuestion(
        node.required(keys, "question").text(),
        choices(keys),
        optional(keys, "interpretation").orElse(""),
        optional(keys, "generator").orElse(""),
        node.required(keys, "dialect").text(),
        optional(keys, "catalog").orElse(""),
        optional(keys, "glossary").orElse(""),
        day(keys),
        confidence(keys),
        assumptions(keys),
        facts,
        tables(keys),
        parameters(keys),
        node.required(keys, "sql").text(),
        node.location());
  }

  private static List<Choice> choices(Map<String, YamlNode> keys) {
    List<Choice> choices = new ArrayList<>();
    if (keys.containsKey("choices")) {
      keys.get("choices")
          .entries()
          .forEach(
              (term, node) -> {
                Map<String, YamlNode> chosen = node.entries(CHOICE);
                choices.add(
                    new Choice(
                        term.toLowerCase(Locale.ROOT),
                        node.required(chosen, "option").text().toLowerCase(Locale.ROOT),
                        optional(chosen, "definition")));
              });
    }
    return choices;
  }

  private static List<Assumption> assumptions(Map<String, YamlNode> keys) {
    List<Assumption> assumptions = new ArrayList<>();
    if (keys.containsKey("assumptions")) {
      for (YamlNode node : keys.get("assumptions").list()) {
        Map<String, YamlNode> parts = node.entries(ASSUMPTION);
        YamlNode kind = node.required(parts, "kind");
        Assumption.Kind known =
            Arrays.stream(Assumption.Kind.values())
                .filter(k -> k.name().equalsIgnoreCase(kind.text()))
                .findFirst()
                .orElseThrow(
                    () ->
                        kind.wrong(
                            "the kind '" + kind.text() + "'",
                            "one of " + Arrays.toString(Assumption.Kind.values())));
        assumptions.add(new Assumption(known, node.required(parts, "text").text()));
      }
    }
    return assumptions;
  }

  private static Map<String, Map<String, String>> tables(Map<String, YamlNode> keys) {
    Map<String, Map<String, String>> tables = new LinkedHashMap<>();
    if (keys.containsKey("tables")) {
      keys.get("tables")
          .entries()
          .forEach(
              (table, node) -> {
                Map<String, String> columns = new LinkedHashMap<>();
                node.entries().forEach((column, type) -> columns.put(column, type.text()));
                tables.put(table, columns);
              });
    }
    return tables;
  }

  private static List<Integer> parameters(Map<String, YamlNode> keys) {
    if (!keys.containsKey("parameters")) {
      return List.of();
    }
    List<Integer> parameters = new ArrayList<>();
    for (YamlNode node : keys.get("parameters").list()) {
      if (!node.text().matches("\\d{1,4}")) {
        throw node.wrong("'" + node.text() + "'", "the number of a value, from 0");
      }
      parameters.add(Integer.valueOf(node.text()));
    }
    return parameters;
  }

  private static Optional<LocalDate> day(Map<String, YamlNode> keys) {
    YamlNode node = keys.get("as_of");
    try {
      return Optional.ofNullable(node).map(n -> LocalDate.parse(n.text()));
    } catch (DateTimeException e) {
      throw node.wrong("'" + node.text() + "'", "a date, for example 2026-10-15");
    }
  }

  private static double confidence(Map<String, YamlNode> keys) {
    YamlNode node = keys.get("confidence");
    try {
      double value = node == null ? 1 : Double.parseDouble(node.text());
      if (value >= 0 && value <= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw node.wrong("'" + node.text() + "'", "a number from 0 to 1");
    }
    throw node.wrong("'" + node.text() + "'", "a number from 0 to 1");
  }

  private static Optional<String> optional(Map<String, YamlNode> keys, String key) {
    return Optional.ofNullable(keys.get(key)).map(YamlNode::text).filter(t -> !t.isBlank());
  }

  private static List<String> words(Map<String, YamlNode> keys, String key) {
    return keys.containsKey(key) ? keys.get(key).texts() : List.of();
  }

  /** Writes a lock file that {@link #read} reads to the same questions. */
  static String write(List<LockedQuestion> questions) {
    StringBuilder text = new StringBuilder();
    text.append("# Frozen statements of a report. Review it and keep it under version control.\n");
    text.append("# nl2sql.lock.mode=write plans the questions that are asked anew.\n");
    text.append("version: 1\nquestions:\n");
    questions.forEach(q -> write(text, q));
    return text.toString();
  }

  private static void write(StringBuilder text, LockedQuestion locked) {
    text.append("  - question: ").append(quoted(locked.question())).append('\n');
    if (!locked.choices().isEmpty()) {
      text.append("    choices:\n");
      for (Choice choice : locked.choices()) {
        text.append("      ")
            .append(quoted(choice.term()))
            .append(": { option: ")
            .append(quoted(choice.option()));
        choice.definition().ifPresent(d -> text.append(", definition: ").append(quoted(d)));
        text.append(" }\n");
      }
    }
    line(text, "interpretation", locked.interpretation());
    line(text, "generator", locked.generator());
    line(text, "dialect", locked.dialect());
    line(text, "catalog", locked.catalog());
    line(text, "glossary", locked.glossary());
    locked.asOf().ifPresent(day -> line(text, "as_of", day.toString()));
    line(text, "confidence", String.format(Locale.ROOT, "%.2f", locked.confidence()));
    if (!locked.assumptions().isEmpty()) {
      text.append("    assumptions:\n");
      for (Assumption assumption : locked.assumptions()) {
        text.append("      - { kind: ")
            .append(assumption.kind().name().toLowerCase(Locale.ROOT))
            .append(", text: ")
            .append(quoted(assumption.text()))
            .append(" }\n");
      }
    }
    locked.facts().servedTable().ifPresent(t -> line(text, "served", t));
    text.append("    result: [").append(String.join(", ", result(locked.facts()))).append("]\n");
    if (!locked.facts().warnings().isEmpty()) {
      text.append("    warnings: [")
          .append(
              locked.facts().warnings().stream()
                  .map(LockText::quoted)
                  .collect(Collectors.joining(", ")))
          .append("]\n");
    }
    if (!locked.tables().isEmpty()) {
      text.append("    tables:\n");
      locked
          .tables()
          .forEach(
              (table, columns) -> {
                text.append("      ").append(quoted(table)).append(": { ");
                text.append(
                    columns.entrySet().stream()
                        .map(c -> quoted(c.getKey()) + ": " + quoted(c.getValue()))
                        .collect(Collectors.joining(", ")));
                text.append(" }\n");
              });
    }
    if (!locked.parameters().isEmpty()) {
      text.append("    parameters: ").append(locked.parameters()).append('\n');
    }
    line(text, "sql", locked.sql());
  }

  private static List<String> result(PlanFacts facts) {
    List<String> words = new ArrayList<>();
    if (facts.isAggregate()) {
      words.add(AGGREGATE);
    }
    if (facts.isGrouped()) {
      words.add(GROUPED);
    }
    if (facts.aggregatesRates()) {
      words.add(RATES);
    }
    return words;
  }

  private static void line(StringBuilder text, String key, String value) {
    text.append("    ").append(key).append(": ").append(quoted(value)).append('\n');
  }

  /** A double-quoted YAML text on one line. */
  private static String quoted(String value) {
    StringBuilder text = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        default -> {
          boolean odd = c < ' ' || c >= 0x7f && c <= 0xa0 || Character.isSurrogate(c) || isBreak(c);
          text.append(odd ? String.format(Locale.ROOT, "\\u%04x", (int) c) : String.valueOf(c));
        }
      }
    }
    return text.append('"').toString();
  }

  private static boolean isBreak(char c) {
    return c == '\u2028' || c == '\u2029' || c == '\ufeff' || c >= '\ufffe';
  }
}
