package dev.nl2sql.answer;

import dev.nl2sql.Clarification;
import dev.nl2sql.Option;
import java.util.ArrayList;
import java.util.List;

/** The rows by which a question asks back: one row an option, in the order of their source. */
public final class OptionTable {
  private OptionTable() {}

  /** (term, source, prompt, option, label, definition, ask_again). */
  public static RowTable of(List<Clarification> clarifications) {
    List<List<Object>> rows = new ArrayList<>();
    for (Clarification clarification : clarifications) {
      for (Option option : clarification.options()) {
        rows.add(
            List.of(
                clarification.term(),
                clarification.source(),
                clarification.prompt(),
                option.id(),
                option.label(),
                option.definition(),
                option.askAgain()));
      }
    }
    return RowTable.ofTexts(
        List.of("term", "source", "prompt", "option", "label", "definition", "ask_again"), rows);
  }
}
