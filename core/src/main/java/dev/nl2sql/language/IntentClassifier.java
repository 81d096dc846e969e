package dev.nl2sql.language;

import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.Optional;

/**
 * Tells questions that a query can answer from those it cannot, by the word that commands, by
 * phrases, and by the language. Cautious: what is not clearly something else is a query.
 */
public final class IntentClassifier {
  /** Function words of another language that must be found, as a share of all words. */
  private static final double FOREIGN_SHARE = 0.4;

  private static final int LONGEST_SMALL_TALK = 6;

  private final Language language;

  public IntentClassifier(Language language) {
    this.language = language;
  }

  /** The intent of a question. */
  public Intent classify(List<Token> tokens) {
    if (tokens.stream().noneMatch(IntentClassifier::carriesMeaning)) {
      return Intent.SMALL_TALK;
    }
    if (isForeign(tokens)) {
      return Intent.OTHER_LANGUAGE;
    }
    if (!language.phrases(WordClass.SCHEMA_QUESTION, tokens).isEmpty() && opensSchema(tokens)) {
      return Intent.SCHEMA_QUESTION;
    }
    Optional<Token> command = commandingWord(tokens);
    if (command.filter(t -> language.is(WordClass.WRITE, t) && isBaseForm(t)).isPresent()
        && !asks(tokens)) {
      return Intent.WRITE;
    }
    if (opensWith(WordClass.FORECAST, tokens)) {
      return Intent.FORECAST;
    }
    return isSmallTalk(tokens) ? Intent.SMALL_TALK : Intent.QUERY;
  }

  private static boolean carriesMeaning(Token token) {
    return token.kind() != Token.Kind.PUNCTUATION && token.kind() != Token.Kind.BIND;
  }

  /** The first word that is not padding: in "please can you delete …" it is "delete". */
  private Optional<Token> commandingWord(List<Token> tokens) {
    int at = 0;
    while (at < tokens.size()) {
      Optional<PhraseMatch> polite = language.phraseAt(WordClass.POLITE, tokens, at);
      if (polite.isPresent()) {
        at = polite.get().end();
      } else if (isPadding(tokens.get(at))) {
        at++;
      } else {
        return Optional.of(tokens.get(at));
      }
    }
    return Optional.empty();
  }

  private static boolean isPadding(Token token) {
    return token.kind() == Token.Kind.PUNCTUATION
        || List.of(
                "i", "want", "to", "need", "you", "should", "must", "go", "and", "now", "then",
                "let", "us", "let's", "we")
            .contains(token.lower());
  }

  private static boolean isBaseForm(Token token) {
    return token.lower().equals(token.lemma());
  }

  /** "I'd like to send a gift to the top customer - who is it?" asks, whatever else it says. */
  private static boolean asks(List<Token> tokens) {
    return tokens.stream()
        .anyMatch(t -> List.of("which", "what", "who", "whom", "whose").contains(t.lower()));
  }

  /** A schema phrase counts where the question begins, so that tables of data are not mistaken. */
  private boolean opensSchema(List<Token> tokens) {
    PhraseMatch match = language.phrases(WordClass.SCHEMA_QUESTION, tokens).get(0);
    return tokens.subList(0, match.first()).stream()
        .allMatch(
            t ->
                language.is(WordClass.STOP, t)
                    || language.is(WordClass.COMMAND, t)
                    || language.is(WordClass.POLITE, t));
  }

  private boolean opensWith(WordClass wordClass, List<Token> tokens) {
    List<PhraseMatch> found = language.phrases(wordClass, tokens);
    return !found.isEmpty()
        && tokens.subList(0, found.get(0).first()).stream()
            .allMatch(
                t ->
                    language.is(WordClass.POLITE, t)
                        || t.kind() == Token.Kind.PUNCTUATION
                        || isPadding(t));
  }

  private boolean isSmallTalk(List<Token> tokens) {
    List<PhraseMatch> found = language.phrases(WordClass.SMALL_TALK, tokens);
    int covered = found.stream().mapToInt(PhraseMatch::length).sum();
    long words = tokens.stream().filter(Token::isWord).count();
    return words <= LONGEST_SMALL_TALK && covered > 0 && covered >= words - 1;
  }

  private boolean isForeign(List<Token> tokens) {
    List<Token> words = tokens.stream().filter(Token::isWord).toList();
    long otherScript = words.stream().filter(t -> !isLatin(t.text())).count();
    long foreign =
        words.stream()
            .filter(t -> language.is(WordClass.FOREIGN, t) && !language.is(WordClass.STOP, t))
            .count();
    long english =
        words.stream()
            .filter(t -> language.is(WordClass.STOP, t) || language.is(WordClass.COMMAND, t))
            .count();
    return !words.isEmpty()
        && (otherScript * 2 > words.size()
            || foreign >= 2 && foreign > english && foreign >= FOREIGN_SHARE * words.size());
  }

  private static boolean isLatin(String text) {
    return text.codePoints()
        .filter(Character::isLetter)
        .allMatch(c -> UnicodeScript.of(c) == UnicodeScript.LATIN);
  }
}
