package dev.nl2sql.plan;

import dev.nl2sql.resource.WordList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** Words in column names that say the values are rates, indexes, percentages or averages. */
public final class NonAdditiveNames {
  private static final NonAdditiveNames STANDARD =
      new NonAdditiveNames(
          Set.copyOf(WordList.read(NonAdditiveNames.class, "non-additive-names.txt")));

  private final Set<String> words;

  private NonAdditiveNames(Set<String> words) {
    this.words = words;
  }

  public static NonAdditiveNames standard() {
    return STANDARD;
  }

  /** Whether one of the words of a column's name is listed. */
  public boolean matches(String columnName) {
    String spaced = columnName.replaceAll("(\\p{Ll})(\\p{Lu})", "$1 $2").toLowerCase(Locale.ROOT);
    return Arrays.stream(spaced.split("[^\\p{L}\\p{N}%]+")).anyMatch(words::contains);
  }
}
