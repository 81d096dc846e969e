package dev.nl2sql.pipeline;

import dev.nl2sql.execute.BudgetSpentException;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.memory.Translation;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.plan.SqlRenderer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out why a question found nothing, by further questions of our own to the database: each
 * passes the guard, runs in the sandbox for a row at most, and all of them together end after
 * {@link #ALL_TIME}. Where the statement itself was slow nothing is asked.
 */
final class RowProbe {
  private static final Logger LOG = LoggerFactory.getLogger(RowProbe.class);
  private static final Duration ALL_TIME = Duration.ofSeconds(1);
  private static final Duration ONE_TIME = Duration.ofMillis(250);
  private static final Duration SLOW = Duration.ofMillis(500);

  private final GuardStage guard;
  private final ExecuteStage execute;

  RowProbe(GuardStage guard, ExecuteStage execute) {
    this.guard = guard;
    this.execute = execute;
  }

  /**
   * Never fails the question: what cannot be found out is not told.
   *
   * @throws SQLException if the connection is lost or the caller gave up
   */
  EmptyReason reason(Inquiry inquiry, SessionView view, Translation translation)
      throws SQLException {
    Duration spent = inquiry.draft().trace().timings().getOrDefault("execute", Duration.ZERO);
    boolean isSelect = translation.plan().orElse(null) instanceof QueryPlan.Select;
    if (!isSelect || spent.compareTo(SLOW) > 0) {
      return EmptyReason.UNKNOWN;
    }
    QueryPlan.Select select = (QueryPlan.Select) translation.plan().orElseThrow();
    Asking asking = new Asking(inquiry, view);
    try {
      return new EmptyDiagnosis(asking::hasRows, view.values()).of(select);
    } catch (SQLException e) {
      if (Finish.concernsTheConnection(e) || inquiry.cancellation().isFired()) {
        throw e;
      }
      LOG.debug(
          "[{}] why nothing matched is unknown ({})",
          inquiry.draft().trace().id(),
          e.getSQLState());
      return EmptyReason.UNKNOWN;
    }
  }

  /** The probes of one question. */
  private final class Asking {
    private final Inquiry inquiry;
    private final SessionView view;
    private final long end = System.nanoTime() + ALL_TIME.toNanos();

    Asking(Inquiry inquiry, SessionView view) {
      this.inquiry = inquiry;
      this.view = view;
    }

    Optional<Boolean> hasRows(QueryPlan.Select select) throws SQLException {
      inquiry.cancellation().check();
      Duration left = Duration.ofNanos(end - System.nanoTime());
      if (left.isNegative() || left.isZero()) {
        return Optional.empty();
      }
      SqlRenderer.Rendered rendered = SqlRenderer.renderWithBinds(select, view.dialect());
      Optional<GuardedSql> sql = guard.probe(inquiry, view, rendered.sql());
      if (sql.isEmpty()) {
        return Optional.empty();
      }
      Duration time = left.compareTo(ONE_TIME) < 0 ? left : ONE_TIME;
      try {
        return Optional.of(execute.hasRows(inquiry, sql.get(), rendered.parameters(), time));
      } catch (BudgetSpentException e) {
        return Optional.empty();
      }
    }
  }
}
