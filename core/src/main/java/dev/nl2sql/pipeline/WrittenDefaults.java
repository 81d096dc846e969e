package dev.nl2sql.pipeline;

import dev.nl2sql.Assumption;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.memory.Translation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The governed defaults in SQL that a model wrote. A model is told them; whether it obeyed is
 * looked up by the columns and constants of each default, which must all stand in the statement.
 *
 * @param applied what is stated of those that are there
 * @param missing statements of those that are not
 */
record WrittenDefaults(List<Assumption> applied, List<String> missing) {
  private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");
  private static final Pattern CONSTANT = Pattern.compile("'[^']*'");

  WrittenDefaults {
    applied = List.copyOf(applied);
    missing = List.copyOf(missing);
  }

  static WrittenDefaults of(String sql, String question, SessionView view) {
    Set<String> words = words(sql);
    List<Assumption> applied = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Glossary.GovernedDefault governed : view.glossary().defaults()) {
      List<Table> tables =
          view.catalog().tables().stream()
              .filter(t -> concerns(governed, t) && words.containsAll(words(t.name().name())))
              .toList();
      boolean switchedOff = governed.unless().stream().anyMatch(word -> isSaid(word, question));
      if (!tables.isEmpty() && !switchedOff) {
        if (isVisible(governed.filter().sql(), tables, sql, words)) {
          applied.add(new Assumption(Assumption.Kind.DEFAULT, governed.statement()));
        } else {
          missing.add(governed.statement());
        }
      }
    }
    return new WrittenDefaults(applied, missing);
  }

  /** The translation with what is stated, and a warning for each rule that is not to be seen. */
  Translation addedTo(Translation translation) {
    List<Assumption> assumptions = new ArrayList<>(translation.assumptions());
    assumptions.addAll(applied);
    List<Notice> notices = new ArrayList<>(translation.notices());
    for (String rule : missing) {
      notices.add(
          new Notice(
              Condition.LOW_CONFIDENCE,
              "a rule of the glossary is not to be seen in the statement: " + rule));
    }
    return new Translation(
        translation.sql(),
        translation.parameters(),
        translation.facts(),
        translation.generator(),
        translation.confidence(),
        translation.interpretation(),
        assumptions,
        notices,
        translation.plan());
  }

  private static boolean concerns(Glossary.GovernedDefault governed, Table table) {
    return governed.applies().stream().anyMatch(table.name()::isCalled);
  }

  private static boolean isSaid(String word, String question) {
    return Pattern.compile(
            "(?<![\\p{L}\\p{N}])" + Pattern.quote(word) + "(?![\\p{L}\\p{N}])",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
        .matcher(question)
        .find();
  }

  private static boolean isVisible(
      String filter, List<Table> tables, String sql, Set<String> words) {
    Set<String> columns =
        tables.stream()
            .flatMap(t -> t.columns().stream())
            .map(Column::name)
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    String lower = sql.toLowerCase(Locale.ROOT);
    boolean constants =
        CONSTANT
            .matcher(filter)
            .results()
            .allMatch(c -> lower.contains(c.group().toLowerCase(Locale.ROOT)));
    Set<String> needed = words(CONSTANT.matcher(filter).replaceAll(" "));
    needed.retainAll(columns);
    return constants && words.containsAll(needed);
  }

  private static Set<String> words(String text) {
    return WORD.matcher(text)
        .results()
        .map(w -> w.group().toLowerCase(Locale.ROOT))
        .collect(Collectors.toCollection(HashSet::new));
  }
}
