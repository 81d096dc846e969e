package dev.nl2sql.memory;

import dev.nl2sql.Assumption;
import dev.nl2sql.Choice;
import dev.nl2sql.plan.PlanFacts;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A question of a report with its frozen statement. Not trusted: the statement passes the guard at
 * every use.
 *
 * @param question the question's text
 * @param choices the readings chosen
 * @param interpretation the question as it was understood
 * @param generator who wrote the statement
 * @param dialect the dialect of the statement
 * @param catalog fingerprint of the schema it was written for
 * @param glossary version of the glossary it was written with
 * @param asOf the day its periods were counted from, if there are any
 * @param confidence probability that it is what was asked
 * @param assumptions what the question left open
 * @param facts what is known of the result
 * @param tables the types of the columns used, by relation
 * @param parameters for each question mark of the statement the bind it stands for
 * @param sql the statement before the guard
 * @param location where it stands, as {@code file:line:column}
 */
public record LockedQuestion(
    String question,
    List<Choice> choices,
    String interpretation,
    String generator,
    String dialect,
    String catalog,
    String glossary,
    Optional<LocalDate> asOf,
    double confidence,
    List<Assumption> assumptions,
    PlanFacts facts,
    Map<String, Map<String, String>> tables,
    List<Integer> parameters,
    String sql,
    String location) {
  public LockedQuestion {
    Objects.requireNonNull(question);
    choices = List.copyOf(choices);
    Objects.requireNonNull(interpretation);
    Objects.requireNonNull(generator);
    Objects.requireNonNull(dialect);
    Objects.requireNonNull(catalog);
    Objects.requireNonNull(glossary);
    Objects.requireNonNull(asOf);
    assumptions = List.copyOf(assumptions);
    Objects.requireNonNull(facts);
    Map<String, Map<String, String>> copy = new LinkedHashMap<>();
    tables.forEach(
        (table, columns) ->
            copy.put(table, Collections.unmodifiableMap(new LinkedHashMap<>(columns))));
    tables = Collections.unmodifiableMap(copy);
    parameters = List.copyOf(parameters);
    Objects.requireNonNull(sql);
    Objects.requireNonNull(location);
  }

  /** Whether it is the same question in the same dialect. */
  boolean isFor(String text, List<Choice> chosen, String otherDialect) {
    return dialect.equals(otherDialect)
        && QuestionKey.of(question, choices).equals(QuestionKey.of(text, chosen));
  }
}
