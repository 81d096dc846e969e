package dev.nl2sql.generate;

import java.util.Objects;

/**
 * Why the SQL of an attempt could not be used, for the next one.
 *
 * @param kind what went wrong
 * @param sql the SQL of the attempt, empty if there was none
 * @param reason what is wrong in words; no stored value stands in it
 */
public record FailedAttempt(Kind kind, String sql, String reason) {

  /** What can go wrong with SQL that was generated. */
  public enum Kind {
    /** It is not one statement that can be parsed. */
    NOT_PARSED,
    /** It names a table or column that is not there. */
    UNKNOWN_NAME,
    /** The guard refuses it. */
    REFUSED,
    /** It costs more than is allowed. */
    TOO_COSTLY,
    /** The database reported an error. */
    DATABASE_ERROR,
    /** Its rows cannot be what was asked for. */
    NOT_VERIFIED
  }

  public FailedAttempt {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(sql);
    Objects.requireNonNull(reason);
  }
}
