package dev.nl2sql.link;

import dev.nl2sql.language.Language;
import dev.nl2sql.resource.WordList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Finds the seam in names like FULLNAME and CLOSEDON, which an engine that folds names leaves
 * without one. Both parts must be known and the whole must not be a word itself.
 */
final class RunTogether {
  private static final int SHORTEST = 6;
  private static final int SHORTEST_BEGINNING = 3;

  /** Endings of one or two letters end many words: what stands before has to be longer. */
  private static final int SHORT_ENDING = 2;

  private static final Set<String> BEGINNINGS =
      Set.copyOf(WordList.read(RunTogether.class, "name_beginnings.txt"));
  private static final Set<String> AFTER_PARTICIPLES =
      Set.copyOf(WordList.read(RunTogether.class, "participle_endings.txt"));
  private static final List<String> ENDINGS =
      WordList.read(RunTogether.class, "name_endings.txt").stream()
          .sorted(Comparator.comparingInt(String::length).reversed())
          .toList();

  private final Language language;
  private final Set<String> abbreviations;

  RunTogether(Language language, Set<String> abbreviations) {
    this.language = language;
    this.abbreviations = Set.copyOf(abbreviations);
  }

  /** The word with a blank at its seam, or as it is. */
  String apart(String word) {
    return ENDINGS.stream()
        .filter(ending -> word.length() >= SHORTEST && word.endsWith(ending))
        .filter(ending -> isSeam(word.substring(0, word.length() - ending.length()), ending))
        .filter(ending -> !WordNet.nouns().knows(word))
        .findFirst()
        .map(ending -> word.substring(0, word.length() - ending.length()) + " " + ending)
        .orElse(word);
  }

  private boolean isSeam(String beginning, String ending) {
    if (AFTER_PARTICIPLES.contains(ending)) {
      return BEGINNINGS.contains(beginning)
          || !language.lemma(beginning).equals(beginning)
              && WordNet.nouns().knows(language.lemma(beginning));
    }
    int shortest = SHORTEST_BEGINNING + (ending.length() <= SHORT_ENDING ? 1 : 0);
    return BEGINNINGS.contains(beginning)
        || abbreviations.contains(beginning)
        || beginning.length() >= shortest
            && (WordNet.nouns().knows(beginning)
                || WordNet.nouns().knows(language.lemma(beginning)));
  }
}
