package dev.nl2sql.jdbc;

import dev.nl2sql.Clarification;
import dev.nl2sql.Condition;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes the exceptions and warnings of JDBC out of conditions: the only place that does. */
final class Conditions {
  static final String TAG = "nl2sql: ";

  private Conditions() {}

  static SQLException exception(Condition condition, String message) {
    return exception(condition, message, null);
  }

  static SQLException exception(Condition condition, String message, Throwable cause) {
    String text = TAG + message;
    String state = condition.sqlState();
    int code = condition.vendorCode();
    return switch (condition) {
      case MISPLACED -> new SQLFeatureNotSupportedException(text, state, code, cause);
      case NOT_UNDERSTOOD, REFUSED, NOT_ANSWERABLE ->
          new SQLSyntaxErrorException(text, state, code, cause);
      case CLARIFICATION_REQUIRED -> new ClarificationRequiredException(text, List.of());
      case TOO_COSTLY, BAD_CONFIGURATION -> new SQLNonTransientException(text, state, code, cause);
      case MODEL_FAILED, BUDGET_SPENT -> new SQLTransientException(text, state, code, cause);
      case TIMEOUT -> new SQLTimeoutException(text, state, code, cause);
      default -> new SQLException(text, state, code, cause);
    };
  }

  static SQLException badConfiguration(ConfigurationException fault) {
    return exception(Condition.BAD_CONFIGURATION, fault.getMessage(), fault);
  }

  static SQLException clarificationRequired(List<Clarification> clarifications) {
    String text =
        clarifications.stream().map(Conditions::describe).collect(Collectors.joining(" "));
    return new ClarificationRequiredException(TAG + text, clarifications);
  }

  /** The exception an outcome means, if the question ended without rows. */
  static Optional<SQLException> exception(Outcome outcome) {
    if (outcome instanceof Outcome.NotUnderstood end) {
      return Optional.of(exception(Condition.NOT_UNDERSTOOD, end.reason()));
    }
    if (outcome instanceof Outcome.NotAnswerable end) {
      return Optional.of(exception(Condition.NOT_ANSWERABLE, end.reason()));
    }
    if (outcome instanceof Outcome.Refused end) {
      return Optional.of(exception(Condition.REFUSED, end.reason()));
    }
    if (outcome instanceof Outcome.Failed end) {
      return Optional.of(exception(end.condition(), end.reason(), end.cause().orElse(null)));
    }
    if (outcome instanceof Outcome.Cancelled end) {
      return Optional.of(exception(end.condition(), end.reason()));
    }
    return Optional.empty();
  }

  static SQLWarning warning(Notice notice) {
    String message = TAG + notice.message();
    if (notice.clarification().isPresent()) {
      return new ClarificationWarning(message, notice.clarification().get());
    }
    return new SQLWarning(message, notice.condition().sqlState(), notice.condition().vendorCode());
  }

  static SQLWarning warning(Clarification clarification) {
    return new ClarificationWarning(TAG + describe(clarification), clarification);
  }

  private static String describe(Clarification clarification) {
    String options =
        clarification.options().stream()
            .map(o -> "%s (%s)".formatted(o.id(), o.label()))
            .collect(Collectors.joining(", "));
    return "%s Answer with CLARIFY %s = one of: %s."
        .formatted(clarification.prompt(), clarification.term(), options);
  }
}
