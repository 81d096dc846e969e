package dev.nl2sql.generate.model;

import dev.nl2sql.Secret;
import java.util.List;
import java.util.regex.Pattern;

/** Takes secrets out of what a provider said, for messages. */
final class Redaction {
  private static final int LONGEST = 120;
  private static final String MASK = Secret.MASK;

  /** Long runs without blanks look like keys; a provider may show a part of one. */
  private static final Pattern KEY_LIKE = Pattern.compile("[A-Za-z0-9_\\-*.]{16,}");

  private static final Pattern NOT_PLAIN = Pattern.compile("[\\p{Cntrl}\\p{Z}]+");

  private final List<Secret> secrets;

  Redaction(List<Secret> secrets) {
    this.secrets = List.copyOf(secrets);
  }

  /** The first characters of a text on one line, without secrets. */
  String beginning(String text) {
    String masked = text;
    for (Secret secret : secrets) {
      String hidden = secret.reveal();
      masked = hidden.isBlank() ? masked : masked.replace(hidden, MASK);
    }
    String begun = masked.substring(0, Math.min(masked.length(), LONGEST * 2));
    String plain =
        NOT_PLAIN.matcher(KEY_LIKE.matcher(begun).replaceAll(MASK)).replaceAll(" ").strip();
    return plain.substring(0, Math.min(plain.length(), LONGEST));
  }
}
