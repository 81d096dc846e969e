package dev.nl2sql.language;

/**
 * A word or phrase of a class, found in a question.
 *
 * @param wordClass the class
 * @param first index of its first token
 * @param end index after its last token
 */
public record PhraseMatch(WordClass wordClass, int first, int end) {
  public int length() {
    return end - first;
  }
}
