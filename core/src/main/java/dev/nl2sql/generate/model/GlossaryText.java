package dev.nl2sql.generate.model;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Writes what of a glossary concerns a question on some relations. */
final class GlossaryText {
  private static final int LONGEST_TEXT = 300;
  private static final int LONGEST_SQL = 500;
  private static final int MOST_LINES = 60;

  private final Glossary glossary;
  private final List<Table> tables;
  private final String question;

  GlossaryText(Glossary glossary, List<Table> tables, String question) {
    this.glossary = glossary;
    this.tables = List.copyOf(tables);
    this.question = question.toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    Stream.of(rules(), measures(), synonyms(), values()).forEach(lines::addAll);
    return lines.isEmpty()
        ? "(none)"
        : String.join("\n", lines.subList(0, Math.min(lines.size(), MOST_LINES)));
  }

  private List<String> rules() {
    return glossary.defaults().stream()
        .filter(d -> d.applies().stream().anyMatch(this::isShown))
        .map(
            d ->
                "always apply to %s: %s meaning %s%s"
                    .formatted(
                        String.join(", ", d.applies()),
                        QuotedData.of(d.filter().sql(), LONGEST_SQL),
                        QuotedData.of(d.statement(), LONGEST_TEXT),
                        d.unless().isEmpty()
                            ? ""
                            : ", unless the question says "
                                + QuotedData.of(String.join(", ", d.unless()), LONGEST_TEXT)))
        .toList();
  }

  private List<String> measures() {
    return glossary.metrics().stream()
        .filter(m -> m.tables().stream().allMatch(this::isShown))
        .map(
            m ->
                "measure %s = %s on %s: %s%s"
                    .formatted(
                        QuotedData.name(m.name()),
                        QuotedData.of(m.sql().sql(), LONGEST_SQL),
                        String.join(", ", m.tables()),
                        QuotedData.of(m.definition(), LONGEST_TEXT),
                        m.unit().isEmpty() ? "" : " in " + QuotedData.of(m.unit(), 20)))
        .toList();
  }

  private List<String> synonyms() {
    Map<String, List<String>> said = new TreeMap<>(glossary.synonyms());
    return said.entrySet().stream()
        .filter(e -> question.contains(e.getKey()))
        .map(
            e ->
                "%s means %s"
                    .formatted(
                        QuotedData.of(e.getKey(), LONGEST_TEXT),
                        QuotedData.of(String.join(" or ", e.getValue()), LONGEST_TEXT)))
        .toList();
  }

  /** What a stored value is called: the stored one is left out where it may not be sent. */
  private List<String> values() {
    return glossary.values().stream()
        .filter(v -> question.contains(v.said().toLowerCase(Locale.ROOT)))
        .filter(v -> isShown(v.table()) && !isNeverSent(v.table(), v.column()))
        .map(
            v ->
                "%s in %s.%s is stored as %s"
                    .formatted(
                        QuotedData.of(v.said(), LONGEST_TEXT),
                        QuotedData.name(v.table()),
                        QuotedData.name(v.column()),
                        QuotedData.of(v.stored(), LONGEST_TEXT)))
        .toList();
  }

  /** Whether a policy keeps the column here, named with its schema or without. */
  private boolean isNeverSent(String table, String column) {
    return named(table)
        .flatMap(t -> glossary.policies().stream().filter(p -> p.concerns(t.name())))
        .anyMatch(p -> p.neverSend().stream().anyMatch(column::equalsIgnoreCase));
  }

  private boolean isShown(String table) {
    return named(table).findAny().isPresent();
  }

  private Stream<Table> named(String table) {
    return tables.stream().filter(t -> t.name().isCalled(table));
  }
}
