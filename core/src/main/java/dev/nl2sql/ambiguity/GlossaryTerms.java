package dev.nl2sql.ambiguity;

import dev.nl2sql.Choice;
import dev.nl2sql.Question;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the ambiguous terms of a glossary in a question. */
public final class GlossaryTerms {
  private GlossaryTerms() {}

  /**
   * The terms that a trigger finds and no {@code unless} pattern settles, with the caller's
   * choices.
   *
   * @throws UnknownOptionException if a choice for a term found names an option it does not have
   */
  public static List<TermUse> find(Question question, List<Token> tokens, Glossary glossary) {
    List<TermUse> uses = new ArrayList<>();
    String unquoted = unquoted(question.text(), tokens);
    for (Glossary.AmbiguousTerm term : glossary.ambiguous()) {
      trigger(unquoted, term)
          .filter(span -> !isSettled(question.text(), term))
          .ifPresent(span -> uses.add(use(question, tokens, term, span)));
    }
    uses.sort(Comparator.comparingInt(TermUse::first));
    return List.copyOf(uses);
  }

  /** The terms that a trigger finds but whose reading the question itself settles. */
  public static List<TermUse> settled(Question question, List<Token> tokens, Glossary glossary) {
    List<TermUse> uses = new ArrayList<>();
    String unquoted = unquoted(question.text(), tokens);
    for (Glossary.AmbiguousTerm term : glossary.ambiguous()) {
      trigger(unquoted, term)
          .filter(span -> isSettled(question.text(), term))
          .ifPresent(span -> uses.add(use(new Question(question.text()), tokens, term, span)));
    }
    return List.copyOf(uses);
  }

  /** All places where a trigger of the term is found, as first token and token after the last. */
  public static List<int[]> places(
      Question question, List<Token> tokens, Glossary.AmbiguousTerm term) {
    String unquoted = unquoted(question.text(), tokens);
    List<int[]> places = new ArrayList<>();
    for (Pattern trigger : term.triggers()) {
      Matcher matcher = trigger.matcher(unquoted);
      while (matcher.find()) {
        TermUse use =
            use(
                new Question(question.text()),
                tokens,
                term,
                new int[] {matcher.start(), matcher.end()});
        if (use.first() < use.end()) {
          places.add(new int[] {use.first(), use.end()});
        }
      }
    }
    return places;
  }

  /** What is quoted is a value and no term: it is blanked, so that all places stay the same. */
  private static String unquoted(String text, List<Token> tokens) {
    StringBuilder blanked = new StringBuilder(text);
    for (Token token : tokens) {
      if (token.kind() == Token.Kind.QUOTED) {
        blanked.replace(token.start(), token.end(), " ".repeat(token.end() - token.start()));
      }
    }
    return blanked.toString();
  }

  /** First and last character of the longest trigger found. */
  private static Optional<int[]> trigger(String text, Glossary.AmbiguousTerm term) {
    return term.triggers().stream()
        .map(pattern -> pattern.matcher(text))
        .filter(Matcher::find)
        .map(matcher -> new int[] {matcher.start(), matcher.end()})
        .max(Comparator.comparingInt(span -> span[1] - span[0]));
  }

  private static boolean isSettled(String text, Glossary.AmbiguousTerm term) {
    return term.unless().stream().map(p -> p.matcher(text)).anyMatch(Matcher::find);
  }

  private static TermUse use(
      Question question, List<Token> tokens, Glossary.AmbiguousTerm term, int[] span) {
    int first = tokens.size();
    int end = 0;
    for (Token token : tokens) {
      if (token.end() > span[0] && token.start() < span[1]) {
        first = Math.min(first, token.index());
        end = Math.max(end, token.index() + 1);
      }
    }
    return new TermUse(term, first, end, chosen(question, term));
  }

  private static Optional<Glossary.Reading> chosen(Question question, Glossary.AmbiguousTerm term) {
    Optional<Choice> choice =
        question.choices().stream().filter(c -> c.term().equalsIgnoreCase(term.name())).findFirst();
    if (choice.isEmpty()) {
      return Optional.empty();
    }
    String option = choice.get().option();
    Optional<Glossary.Reading> reading =
        term.options().stream().filter(r -> r.id().equalsIgnoreCase(option)).findFirst();
    if (reading.isEmpty()) {
      throw new UnknownOptionException(option, Clarifications.of(question, term));
    }
    return reading;
  }
}
