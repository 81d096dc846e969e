package dev.nl2sql.memory;

import dev.nl2sql.resource.WordList;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether a statement answers its question on any day, or only on the day it was written for: "last
 * month" has other dates next month.
 */
public final class StatementDays {
  private static final Pattern DATE = Pattern.compile("(\\d{4})-\\d{2}-\\d{2}");

  /** Words of SQL that mean today: a statement with one of them moves with the days. */
  private static final Pattern MOVING =
      Pattern.compile(
          WordList.read(StatementDays.class, "moving-dates.txt").stream()
              .map(Pattern::quote)
              .collect(Collectors.joining("|", "\\b(?:", ")\\b")),
          Pattern.CASE_INSENSITIVE);

  private StatementDays() {}

  /**
   * The only day on which the statement holds; empty if it holds on any.
   *
   * @param asOf the day it was written for
   */
  public static Optional<LocalDate> only(String question, String sql, LocalDate asOf) {
    if (MOVING.matcher(sql.toLowerCase(Locale.ROOT)).find()) {
      return Optional.empty();
    }
    Matcher dates = DATE.matcher(sql);
    while (dates.find()) {
      if (!question.contains(dates.group(1))) {
        return Optional.of(asOf);
      }
    }
    return Optional.empty();
  }
}
