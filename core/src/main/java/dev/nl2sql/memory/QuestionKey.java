package dev.nl2sql.memory;

import dev.nl2sql.Choice;
import dev.nl2sql.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What makes two questions the same one: the words without regard to blanks, case outside quotes
 * and the mark at the end, and the readings chosen.
 */
final class QuestionKey {
  private static final char FIELD = '\t';

  private QuestionKey() {}

  static String of(String question, List<Choice> choices) {
    return words(question) + "\n" + choices(sorted(choices));
  }

  private static String words(String question) {
    String folded = TranslationKey.folded(new Question(question));
    StringBuilder words = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < folded.length(); i++) {
      char c = folded.charAt(i);
      if (c == '"' || c == '\'' && !TranslationKey.isApostrophe(folded, i)) {
        quote = quote == 0 ? c : quote == c ? 0 : quote;
      }
      words.append(quote == 0 ? Character.toLowerCase(c) : c);
    }
    int end = words.length();
    while (end > 0 && "?!. ".indexOf(words.charAt(end - 1)) >= 0) {
      end--;
    }
    return words.substring(0, end);
  }

  private static List<Choice> sorted(List<Choice> choices) {
    return choices.stream().sorted((a, b) -> a.term().compareTo(b.term())).toList();
  }

  /** Choices as one text, one a line. */
  static String choices(List<Choice> choices) {
    return choices.stream()
        .map(
            c ->
                c.term()
                    + FIELD
                    + c.option()
                    + c.definition().map(d -> FIELD + d.replaceAll("\\s+", " ")).orElse(""))
        .collect(Collectors.joining("\n"));
  }

  /** Reads what {@link #choices} wrote. */
  static List<Choice> readChoices(String text) {
    List<Choice> choices = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String[] parts = line.split(String.valueOf(FIELD), 3);
      if (parts.length >= 2) {
        choices.add(
            new Choice(
                parts[0].toLowerCase(Locale.ROOT),
                parts[1].toLowerCase(Locale.ROOT),
                parts.length == 3 ? Optional.of(parts[2]) : Optional.empty()));
      }
    }
    return choices;
  }
}
