package dev.nl2sql.pipeline;

import dev.nl2sql.Answer;
import dev.nl2sql.Condition;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Outcome;
import dev.nl2sql.WithoutMessage;
import dev.nl2sql.answer.OptionTable;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.execute.BudgetSpentException;
import dev.nl2sql.execute.ConnectionBrokenException;
import dev.nl2sql.execute.SandboxRefusedException;
import dev.nl2sql.execute.StatementCancelledException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one step every question passes on its way out: whatever happened becomes exactly one outcome.
 * Only what concerns the connection itself leaves as the database's own exception.
 */
final class Finish {
  private static final Logger LOG = LoggerFactory.getLogger(Finish.class);

  private final Recorder recorder;

  Finish(Recorder recorder) {
    this.recorder = recorder;
  }

  Reply once(Inquiry inquiry, Callable<Reply> work) throws SQLException {
    Reply reply = reply(inquiry, work);
    record(inquiry, reply.answer());
    LOG.debug(
        "[{}] ended: {}",
        reply.answer().traceId(),
        reply.answer().outcome().getClass().getSimpleName());
    return reply;
  }

  /** What is remembered of a question never changes how it ended. */
  private void record(Inquiry inquiry, Answer answer) {
    try {
      recorder.record(inquiry, answer);
    } catch (RuntimeException e) {
      LOG.warn("[{}] the question is not remembered", answer.traceId(), e);
    }
  }

  private Reply reply(Inquiry inquiry, Callable<Reply> work) throws SQLException {
    try {
      return work.call();
    } catch (ConnectionBrokenException e) {
      inquiry.session().markBroken();
      return ended(inquiry, stopped(inquiry, e.reason(), e.getMessage()));
    } catch (StatementCancelledException e) {
      return ended(inquiry, stopped(inquiry, e.reason(), "the statement was cancelled"));
    } catch (BudgetSpentException e) {
      return ended(inquiry, failed(Condition.BUDGET_SPENT, e.getMessage()));
    } catch (SandboxRefusedException e) {
      return ended(inquiry, new Outcome.Refused(e.getMessage()));
    } catch (SQLException e) {
      if (concernsTheConnection(e)) {
        record(inquiry, inquiry.draft().toAnswer(lost(e)));
        throw e;
      }
      return ended(inquiry, refusedByDatabase(inquiry, e));
    } catch (Exception | StackOverflowError e) {
      return ended(inquiry, outcome(inquiry, e));
    }
  }

  private static Reply ended(Inquiry inquiry, Outcome outcome) {
    Answer answer = inquiry.draft().toAnswer(outcome);
    if (outcome instanceof Outcome.NeedsClarification needed
        && inquiry.request().clarify() == AskRequest.ClarifyMode.ASK) {
      return new Reply(answer, new Reply.OwnRows(options(inquiry, needed)));
    }
    return new Reply(answer, new Reply.NoRows());
  }

  private static RowTable options(Inquiry inquiry, Outcome.NeedsClarification needed) {
    return inquiry.request().mode() == AskRequest.Mode.EXPLAIN
        ? Explainer.openQuestion(inquiry, needed)
        : OptionTable.of(needed.clarifications());
  }

  private static Outcome outcome(Inquiry inquiry, Throwable thrown) {
    if (thrown instanceof Ending ending) {
      return shown(inquiry, ending.outcome());
    }
    if (thrown instanceof CancellationException || inquiry.cancellation().isFired()) {
      return stopped(inquiry);
    }
    if (thrown instanceof ConfigurationException) {
      return failed(Condition.BAD_CONFIGURATION, thrown.getMessage());
    }
    LOG.warn(
        "[{}] unexpected failure",
        inquiry.draft().trace().id(),
        inquiry.draft().exposesSql() ? thrown : WithoutMessage.of(thrown));
    return failed(
        Condition.NOT_UNDERSTOOD,
        "the question could not be translated because of an internal fault (%s, trace %s)"
            .formatted(thrown.getClass().getSimpleName(), inquiry.draft().trace().id()));
  }

  /** Why a statement was refused names parts of it. */
  private static Outcome shown(Inquiry inquiry, Outcome outcome) {
    return outcome instanceof Outcome.Refused && !inquiry.draft().exposesSql()
        ? new Outcome.Refused("the guard refused the generated statement")
        : outcome;
  }

  private static Outcome stopped(Inquiry inquiry) {
    if (!inquiry.cancellation().isFired()) {
      return failed(
          Condition.BUDGET_SPENT,
          "understanding the question took longer than nl2sql.timeBudget allows");
    }
    Condition reason = inquiry.cancellation().reason();
    return new Outcome.Cancelled(
        reason,
        reason == Condition.TIMEOUT
            ? "the query timeout passed before the question was answered"
            : "the question was cancelled");
  }

  private static Outcome stopped(Inquiry inquiry, Condition reason, String message) {
    return reason == Condition.BUDGET_SPENT
        ? failed(reason, message)
        : inquiry.cancellation().isFired()
            ? stopped(inquiry)
            : new Outcome.Cancelled(reason, message);
  }

  private static Outcome refusedByDatabase(Inquiry inquiry, SQLException e) {
    if (inquiry.cancellation().isFired()) {
      return stopped(inquiry);
    }
    if (!inquiry.draft().exposesSql()) {
      return failed(
          Condition.DATABASE_REFUSED,
          "the database refused the generated statement (SQLState %s)".formatted(e.getSQLState()));
    }
    return new Outcome.Failed(
        Condition.DATABASE_REFUSED,
        "the database refused the generated statement: " + e.getMessage(),
        Optional.of(e));
  }

  private static Outcome lost(SQLException e) {
    return new Outcome.Failed(
        Condition.DATABASE_REFUSED, "the connection was lost", Optional.of(e));
  }

  private static Outcome failed(Condition condition, String reason) {
    return new Outcome.Failed(condition, reason, Optional.empty());
  }

  /** Lost connections, shut-downs and transactions that already failed before the question. */
  static boolean concernsTheConnection(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.startsWith("08") || state.startsWith("57P0") || state.equals("25P02");
  }
}
