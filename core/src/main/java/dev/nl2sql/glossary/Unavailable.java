package dev.nl2sql.glossary;

import dev.nl2sql.catalog.TableName;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An entry of a glossary that is out of force in a session, because it names what the session does
 * not see. The rest of the glossary holds.
 *
 * @param entry which one, in words
 * @param reason what is missing, with its place in the file
 * @param triggers patterns of questions that mean it
 * @param tables names of tables on which it would have applied
 */
public record Unavailable(
    String entry, String reason, List<Pattern> triggers, List<String> tables) {
  public Unavailable {
    triggers = List.copyOf(triggers);
    tables = List.copyOf(tables);
  }

  /** Whether a question speaks of it. */
  public boolean isMeantBy(String question) {
    return triggers.stream().anyMatch(trigger -> trigger.matcher(question).find());
  }

  /** Whether it would have applied to a relation. */
  public boolean appliesTo(TableName relation) {
    return tables.stream().anyMatch(relation::isCalled);
  }

  /** For the caller, who gets an answer without it. */
  public String message() {
    return "%s of the glossary is not in force here: %s".formatted(entry, reason);
  }
}
