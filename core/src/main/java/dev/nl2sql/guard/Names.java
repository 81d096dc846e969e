package dev.nl2sql.guard;

import dev.nl2sql.plan.Dialect;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Names as they stand in SQL, read with the dialect's folding. */
final class Names {
  private final Dialect dialect;
  private final AllowList allowed;

  Names(Dialect dialect) {
    this.dialect = dialect;
    this.allowed = AllowList.of(dialect);
  }

  static boolean isQuoted(String written) {
    return written.startsWith("\"") || written.startsWith("`");
  }

  /** The name meant: unquoted and unescaped, or folded. */
  String meant(String written) {
    if (!isQuoted(written)) {
      return dialect.fold(written);
    }
    String mark = written.substring(0, 1);
    return written.substring(1, written.length() - 1).replace(mark + mark, mark);
  }

  /** A written name as it can be printed anywhere: quoted if the word has another use as well. */
  String plain(String written) {
    return isQuoted(written) || !dialect.isReserved(written)
        ? written
        : dialect.quoted(dialect.fold(written));
  }

  /** A written name, read once to be compared with many. */
  Meant read(String written) {
    boolean caseless = dialect.folding() == Dialect.Folding.UNKNOWN && !isQuoted(written);
    return new Meant(meant(written), caseless, dialect);
  }

  /**
   * What a written name means.
   *
   * @param name unquoted and unescaped, or folded
   * @param caseless whether case may not tell it from another, since nobody knows how it is folded
   */
  record Meant(String name, boolean caseless, Dialect dialect) {
    /** Whether it means this name of the catalog or of the statement. */
    boolean is(String other) {
      return caseless ? name.equalsIgnoreCase(other) : dialect.sameName(name, other);
    }
  }

  /** Whether a written name means a name of the catalog or of the statement. */
  boolean means(String written, String name) {
    return read(written).is(name);
  }

  /** Refuses words that mean something else to the engine than the name of an object. */
  void refuseSpecial(String written) {
    if (!isQuoted(written) && allowed.has("refused-name", written)) {
      throw new Refusal(
          GuardVerdict.Layer.NAMES, "the word " + written + " cannot be used as a name");
    }
  }

  /** The nearest of several names, if one is near. */
  static Optional<String> nearest(String written, Collection<String> names) {
    String wanted = written.replaceAll("[\"`]", "").toLowerCase(Locale.ROOT);
    int limit = Math.max(1, wanted.length() / 3);
    LevenshteinDistance distance = new LevenshteinDistance(limit);
    return names.stream()
        .filter(n -> distance.apply(wanted, n.toLowerCase(Locale.ROOT)) >= 0)
        .min(Comparator.comparing(n -> distance.apply(wanted, n.toLowerCase(Locale.ROOT))))
        .map(n -> "did you mean " + n + "?");
  }
}
