package dev.nl2sql.pipeline;

import dev.nl2sql.Condition;
import dev.nl2sql.Outcome;
import dev.nl2sql.Setting;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.execute.ConnectionBrokenException;
import dev.nl2sql.execute.CostEstimate;
import dev.nl2sql.execute.CostGate;
import dev.nl2sql.execute.StatementCancelledException;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.memory.Translation;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Refuses statements whose estimate is above {@code nl2sql.maxCost}, before they run. */
final class CostStage implements AutoCloseable {
  private final CostGate gate = new CostGate();

  /** Lets a statement through that is cheap enough; asks nobody while the gate is off. */
  Optional<CostEstimate> check(
      Inquiry inquiry, SessionView view, Translation translation, GuardedSql sql)
      throws SQLException {
    double limit = inquiry.settings().number(Setting.MAX_COST);
    if (limit <= 0) {
      return Optional.empty();
    }
    CostEstimate estimate = estimate(inquiry, view, translation, sql);
    if (estimate.exceeds(limit)) {
      throw new Ending(
          new Outcome.Failed(Condition.TOO_COSTLY, tooCostly(inquiry, estimate), Optional.empty()),
          new FailedAttempt(
              FailedAttempt.Kind.TOO_COSTLY,
              translation.sql(),
              "its estimated cost is above what is allowed; read fewer rows, join along keys"));
    }
    return Optional.of(estimate);
  }

  /** What EXPLAIN ASK says of the cost; a statement that cannot be explained says so. */
  String described(Inquiry inquiry, SessionView view, Translation translation, GuardedSql sql)
      throws SQLException {
    double limit = inquiry.settings().number(Setting.MAX_COST);
    try {
      CostEstimate estimate = estimate(inquiry, view, translation, sql);
      return limit > 0 && estimate.exceeds(limit) ? tooCostly(inquiry, estimate) : estimate.words();
    } catch (ConnectionBrokenException | StatementCancelledException e) {
      throw e;
    } catch (SQLException e) {
      if (Finish.concernsTheConnection(e)) {
        throw e;
      }
      return "not estimated: " + e.getMessage();
    }
  }

  private CostEstimate estimate(
      Inquiry inquiry, SessionView view, Translation translation, GuardedSql sql)
      throws SQLException {
    List<Optional<Object>> given = inquiry.request().binds();
    List<Optional<Object>> binds = translation.parameters().stream().map(given::get).toList();
    return inquiry
        .session()
        .inDatabasePhase(
            connection ->
                gate.estimate(
                    connection,
                    sql,
                    binds,
                    ExecuteStage.limits(inquiry),
                    name -> rows(view, name),
                    inquiry.cancellation()));
  }

  private static OptionalLong rows(SessionView view, TableName name) {
    return view.catalog().table(name).stream()
        .mapToLong(t -> t.rowEstimate())
        .filter(r -> r >= 0)
        .findFirst();
  }

  private static String tooCostly(Inquiry inquiry, CostEstimate estimate) {
    return "the statement is estimated at %s, above nl2sql.maxCost = %s"
            .formatted(estimate.words(), inquiry.settings().text(Setting.MAX_COST))
        + "; ask for less (a period, a filter), or connect with a higher nl2sql.maxCost (0 is no"
        + " limit)";
  }

  @Override
  public void close() {
    gate.close();
  }
}
