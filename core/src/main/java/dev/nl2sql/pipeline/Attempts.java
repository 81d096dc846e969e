package dev.nl2sql.pipeline;

import dev.nl2sql.Setting;
import dev.nl2sql.execute.BudgetSpentException;
import dev.nl2sql.execute.ConnectionBrokenException;
import dev.nl2sql.execute.SandboxRefusedException;
import dev.nl2sql.execute.StatementCancelledException;
import dev.nl2sql.generate.FailedAttempt;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * The loop around the way from a question to rows: what a model wrote and could not be used goes
 * back to it with the reason, {@code nl2sql.maxAttempts} times at most and inside the question's
 * budgets. Where no attempt may mend it, or the repair itself fails, the last failure stands.
 */
final class Attempts {
  /** States of faults that other SQL does not mend: rights, conflicts, resources, shut-downs. */
  private static final Set<String> LASTING_CLASSES =
      Set.of("08", "25", "28", "40", "53", "54", "55", "57", "58", "XX");

  private static final String NO_RIGHT = "42501";
  private static final int CLASS_LENGTH = 2;

  private final DatabaseErrors errors;

  Attempts(DatabaseErrors errors) {
    this.errors = errors;
  }

  /** One way from the question to rows. */
  @FunctionalInterface
  interface Attempt<T> {
    T make(Optional<FailedAttempt> previous) throws Exception;
  }

  /**
   * Makes attempts until one succeeds.
   *
   * @throws Doubtful if the first rows hardly answer the question
   */
  <T> T until(Inquiry inquiry, SessionView view, Attempt<T> attempt) throws Exception {
    inquiry.draft().begin();
    Exception failed;
    FailedAttempt failure;
    try {
      return attempt.make(Optional.empty());
    } catch (Doubtful doubtful) {
      throw doubtful;
    } catch (Exception e) {
      failed = e;
      failure = mendable(inquiry, view, e);
    }
    for (int repairs = 1; repairs <= inquiry.settings().count(Setting.MAX_ATTEMPTS); repairs++) {
      try {
        return again(inquiry, attempt, failure);
      } catch (Exception e) {
        failure = next(inquiry, view, e, failed);
        failed = e;
      }
    }
    throw failed;
  }

  /** The reply of another attempt, or the one that was doubted. */
  Reply better(Inquiry inquiry, Doubtful doubtful, Attempt<Reply> attempt) throws Exception {
    if (inquiry.settings().count(Setting.MAX_ATTEMPTS) == 0) {
      return doubtful.reply();
    }
    try {
      Reply better = again(inquiry, attempt, doubtful.failure());
      doubtful.rows().rows().close();
      return better;
    } catch (Exception e) {
      if (inquiry.cancellation().isFired() || concernsTheConnection(e)) {
        doubtful.rows().discard(e);
        throw e;
      }
      return doubtful.reply();
    }
  }

  private static <T> T again(Inquiry inquiry, Attempt<T> attempt, FailedAttempt failure)
      throws Exception {
    inquiry.cancellation().check();
    inquiry.draft().failed(failure);
    inquiry.draft().begin();
    return attempt.make(Optional.of(failure));
  }

  /** What the next attempt is told; an exception that none can mend is thrown on. */
  private FailedAttempt mendable(Inquiry inquiry, SessionView view, Exception e) throws Exception {
    Optional<FailedAttempt> failure =
        inquiry.draft().canBeRepaired() ? failure(inquiry, view, e) : Optional.empty();
    if (failure.isEmpty()) {
      throw e;
    }
    return failure.get();
  }

  /** As {@link #mendable}, but a repair that fails in its own way leaves the last failure. */
  private FailedAttempt next(Inquiry inquiry, SessionView view, Exception e, Exception last)
      throws Exception {
    Optional<FailedAttempt> failure = failure(inquiry, view, e);
    if (failure.isPresent()) {
      return failure.get();
    }
    throw inquiry.cancellation().isFired() || concernsTheConnection(e) ? e : last;
  }

  private Optional<FailedAttempt> failure(Inquiry inquiry, SessionView view, Exception e) {
    if (inquiry.cancellation().isFired()) {
      return Optional.empty();
    }
    if (e instanceof Ending ending) {
      return ending.failure();
    }
    boolean byDatabase = e instanceof SQLException sql && isMendable(sql);
    return byDatabase
        ? Optional.of(
            new FailedAttempt(
                FailedAttempt.Kind.DATABASE_ERROR,
                inquiry.draft().written(),
                errors.described((SQLException) e, ran(inquiry), view, inquiry.settings())))
        : Optional.empty();
  }

  private static DatabaseErrors.Ran ran(Inquiry inquiry) {
    boolean isExplainedFirst = inquiry.settings().count(Setting.MAX_COST) > 0;
    boolean isVerbatim = inquiry.request().binds().isEmpty() && !isExplainedFirst;
    return new DatabaseErrors.Ran(inquiry.draft().emitted(), isVerbatim);
  }

  private static boolean isMendable(SQLException e) {
    boolean ours =
        e instanceof ConnectionBrokenException
            || e instanceof StatementCancelledException
            || e instanceof BudgetSpentException
            || e instanceof SandboxRefusedException;
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    boolean lasting =
        state.equals(NO_RIGHT)
            || state.length() >= CLASS_LENGTH
                && LASTING_CLASSES.contains(state.substring(0, CLASS_LENGTH));
    return !ours && !lasting && !Finish.concernsTheConnection(e);
  }

  private static boolean concernsTheConnection(Exception e) {
    return e instanceof ConnectionBrokenException
        || e instanceof SQLException sql && Finish.concernsTheConnection(sql);
  }
}
