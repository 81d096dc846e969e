package dev.nl2sql.link;

import dev.nl2sql.language.Language;
import dev.nl2sql.resource.WordList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Splits names of a schema into dictionary words: snake case, camel case, abbreviations. */
final class IdentifierWords {
  private static final Set<String> JOINTS = Set.of("of", "the", "in", "to", "a", "an", "for");

  private static final Pattern CAMEL = Pattern.compile("([\\p{Ll}\\d])(\\p{Lu})");
  private static final Pattern ACRONYM = Pattern.compile("(\\p{Lu})(\\p{Lu}\\p{Ll})");
  private static final Pattern SIGNS = Pattern.compile("[^\\p{L}\\p{N}]+");

  private final Language language;
  private final Map<String, String> abbreviations = new HashMap<>();
  private final RunTogether runTogether;

  IdentifierWords(Language language) {
    this.language = language;
    for (String line : WordList.read(IdentifierWords.class, "abbreviations.txt")) {
      String[] parts = line.split("\\s+", 2);
      abbreviations.put(parts[0], parts[1]);
    }
    this.runTogether = new RunTogether(language, abbreviations.keySet());
  }

  /** Short forms with the words they stand for. */
  Map<String, String> abbreviations() {
    return Map.copyOf(abbreviations);
  }

  /** The words of a name, lower case, as dictionary forms; joining words are left out. */
  List<String> of(String name) {
    String camel = CAMEL.matcher(name).replaceAll("$1 $2");
    String apart = ACRONYM.matcher(camel).replaceAll("$1 $2");
    String spaced = SIGNS.matcher(apart).replaceAll(" ").strip().toLowerCase(Locale.ROOT);
    String whole = abbreviations.get(name.toLowerCase(Locale.ROOT)); // "LName", however it is cased
    if (whole != null) {
      spaced = whole;
    }
    List<String> words = new ArrayList<>();
    for (String word : spaced.split(" ")) {
      String parts = abbreviations.containsKey(word) ? word : runTogether.apart(word);
      for (String full : inFull(parts)) {
        if (!full.isEmpty() && !JOINTS.contains(full)) {
          words.add(language.lemma(full));
        }
      }
    }
    return words;
  }

  private List<String> inFull(String words) {
    return Stream.of(words.split(" "))
        .flatMap(word -> Stream.of(abbreviations.getOrDefault(word, word).split(" ")))
        .toList();
  }

  /** The key under which words are looked up: blanks do not matter. */
  static String key(List<String> words) {
    StringBuilder key = new StringBuilder();
    words.stream().filter(w -> !JOINTS.contains(w)).forEach(key::append);
    return key.toString();
  }
}
