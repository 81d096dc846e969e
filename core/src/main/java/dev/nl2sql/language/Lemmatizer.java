package dev.nl2sql.language;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Dictionary forms of English words by a list of exceptions and a few rules of plural and verb
 * forms. The rules only need to map the forms of one word to one text, the same for a question and
 * for the names of a schema.
 */
final class Lemmatizer {
  private static final Set<String> SIBILANT_ENDINGS = Set.of("ses", "xes", "zes", "ches", "shes");

  /** Ends of stems that lost an e: "chang", "purchas", "enabl". */
  private static final List<String> SILENT_E_STEMS =
      List.of(
          "iat", "uat", "dg", "rg", "ag", "as", "os", "us", "rs", "ns", "ais", "eas", "bl", "dl",
          "tl", "pl", "gl", "cl", "fl", "zl", "kl", "eng", "ang", "quir");

  /** Ends of longer stems that lost an e after a consonant: "provid", "combin", "requir". */
  private static final List<String> SILENT_E_LONG_STEMS =
      List.of(
          "id", "ib", "is", "es", "in", "ir", "ur", "ar", "ut", "let", "lud", "clud", "grad", "sum",
          "iz", "dul", "od");

  private final Map<String, String> exceptions = new HashMap<>();

  Lemmatizer(List<ResourceLines.Line> lines) {
    for (ResourceLines.Line line : lines) {
      String[] words = line.text().split("\\s+");
      if (words.length < 2) {
        throw line.wrong("a dictionary form and its other forms");
      }
      for (String form : words) {
        exceptions.put(form, words[0]);
      }
    }
  }

  /** The dictionary form of a word in lower case. */
  String lemma(String word) {
    String known = exceptions.get(word);
    if (known != null) {
      return known;
    }
    if (word.endsWith("'s") || word.endsWith("’s")) {
      return lemma(word.substring(0, word.length() - 2));
    }
    if (word.endsWith("s'") || word.endsWith("s’")) {
      return lemma(word.substring(0, word.length() - 1));
    }
    if (word.length() <= 3 || !word.chars().allMatch(Character::isLetter)) {
      return word;
    }
    return verb(singular(word));
  }

  private String singular(String word) {
    if (word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) {
      return word;
    }
    if (word.endsWith("ies") && word.length() > 4) {
      return word.substring(0, word.length() - 3) + "y";
    }
    for (String ending : SIBILANT_ENDINGS) {
      if (word.endsWith(ending) && word.length() > ending.length() + 1) {
        return sibilant(word, ending);
      }
    }
    return word.endsWith("s") ? known(word.substring(0, word.length() - 1)) : word;
  }

  /** "boxes" loses "es", "houses" and "sizes" lose "s". */
  private String sibilant(String word, String ending) {
    boolean keepsE = ending.equals("zes") || ending.equals("ses") && !word.endsWith("sses");
    return known(word.substring(0, word.length() - (keepsE ? 1 : 2)));
  }

  private String verb(String word) {
    if (word.endsWith("ied") && word.length() > 4) {
      return known(word.substring(0, word.length() - 3) + "y");
    }
    if (word.endsWith("ing") && word.length() > 5) {
      return stem(word.substring(0, word.length() - 3));
    }
    if (word.endsWith("ed") && word.length() > 4 && !word.endsWith("eed")) {
      return stem(word.substring(0, word.length() - 2));
    }
    return word;
  }

  /** A stem without "ed" or "ing": undoubles consonants and restores a silent e. */
  private String stem(String stem) {
    int last = stem.length() - 1;
    if (!hasVowel(stem)) {
      return stem;
    }
    if (last > 2
        && stem.charAt(last) == stem.charAt(last - 1)
        && "lsz".indexOf(stem.charAt(last)) < 0) {
      return known(stem.substring(0, last));
    }
    return known(needsE(stem) ? stem + "e" : stem);
  }

  private static boolean needsE(String stem) {
    int last = stem.length() - 1;
    char end = stem.charAt(last);
    boolean shortStem =
        last >= 1
            && isVowel(stem.charAt(last - 1))
            && !isVowel(end)
            && "wxy".indexOf(end) < 0
            && (last == 1 || !isVowel(stem.charAt(last - 2)))
            && syllables(stem) == 1;
    boolean isLong = syllables(stem) > 1;
    return shortStem
        || "cvuz".indexOf(end) >= 0
        || endsAfterConsonant(stem, "at")
        || SILENT_E_STEMS.stream().anyMatch(stem::endsWith)
        || isLong && SILENT_E_LONG_STEMS.stream().anyMatch(e -> endsAfterConsonant(stem, e));
  }

  private static boolean endsAfterConsonant(String stem, String ending) {
    int before = stem.length() - ending.length() - 1;
    return before >= 0 && stem.endsWith(ending) && !isVowel(stem.charAt(before));
  }

  private static int syllables(String stem) {
    int count = 0;
    boolean before = false;
    for (char c : stem.toCharArray()) {
      boolean vowel = isVowel(c);
      count += vowel && !before ? 1 : 0;
      before = vowel;
    }
    return count;
  }

  private static boolean hasVowel(String text) {
    return text.chars().anyMatch(c -> isVowel((char) c) || c == 'y');
  }

  private static boolean isVowel(char c) {
    return "aeiou".indexOf(c) >= 0;
  }

  private String known(String form) {
    return exceptions.getOrDefault(form, form);
  }
}
