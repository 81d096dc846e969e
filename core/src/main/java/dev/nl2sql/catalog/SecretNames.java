package dev.nl2sql.catalog;

import dev.nl2sql.resource.WordList;
import java.util.List;
import java.util.Locale;

/** Words in column names that say the values must not be looked at. */
final class SecretNames {
  private static final SecretNames STANDARD =
      new SecretNames(WordList.read(SecretNames.class, "secret-names.txt"));

  private final List<String> words;

  private SecretNames(List<String> words) {
    this.words = words;
  }

  static SecretNames standard() {
    return STANDARD;
  }

  boolean looksSecret(String columnName) {
    String plain = columnName.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    return words.stream().anyMatch(plain::contains);
  }
}
