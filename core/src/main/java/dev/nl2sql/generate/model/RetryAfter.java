package dev.nl2sql.generate.model;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads a {@code Retry-After} header: seconds or a date. */
final class RetryAfter {
  private static final int LONGEST = 40;

  private RetryAfter() {}

  /** How long to wait from now; empty if the header says nothing that can be read. */
  static Optional<Duration> read(Optional<String> header, Instant now) {
    return header
        .map(String::strip)
        .filter(h -> !h.isEmpty() && h.length() <= LONGEST)
        .flatMap(h -> h.chars().allMatch(Character::isDigit) ? seconds(h) : date(h, now));
  }

  private static Optional<Duration> seconds(String digits) {
    try {
      return Optional.of(Duration.ofSeconds(Integer.parseInt(digits)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Duration> date(String text, Instant now) {
    try {
      Instant when = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration wait = Duration.between(now, when);
      return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
