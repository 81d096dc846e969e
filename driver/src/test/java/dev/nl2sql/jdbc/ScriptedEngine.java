package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import dev.nl2sql.Clarification;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Option;
import dev.nl2sql.Outcome;
import dev.nl2sql.Settings;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.pipeline.AskRequest;
import dev.nl2sql.pipeline.Engine;
import dev.nl2sql.pipeline.Feedback;
import dev.nl2sql.pipeline.FeedbackResult;
import dev.nl2sql.pipeline.InsideRequest;
import dev.nl2sql.pipeline.Reply;
import dev.nl2sql.pipeline.Session;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * An engine whose questions are written out: {@code rows <SQL>}, {@code cap <n> <SQL>}, {@code warn
 * <SQL>}, {@code end <condition>}, {@code best}, {@code wait}, {@code waitInDatabase}.
 */
final class ScriptedEngine implements Engine {
  static final Clarification BEST =
      new Clarification(
          "best_customer",
          "glossary",
          "What does 'best customer' mean here?",
          List.of(
              new Option(
                  "revenue",
                  "Highest spend",
                  "total value",
                  "ASK 'best' WITH (best_customer = revenue)"),
              new Option(
                  "orders",
                  "Most orders",
                  "number of orders",
                  "ASK 'best' WITH (best_customer = orders)")));

  final List<AskRequest> requests = new CopyOnWriteArrayList<>();
  final CountDownLatch waiting = new CountDownLatch(1);
  final CountDownLatch release = new CountDownLatch(1);
  int refreshed;
  boolean closed;

  @Override
  public Reply ask(AskRequest request, Session session) throws SQLException {
    requests.add(request);
    String text = request.question().text();
    if (text.startsWith("best")) {
      return best(request, session);
    }
    if (text.startsWith("rows ")) {
      return rows(request, session, text.substring(5), OptionalLong.empty(), List.of());
    }
    if (text.startsWith("cap ")) {
      String[] parts = text.split(" ", 3);
      return rows(request, session, parts[2], OptionalLong.of(Long.parseLong(parts[1])), List.of());
    }
    if (text.startsWith("warn ")) {
      return rows(
          request,
          session,
          text.substring(5),
          OptionalLong.empty(),
          List.of(
              new Notice(Condition.UNSAFE_AGGREGATE, "first"),
              new Notice(Condition.ASSUMPTION, "second")));
    }
    if (text.startsWith("end ")) {
      return end(request, ending(Condition.valueOf(text.substring(4))));
    }
    if (text.startsWith("waitInDatabase")) {
      return session.inDatabasePhase(c -> await(request));
    }
    if (text.startsWith("wait")) {
      return await(request);
    }
    return end(request, new Outcome.NotUnderstood("unknown script"));
  }

  /** Puts every question, which is SQL here, in its place and runs the whole. */
  @Override
  public Reply askInside(InsideRequest request, Session session) throws SQLException {
    StringBuilder sql = new StringBuilder(request.parts().get(0).sql());
    List<Optional<Object>> binds = new ArrayList<>(request.parts().get(0).binds());
    for (int i = 0; i < request.questions().size(); i++) {
      AskRequest question = request.questions().get(i);
      requests.add(question);
      if (question.question().text().startsWith("best")) {
        return end(question, new Outcome.NeedsClarification(List.of(BEST)));
      }
      InsideRequest.Part part = request.parts().get(i + 1);
      sql.append('(').append(question.question().text()).append(')').append(part.sql());
      binds.addAll(question.binds());
      binds.addAll(part.binds());
    }
    Answer answer = answer(request.questions().get(0), new Outcome.Answered(), List.of());
    if (request.use() == InsideRequest.Use.FILLING) {
      return new Reply(answer, new Reply.ToRun(sql.toString(), binds));
    }
    return session.inDatabasePhase(
        connection -> {
          PreparedStatement statement = connection.prepareStatement(sql.toString());
          for (int i = 0; i < binds.size(); i++) {
            statement.setObject(i + 1, binds.get(i).orElse(null));
          }
          return new Reply(
              answer, new Reply.DatabaseRows(statement.executeQuery(), OptionalLong.empty()));
        });
  }

  private Reply await(AskRequest request) {
    CountDownLatch fired = new CountDownLatch(1);
    request.cancellation().onFire(fired::countDown);
    waiting.countDown();
    try {
      while (release.getCount() > 0 && fired.getCount() > 0) {
        fired.await(5, java.util.concurrent.TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return request.cancellation().isFired()
        ? end(request, new Outcome.Cancelled(request.cancellation().reason(), "stopped"))
        : end(request, new Outcome.NotUnderstood("released"));
  }

  private static Outcome ending(Condition condition) {
    return switch (condition) {
      case NOT_UNDERSTOOD -> new Outcome.NotUnderstood("why");
      case NOT_ANSWERABLE -> new Outcome.NotAnswerable("why");
      case REFUSED -> new Outcome.Refused("why");
      case CLARIFICATION_REQUIRED -> new Outcome.NeedsClarification(List.of(BEST));
      case TIMEOUT, CANCELLED -> new Outcome.Cancelled(condition, "why");
      default ->
          new Outcome.Failed(condition, "why", Optional.of(new SQLException("theirs", "42P01")));
    };
  }

  private static Reply best(AskRequest request, Session session) throws SQLException {
    Optional<String> chosen =
        request.question().choices().stream().map(c -> c.option()).findFirst();
    if (chosen.isPresent()) {
      return rows(
          request,
          session,
          "SELECT '" + chosen.get() + "' AS chosen",
          OptionalLong.empty(),
          List.of());
    }
    Outcome outcome = new Outcome.NeedsClarification(List.of(BEST));
    if (request.clarify() != AskRequest.ClarifyMode.ASK) {
      return end(request, outcome);
    }
    List<List<Object>> rows = new ArrayList<>();
    for (Option o : BEST.options()) {
      rows.add(
          List.of(
              BEST.term(),
              BEST.source(),
              BEST.prompt(),
              o.id(),
              o.label(),
              o.definition(),
              o.askAgain()));
    }
    RowTable table =
        RowTable.ofTexts(
            List.of("term", "source", "prompt", "option", "label", "definition", "ask_again"),
            rows);
    return new Reply(answer(request, outcome, List.of()), new Reply.OwnRows(table));
  }

  private static Reply rows(
      AskRequest request, Session session, String sql, OptionalLong limit, List<Notice> notices)
      throws SQLException {
    return session.inDatabasePhase(
        connection -> {
          PreparedStatement statement = connection.prepareStatement(sql);
          for (int i = 0; i < request.binds().size(); i++) {
            statement.setObject(i + 1, request.binds().get(i).orElse(null));
          }
          return new Reply(
              answer(request, new Outcome.Answered(), notices),
              new Reply.DatabaseRows(statement.executeQuery(), limit));
        });
  }

  private static Reply end(AskRequest request, Outcome outcome) {
    return new Reply(answer(request, outcome, List.of()), new Reply.NoRows());
  }

  private static Answer answer(AskRequest request, Outcome outcome, List<Notice> notices) {
    return new Answer(
        request.question().text(),
        outcome,
        "generated",
        "scripted",
        Optional.empty(),
        List.of(),
        -1,
        false,
        OptionalLong.empty(),
        Instant.EPOCH,
        List.of(),
        "",
        List.of(),
        Optional.empty(),
        Answer.ResultKind.NONE,
        false,
        false,
        false,
        1,
        1,
        Map.of(),
        0,
        "trace",
        notices);
  }

  @Override
  public RowTable status(Session session, Settings settings) {
    return RowTable.ofTexts(
        List.of("name", "value", "note"), List.of(List.of("product", "H2", "")));
  }

  @Override
  public RowTable glossary(Session session) {
    return RowTable.ofTexts(List.of("kind", "name", "meaning", "source"), List.of());
  }

  @Override
  public RowTable tables(Session session, Settings settings) {
    return RowTable.ofTexts(List.of("schema", "name"), List.of());
  }

  @Override
  public RowTable history(Session session, dev.nl2sql.Settings settings) {
    return RowTable.ofTexts(List.of("id"), List.of());
  }

  @Override
  public RowTable examples(Session session, dev.nl2sql.Settings settings) {
    return RowTable.ofTexts(List.of("kind"), List.of());
  }

  @Override
  public RowTable egress(Session session, dev.nl2sql.Settings settings) {
    return RowTable.ofTexts(List.of("id"), List.of());
  }

  @Override
  public FeedbackResult feedback(
      Feedback feedback,
      Session session,
      dev.nl2sql.Settings settings,
      dev.nl2sql.Cancellation cancellation) {
    return new FeedbackResult(new Outcome.Answered(), List.of());
  }

  @Override
  public void refresh() {
    refreshed++;
  }

  @Override
  public void close() {
    closed = true;
  }
}
