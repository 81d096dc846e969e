package dev.nl2sql.link;

import dev.nl2sql.catalog.Table;
import java.util.List;
import java.util.Locale;

/**
 * Letters with which all relations begin, as "sb" in sbCustomer, sbTicker, sbTransaction: they name
 * the application and say nothing.
 *
 * @param letters lower case; empty if there is no such prefix
 */
record CommonPrefix(String letters) {
  private static final int FEWEST_TABLES = 3;
  private static final int SHORTEST = 2;
  private static final int LONGEST = 5;
  private static final int SHORTEST_REST = 3;

  static CommonPrefix of(List<Table> tables) {
    List<String> names =
        tables.stream().map(t -> t.name().name().toLowerCase(Locale.ROOT)).distinct().toList();
    String shared =
        names.size() < FEWEST_TABLES ? "" : names.stream().reduce(CommonPrefix::shared).orElse("");
    boolean word = shared.contains("_"); // words apart are found without it anyway
    boolean cut = !word && shared.length() >= SHORTEST && shared.length() <= LONGEST;
    return new CommonPrefix(cut ? shared : "");
  }

  private static String shared(String one, String other) {
    int same = 0;
    while (same < Math.min(one.length(), other.length())
        && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    return one.substring(0, same);
  }

  /** The name without the prefix, if it has it and something is left. */
  String cut(String name) {
    boolean has =
        !letters.isEmpty()
            && name.toLowerCase(Locale.ROOT).startsWith(letters)
            && name.length() - letters.length() >= SHORTEST_REST;
    return has ? name.substring(letters.length()) : name;
  }
}
