package dev.nl2sql.memory;

import dev.nl2sql.Choice;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A question and a statement for it. Not trusted: the statement passes the guard at every use.
 *
 * @param kind how it came here
 * @param owner who gave it
 * @param shared whether others may see it who share as well
 * @param question the question's text
 * @param choices the readings chosen
 * @param sql the statement before the guard
 * @param parameters for each question mark of it the bind it stands for
 * @param dialect the dialect of the statement
 * @param asOf the only day on which it answers the question, if its periods are written as dates
 * @param intent what kind of question it is, empty if unknown
 * @param rows rows it once gave
 * @param at when it came here
 */
public record Pair(
    Kind kind,
    Owner owner,
    boolean shared,
    String question,
    List<Choice> choices,
    String sql,
    List<Integer> parameters,
    String dialect,
    Optional<LocalDate> asOf,
    String intent,
    long rows,
    Instant at) {

  /** How a pair came here. */
  public enum Kind {
    /** The glossary says it is right. */
    VERIFIED,
    /** A user wrote the right statement. */
    CORRECTED,
    /** A user said that the answer was good. */
    CONFIRMED,
    /** A user said that the answer was bad. */
    REJECTED,
    /** It gave rows and nothing was in doubt. */
    REMEMBERED;

    /** Whether it answers the same question by itself. */
    public boolean answers() {
      return this == VERIFIED || this == CORRECTED || this == CONFIRMED;
    }

    /** As it is shown and stored. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Kind ofWord(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  public Pair {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(owner);
    Objects.requireNonNull(question);
    choices = List.copyOf(choices);
    Objects.requireNonNull(sql);
    parameters = List.copyOf(parameters);
    Objects.requireNonNull(dialect);
    Objects.requireNonNull(asOf);
    Objects.requireNonNull(intent);
    Objects.requireNonNull(at);
  }

  /** The same as if it had merely been remembered. */
  Pair asRemembered() {
    return new Pair(
        Kind.REMEMBERED,
        owner,
        shared,
        question,
        choices,
        sql,
        parameters,
        dialect,
        asOf,
        intent,
        rows,
        at);
  }

  /** Names the pair: an owner has one verdict and one remembered success for a question. */
  String id() {
    String group = kind == Kind.REMEMBERED ? "remembered" : "verdict";
    return Owner.digest(
            String.join(
                "\n", owner.source(), owner.user(), group, QuestionKey.of(question, choices)))
        .substring(0, 32);
  }

  /** Tells damage: it changes with everything that matters. */
  String digest() {
    return Owner.digest(
        String.join(
            "\n",
            id(),
            kind.word(),
            Boolean.toString(shared),
            question,
            sql,
            parameters.toString(),
            dialect,
            asOf.map(LocalDate::toString).orElse("")));
  }
}
