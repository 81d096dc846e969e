package dev.nl2sql.eval;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A question and what it should have answered.
 *
 * @param id unique in its set
 * @param kind whether somebody who knows the business definitions must ask back
 * @param question the text as a person types it
 * @param intended the reading meant, by ambiguous term; empty for clear questions
 * @param golds SQL that gives the right rows, at least one; any of them will do
 * @param ordered whether the order of rows matters
 * @param acceptExtraColumns whether columns beyond those of the gold are welcome
 * @param database the database it is put to; empty if the set has one database
 * @param difficulty a label to group by; empty if the set has none
 * @param clean whether nobody doubts the gold; a set that does not say is taken as clean
 */
public record LabelledQuestion(
    String id,
    Kind kind,
    String question,
    Map<String, String> intended,
    List<String> golds,
    boolean ordered,
    boolean acceptExtraColumns,
    String database,
    String difficulty,
    boolean clean) {

  /** Whether the words have one meaning or several. */
  public enum Kind {
    CLEAR,
    AMBIGUOUS
  }

  public LabelledQuestion {
    Objects.requireNonNull(id);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(question);
    Objects.requireNonNull(database);
    Objects.requireNonNull(difficulty);
    intended = Collections.unmodifiableMap(new LinkedHashMap<>(intended));
    golds = List.copyOf(golds);
    if (golds.isEmpty()) {
      throw new IllegalArgumentException("'" + id + "' has no gold SQL");
    }
  }

  /** The SQL shown as the right answer. */
  public String gold() {
    return golds.get(0);
  }

  boolean isAmbiguous() {
    return kind == Kind.AMBIGUOUS;
  }
}
