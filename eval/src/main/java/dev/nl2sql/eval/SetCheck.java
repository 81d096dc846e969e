package dev.nl2sql.eval;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks that a question set can tell right from wrong: every gold runs and shows something, all
 * golds of a question agree in size, and the readings of the same words give different rows.
 */
final class SetCheck {
  private SetCheck() {}

  /** The faults found, one sentence each; empty if the set is sound. */
  static List<String> faults(Connection connection, List<LabelledQuestion> questions) {
    List<String> faults = new ArrayList<>();
    Map<String, Rows> golds = new LinkedHashMap<>();
    for (LabelledQuestion question : questions) {
      try {
        Rows rows = QuestionRunner.rows(connection, question.gold());
        golds.put(question.id(), rows);
        if (isEmpty(rows)) {
          faults.add(question.id() + ": the gold shows no rows, or only NULL or zero");
        }
      } catch (SQLException e) {
        faults.add(question.id() + ": the gold does not run: " + e.getMessage());
      }
    }
    compareReadings(questions, golds, faults);
    return faults;
  }

  private static boolean isEmpty(Rows rows) {
    return rows.cells().stream()
        .allMatch(
            r -> r.stream().map(Cell::forPeople).allMatch(v -> v.equals("NULL") || v.equals("0")));
  }

  private static void compareReadings(
      List<LabelledQuestion> questions, Map<String, Rows> golds, List<String> faults) {
    for (LabelledQuestion one : questions) {
      for (LabelledQuestion other : questions) {
        if (one.id().compareTo(other.id()) < 0
            && one.question().equals(other.question())
            && golds.containsKey(one.id())
            && golds.containsKey(other.id())
            && new RowComparison(one.ordered(), false)
                .same(asked(one, golds.get(one.id())), asked(other, golds.get(other.id())))) {
          faults.add(
              "'%s': the readings %s and %s give the same rows"
                  .formatted(one.question(), one.intended(), other.intended()));
        }
      }
    }
  }

  /**
   * Of a ranking only what it asks for, which stands first: the measure beside it would differ in
   * any case.
   */
  private static Rows asked(LabelledQuestion question, Rows rows) {
    if (!question.gold().contains(" LIMIT ")) {
      return rows;
    }
    return new Rows(
        rows.labels().subList(0, 1),
        rows.cells().stream().map(r -> r.subList(0, 1)).toList(),
        rows.cut());
  }
}
