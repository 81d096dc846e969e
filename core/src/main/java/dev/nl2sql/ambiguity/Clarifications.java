package dev.nl2sql.ambiguity;

import dev.nl2sql.Choice;
import dev.nl2sql.Clarification;
import dev.nl2sql.Option;
import dev.nl2sql.Question;
import dev.nl2sql.glossary.Glossary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Makes questions to the asker out of ambiguities. */
public final class Clarifications {

  /** A reading found in the schema: its id, a name for people and what it means. */
  public record Reading(String id, String label, String definition) {}

  /** The source of an ambiguity that a model found. */
  public static final String BY_MODEL = "model";

  private Clarifications() {}

  /** One clarification for each term that is still open, in the order of the question. */
  public static List<Clarification> ofOpen(Question question, List<TermUse> uses) {
    return uses.stream().filter(TermUse::isOpen).map(u -> of(question, u.term())).toList();
  }

  /** The clarification of one term of the glossary. */
  public static Clarification of(Question question, Glossary.AmbiguousTerm term) {
    List<Option> options =
        term.options().stream()
            .map(r -> option(question, term.name(), r.id(), r.label(), r.definition()))
            .toList();
    return new Clarification(term.name(), "glossary", term.prompt(), options);
  }

  /**
   * A clarification the schema or its values make necessary.
   *
   * @param words the words of the question that fit several things
   * @param source {@code schema} or {@code values}
   */
  public static Clarification ofSchema(
      Question question, String words, String source, List<Reading> readings) {
    String term = identifier(words);
    List<Option> options =
        readings.stream()
            .map(r -> option(question, term, r.id(), r.label(), r.definition()))
            .toList();
    return new Clarification(term, source, prompt(words), options);
  }

  /** What is asked about words where nobody has written a better question. */
  public static String prompt(String words) {
    return "What does '" + words + "' mean here?";
  }

  /**
   * A clarification whose options carry their definitions, because nothing but the statement itself
   * knows them.
   *
   * @param words the words of the question, or a name for the choice
   * @param source who found it: {@code model}, or what was compared
   * @param prompt the question to the asker
   */
  public static Clarification ofDefined(
      Question question, String words, String source, String prompt, List<Reading> readings) {
    String term = identifier(words);
    List<Option> options =
        readings.stream()
            .map(
                r ->
                    new Option(
                        r.id(),
                        r.label(),
                        r.definition(),
                        AskAgain.statement(
                            question.text(),
                            question.choices(),
                            new Choice(term, r.id(), Optional.of(r.definition())))))
            .toList();
    return new Clarification(term, source, prompt, options);
  }

  /** Words as a name that can stand in WITH (…): lower case, other signs as underscores. */
  public static String identifier(String words) {
    String name =
        words.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "_").replaceAll("^_|_$", "");
    return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "term_" + name : name;
  }

  private static Option option(
      Question question, String term, String id, String label, String definition) {
    return new Option(
        id, label, definition, AskAgain.statement(question.text(), question.choices(), term, id));
  }
}
