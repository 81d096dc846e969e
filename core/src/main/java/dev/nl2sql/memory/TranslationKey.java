package dev.nl2sql.memory;

import dev.nl2sql.Choice;
import dev.nl2sql.Question;
import dev.nl2sql.Settings;
import dev.nl2sql.catalog.SessionFacts;
import dev.nl2sql.language.TimeContext;
import java.util.List;
import java.util.Optional;

/**
 * All that decides what a question is translated to. Two questions with equal keys have the same
 * translation; anything that may change it must be part of the key.
 *
 * @param question the question's text, blanks folded outside quotes
 * @param choices readings chosen
 * @param session user, role, search path, zone
 * @param time as-of day, zone and calendar
 * @param clarify what is done about several readings
 * @param bindTypes types of bound values; the values themselves are not part of a translation
 * @param catalogFingerprint shape of the catalog
 * @param glossaryVersion content of the glossary
 * @param settings every setting given, those that reach generator and guard among them
 */
public record TranslationKey(
    String question,
    List<Choice> choices,
    SessionFacts session,
    TimeContext time,
    String clarify,
    List<Optional<String>> bindTypes,
    String catalogFingerprint,
    String glossaryVersion,
    Settings settings) {
  public TranslationKey {
    choices = List.copyOf(choices);
    bindTypes = List.copyOf(bindTypes);
  }

  /**
   * The text of a question as it enters a key: blanks folded outside quotes, everything else kept.
   */
  public static String folded(Question question) {
    StringBuilder folded = new StringBuilder();
    char quote = 0;
    String text = question.text().strip();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean blank = quote == 0 && Character.isWhitespace(c);
      if (!blank) {
        folded.append(c);
      } else if (folded.charAt(folded.length() - 1) != ' ') {
        folded.append(' ');
      }
      if (c == '"' || c == '\'' && !isApostrophe(text, i)) {
        quote = quote == 0 ? c : quote == c ? 0 : quote;
      }
    }
    return folded.toString();
  }

  /** Between two letters, as in "Ann's", it quotes nothing. */
  static boolean isApostrophe(String text, int at) {
    return at > 0
        && at + 1 < text.length()
        && Character.isLetterOrDigit(text.charAt(at - 1))
        && Character.isLetterOrDigit(text.charAt(at + 1));
  }
}
