package dev.nl2sql.link;

import dev.nl2sql.resource.WordList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Nouns that mean the same or something more general, from WordNet 3.1 (Princeton University): for
 * words that neither the schema nor the curated synonyms know. Immutable and thread-safe; read
 * once, when the first such word is met.
 */
final class WordNet {
  private final Map<String, String> lines = new HashMap<>();

  private static final class Holder {
    private static final WordNet NOUNS = new WordNet();
  }

  /** The table of nouns. */
  static WordNet nouns() {
    return Holder.NOUNS;
  }

  private WordNet() {
    for (String line : WordList.read(WordNet.class, "wordnet_nouns.txt")) {
      int end = line.indexOf(' ');
      lines.put(line.substring(0, end), line.substring(end + 1));
    }
  }

  /** Whether it is one of the nouns. */
  boolean knows(String noun) {
    return lines.containsKey(noun);
  }

  /** Nouns that mean the same, the most usual sense first. */
  List<String> same(String noun) {
    return words(lines.getOrDefault(noun, "").split(">", 2)[0]);
  }

  /** Nouns for what this one is a kind of. */
  List<String> general(String noun) {
    String[] parts = lines.getOrDefault(noun, "").split(">", 2);
    return parts.length < 2 ? List.of() : words(parts[1]);
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split(" "));
  }
}
