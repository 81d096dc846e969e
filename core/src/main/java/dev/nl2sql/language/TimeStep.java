package dev.nl2sql.language;

import java.util.Optional;

/**
 * Words of a question that speak of a time.
 *
 * @param first index of the first token
 * @param end index after the last token
 * @param period the days they name; empty if they name none exactly
 * @param yearGuessed whether the words leave the year open, so that it may still be named elsewhere
 */
record TimeStep(int first, int end, Optional<Period> period, boolean yearGuessed) {
  static TimeStep of(int first, int end, Period period) {
    return new TimeStep(first, end, Optional.of(period), false);
  }

  static TimeStep vague(int first, int end) {
    return new TimeStep(first, end, Optional.empty(), false);
  }

  boolean isClosed() {
    return period.filter(p -> p.from().isPresent() && p.to().isPresent()).isPresent();
  }
}
