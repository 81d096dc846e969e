package dev.nl2sql.glossary;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * The name of the database that comes nearest to one that is not there.
 *
 * @param name the name, empty if there are none at all
 * @param typo whether it is so near that it must have been meant
 */
record NearestName(Optional<String> name, boolean typo) {
  private static final int LETTERS_PER_SLIP = 4;

  /** What two letters in the wrong order count. */
  private static final int SWAP = 2;

  static NearestName of(String wanted, Collection<String> names) {
    Optional<String> nearest =
        names.stream().min(Comparator.comparingInt(name -> distance(name, wanted)));
    return new NearestName(nearest, nearest.isPresent() && isSlip(wanted, nearest.get()));
  }

  /** How to go on, for the end of a message. */
  String advice() {
    return name.map(n -> ", such as '" + n + "'").orElse("");
  }

  // Names that differ in their numbers alone, as tables of years do, are different names.
  private static boolean isSlip(String wanted, String name) {
    int allowed = Math.max(1, wanted.length() / LETTERS_PER_SLIP);
    int distance = distance(name, wanted);
    boolean swapped = distance == SWAP && letters(name).equals(letters(wanted));
    return (distance <= allowed || swapped)
        && distance(withoutDigits(name), withoutDigits(wanted)) > 0;
  }

  private static List<Integer> letters(String name) {
    return name.toLowerCase(Locale.ROOT).chars().sorted().boxed().toList();
  }

  private static int distance(String one, String other) {
    return LevenshteinDistance.getDefaultInstance()
        .apply(one.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
  }

  private static String withoutDigits(String name) {
    return name.replaceAll("\\d", "");
  }
}
