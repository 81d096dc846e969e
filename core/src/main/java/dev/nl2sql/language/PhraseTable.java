package dev.nl2sql.language;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The words and phrases of one class. A phrase matches by the words as written or, where the entry
 * is a dictionary form, by their lemmas.
 */
final class PhraseTable {
  private final Map<String, Integer> longestByFirst = new HashMap<>();
  private final Map<String, Boolean> entries = new HashMap<>();

  PhraseTable(List<ResourceLines.Line> lines, Tokenizer tokenizer) {
    for (ResourceLines.Line line : lines) {
      List<String> words = tokenizer.tokenize(line.text()).stream().map(Token::lower).toList();
      if (words.isEmpty()) {
        throw line.wrong("a word or phrase");
      }
      entries.put(String.join(" ", words), true);
      longestByFirst.merge(words.get(0), words.size(), Math::max);
    }
  }

  /** The single words of all phrases. */
  Set<String> words() {
    Set<String> words = new HashSet<>();
    entries.keySet().forEach(phrase -> words.addAll(List.of(phrase.split(" "))));
    return words;
  }

  /** Number of tokens of the longest phrase that begins at the token; 0 if none does. */
  int longestAt(List<Token> tokens, int first) {
    Token token = tokens.get(first);
    if (token.kind() == Token.Kind.QUOTED) {
      return 0;
    }
    int longest =
        Math.max(
            longestByFirst.getOrDefault(token.lower(), 0),
            longestByFirst.getOrDefault(token.lemma(), 0));
    for (int length = Math.min(longest, tokens.size() - first); length > 0; length--) {
      if (matches(tokens.subList(first, first + length))) {
        return length;
      }
    }
    return 0;
  }

  private boolean matches(List<Token> tokens) {
    return tokens.stream().noneMatch(t -> t.kind() == Token.Kind.QUOTED)
        && (entries.containsKey(text(tokens, true)) || entries.containsKey(text(tokens, false)));
  }

  private static String text(List<Token> tokens, boolean asWritten) {
    StringBuilder text = new StringBuilder();
    for (Token token : tokens) {
      text.append(text.isEmpty() ? "" : " ").append(asWritten ? token.lower() : token.lemma());
    }
    return text.toString();
  }
}
