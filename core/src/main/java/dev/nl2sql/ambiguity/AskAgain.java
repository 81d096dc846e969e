package dev.nl2sql.ambiguity;

import dev.nl2sql.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the statement that asks a question again with one more reading chosen. */
public final class AskAgain {
  private AskAgain() {}

  /**
   * The quoted form on one line, choices already made included.
   *
   * @param questionText the question
   * @param choices choices made so far; one for the same term is replaced
   * @param term the term now chosen for
   * @param option the option chosen
   */
  public static String statement(
      String questionText, List<Choice> choices, String term, String option) {
    List<String> all = new ArrayList<>();
    choices.stream().filter(c -> !c.term().equals(term)).forEach(c -> all.add(clause(c)));
    all.add(term + " = " + option);
    return "ASK "
        + quoted(questionText)
        + all.stream().collect(Collectors.joining(", ", " WITH (", ")"));
  }

  private static String clause(Choice choice) {
    return choice.term()
        + " = "
        + choice.option()
        + choice.definition().map(d -> " " + quoted(d)).orElse("");
  }

  private static String quoted(String text) {
    return "'" + text.strip().replaceAll("\\s+", " ").replace("'", "''") + "'";
  }
}
