package dev.nl2sql.language;

import java.util.Objects;

/**
 * A word, number, quoted text or sign of a question.
 *
 * @param index position among the tokens
 * @param text as written; for quoted text the content without quotes
 * @param lower the text in lower case
 * @param lemma the dictionary form of a word, else {@code lower}
 * @param kind what it is
 * @param start first character in the question
 * @param end character after the last
 */
public record Token(
    int index, String text, String lower, String lemma, Kind kind, int start, int end) {

  /** What a token is. */
  public enum Kind {
    WORD,
    NUMBER,
    QUOTED,
    BIND,
    PUNCTUATION
  }

  public Token {
    Objects.requireNonNull(text);
    Objects.requireNonNull(lower);
    Objects.requireNonNull(lemma);
    Objects.requireNonNull(kind);
  }

  public boolean isWord() {
    return kind == Kind.WORD;
  }
}
