package dev.nl2sql.execute;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Dates and times of engines that store them as text or as a number: texts in the forms of ISO 8601
 * with a blank or a T, numbers as milliseconds since 1970. Without a zone they are of this machine,
 * as JDBC has it.
 */
final class HeldTimes {
  private static final LocalDate DAY_OF_TIMES = LocalDate.EPOCH;
  private static final List<Function<String, LocalDateTime>> FORMS =
      List.of(
          LocalDateTime::parse,
          text -> LocalDate.parse(text).atStartOfDay(),
          text ->
              OffsetDateTime.parse(text)
                  .atZoneSameInstant(ZoneId.systemDefault())
                  .toLocalDateTime(),
          text -> LocalTime.parse(text).atDate(DAY_OF_TIMES));

  private HeldTimes() {}

  /** The date and time a value means, empty if it means none. */
  static Optional<LocalDateTime> read(Object value) {
    if (value instanceof Timestamp timestamp) {
      return Optional.of(timestamp.toLocalDateTime());
    }
    if (value instanceof Date date) {
      return Optional.of(date.toLocalDate().atStartOfDay());
    }
    if (value instanceof Time time) {
      return Optional.of(time.toLocalTime().atDate(DAY_OF_TIMES));
    }
    if (value instanceof LocalDateTime local) {
      return Optional.of(local);
    }
    if (value instanceof LocalDate day) {
      return Optional.of(day.atStartOfDay());
    }
    if (value instanceof LocalTime time) {
      return Optional.of(time.atDate(DAY_OF_TIMES));
    }
    if (value instanceof OffsetDateTime zoned) {
      return Optional.of(zoned.atZoneSameInstant(ZoneId.systemDefault()).toLocalDateTime());
    }
    if (value instanceof Long || value instanceof Integer) {
      Instant instant = Instant.ofEpochMilli(((Number) value).longValue());
      return Optional.of(LocalDateTime.ofInstant(instant, ZoneId.systemDefault()));
    }
    return value instanceof String text ? parsed(text.strip()) : Optional.empty();
  }

  private static Optional<LocalDateTime> parsed(String text) {
    String iso = text.length() > 10 && text.charAt(10) == ' ' ? withT(text) : text;
    for (Function<String, LocalDateTime> form : FORMS) {
      try {
        return Optional.of(form.apply(iso));
      } catch (DateTimeParseException ignored) {
        // the next form may fit
      }
    }
    return Optional.empty();
  }

  private static String withT(String text) {
    return text.substring(0, 10) + 'T' + text.substring(11);
  }
}
