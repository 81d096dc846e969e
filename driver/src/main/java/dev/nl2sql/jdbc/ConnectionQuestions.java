package dev.nl2sql.jdbc;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Choice;
import dev.nl2sql.Clarification;
import dev.nl2sql.Condition;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Option;
import dev.nl2sql.Outcome;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.pipeline.AskRequest;
import dev.nl2sql.pipeline.AskRequest.ClarifyMode;
import dev.nl2sql.pipeline.Engine;
import dev.nl2sql.pipeline.Feedback;
import dev.nl2sql.pipeline.FeedbackResult;
import dev.nl2sql.pipeline.InsideRequest;
import dev.nl2sql.pipeline.Reply;
import dev.nl2sql.pipeline.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * What one connection knows of its questions: the settings of its session, the question that waits
 * for a choice, the questions under way. Thread-safe.
 */
final class ConnectionQuestions {
  private static final Set<Setting> CHANGEABLE =
      Set.of(
          Setting.CLARIFY,
          Setting.AS_OF_DATE,
          Setting.TIME_ZONE,
          Setting.MIN_CONFIDENCE,
          Setting.MAX_ROWS,
          Setting.MAX_ATTEMPTS);
  private static final String FROM_MODEL = "model";

  private final Connection real;
  private final ConnectionGate gate;
  private final EngineRegistry.Lease lease;
  private final Delay delay;
  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();
  private volatile Settings connected;
  private volatile Settings settings;
  private volatile boolean complete;
  private volatile Optional<Pending> pending = Optional.empty();

  /** History id of the last question. */
  private volatile Optional<String> last = Optional.empty();

  ConnectionQuestions(
      Connection real,
      ConnectionGate gate,
      Settings settings,
      EngineRegistry.Lease lease,
      Delay delay) {
    this.real = real;
    this.gate = gate;
    this.connected = settings;
    this.settings = settings;
    this.lease = lease;
    this.delay = delay;
  }

  /** A question that waits for a choice, with the parameters it was asked with. */
  private record Pending(
      Command.Ask ask, List<Optional<Object>> binds, List<Clarification> clarifications) {

    List<Choice> rows() {
      return clarifications.stream()
          .flatMap(c -> c.options().stream().map(o -> choice(c, o)))
          .toList();
    }

    private static Choice choice(Clarification clarification, Option option) {
      Optional<String> definition =
          clarification.source().equals(FROM_MODEL)
              ? Optional.of(option.definition())
              : Optional.empty();
      return new Choice(clarification.term(), option.id(), definition);
    }
  }

  /** Asks a new question; an older one no longer waits for a choice. */
  Reply ask(Command.Ask ask, Caller caller) throws SQLException {
    pending = Optional.empty();
    return answer(ask, caller);
  }

  /**
   * Answers the questions inside a statement. One that needs a choice fails, with its options: the
   * statement has no place for them, and no question waits.
   */
  Reply askInside(Command.Inside inside, Caller caller) throws SQLException {
    pending = Optional.empty();
    complete();
    Settings now = settings;
    demandAllowed(inside, now.text(Setting.IN_SQL));
    InsideRequest request =
        new InsideBinds(caller.binds()).request(inside, q -> request(q, now, caller));
    return underWay(caller, (engine, session) -> engine.askInside(request, session));
  }

  private static AskRequest request(InsideBinds.Bound question, Settings now, Caller caller) {
    ClarifyMode mode = clarifyMode(now, caller.prepared());
    return new AskRequest(
        question.ask().question(),
        AskRequest.Mode.RUN,
        now,
        mode == ClarifyMode.ASK ? ClarifyMode.FAIL : mode,
        question.binds(),
        caller.maxRows(),
        caller.timeout(),
        caller.cancellation());
  }

  private static void demandAllowed(Command.Inside inside, String allowed) throws SQLException {
    if (inside.hasMore()) {
      throw notUnderstood(
          "there is text after the end of the statement; send one statement at a time");
    }
    if (allowed.equals("off")) {
      throw misplaced("questions inside SQL are switched off (nl2sql.inSql=off)");
    }
    if (inside.whole() == TablePlaces.Whole.OTHER) {
      throw misplaced(
          "a question inside SQL can stand in one SELECT only,"
              + " or with nl2sql.inSql=all in INSERT … SELECT and CREATE TABLE … AS");
    }
    if (inside.whole() == TablePlaces.Whole.FILLING && !allowed.equals("all")) {
      throw misplaced(
          "a question inside INSERT … SELECT or CREATE TABLE … AS needs nl2sql.inSql=all");
    }
  }

  private static SQLException misplaced(String message) {
    return Conditions.exception(Condition.MISPLACED, message);
  }

  /** Answers the waiting question with choices. */
  Reply clarify(List<Choice> chosen, Caller caller) throws SQLException {
    Pending waiting = waiting();
    List<Choice> all = new ArrayList<>(waiting.ask().question().choices());
    for (Choice choice : chosen) {
      all.removeIf(c -> c.term().equals(choice.term()));
      all.add(known(waiting, choice));
    }
    Command.Ask again =
        new Command.Ask(
            waiting.ask().mode(),
            waiting.ask().question().withChoices(all),
            waiting.ask().parameters());
    Caller withBinds =
        new Caller(
            waiting.binds(),
            caller.maxRows(),
            caller.timeout(),
            caller.cancellation(),
            caller.prepared(),
            caller.narration());
    Reply reply = answer(again, withBinds);
    if (isAnswered(reply)) {
      pending = Optional.empty();
    }
    return reply;
  }

  /** Answers the waiting question with the option of this row, from 1. */
  Reply clarify(int row, Caller caller) throws SQLException {
    List<Choice> rows = waiting().rows();
    if (row < 1 || row > rows.size()) {
      throw notUnderstood(
          "CLARIFY %d: the last options have the numbers 1 to %d".formatted(row, rows.size()));
    }
    return clarify(List.of(rows.get(row - 1)), caller);
  }

  RowTable show(Command.Show.Topic topic, Cancellation cancellation) throws SQLException {
    complete();
    return switch (topic) {
      case STATUS -> withEngine(cancellation, (e, s) -> e.status(s, settings));
      case GLOSSARY -> withEngine(cancellation, (e, s) -> e.glossary(s));
      case TABLES -> withEngine(cancellation, (e, s) -> e.tables(s, settings));
      case SETTINGS -> settingRows();
      case PENDING -> pendingRows();
      case HISTORY -> withEngine(cancellation, (e, s) -> e.history(s, settings));
      case EXAMPLES -> withEngine(cancellation, (e, s) -> e.examples(s, settings));
      case EGRESS -> withEngine(cancellation, (e, s) -> e.egress(s, settings));
    };
  }

  /** Keeps what the user says of an answer: of the one named, else of the last one here. */
  FeedbackResult feedback(Command.Feedback feedback, Cancellation cancellation)
      throws SQLException {
    complete();
    Optional<String> id = feedback.id().or(() -> last);
    if (id.isEmpty()) {
      throw notUnderstood(
          "no question was asked on this connection; name one with NL FEEDBACK FOR id, as SHOW NL"
              + " HISTORY lists it");
    }
    Feedback said = new Feedback(id.get(), feedback.verdict(), feedback.sql());
    return withEngine(cancellation, (e, s) -> e.feedback(said, s, settings, cancellation));
  }

  void refresh() {
    lease.refreshIfOpen();
  }

  /** Changes a setting for this connection, until it is given back. */
  void set(String name, String value) throws SQLException {
    complete();
    try {
      Setting setting = Settings.find(name);
      if (!CHANGEABLE.contains(setting)) {
        throw new ConfigurationException(
            "NL SET cannot change '%s'; it changes only %s"
                .formatted(setting.shortName(), changeableNames()));
      }
      Settings changed = settings.with(setting, value);
      if (setting == Setting.MAX_ATTEMPTS && changed.count(setting) > connected.count(setting)) {
        throw new ConfigurationException(
            "NL SET changes maxAttempts only downwards; the connection has %d"
                .formatted(connected.count(setting)));
      }
      settings = changed;
    } catch (ConfigurationException e) {
      throw Conditions.badConfiguration(e);
    }
  }

  /** Forgets what belongs to one user of the connection. */
  void dropSession() {
    pending = Optional.empty();
    last = Optional.empty();
    settings = connected;
  }

  /** Stops the questions under way; waits for nothing. */
  void cancelAll() {
    for (Cancellation cancellation : running) {
      cancellation.fire(Condition.CANCELLED);
    }
  }

  void close() {
    cancelAll();
    dropSession();
    lease.release();
  }

  private Reply answer(Command.Ask ask, Caller caller) throws SQLException {
    complete();
    Settings now = settings;
    AskRequest request =
        new AskRequest(
            ask.question(),
            ask.mode(),
            now,
            clarifyMode(now, caller.prepared()),
            caller.binds(),
            caller.maxRows(),
            caller.timeout(),
            caller.cancellation(),
            caller.narration());
    Reply reply = underWay(caller, (engine, session) -> engine.ask(request, session));
    if (reply.answer().outcome() instanceof Outcome.NeedsClarification needed) {
      pending = Optional.of(new Pending(ask, caller.binds(), needed.clarifications()));
    }
    return reply;
  }

  private Reply underWay(Caller caller, EngineWork<Reply> work) throws SQLException {
    Cancellation cancellation = caller.cancellation();
    Optional<Delay.Scheduled> deadline =
        caller.timeout().map(t -> delay.after(t, () -> cancellation.fire(Condition.TIMEOUT)));
    try {
      Reply reply = withEngine(cancellation, work);
      last = Optional.of(reply.answer().traceId());
      return reply;
    } finally {
      deadline.ifPresent(Delay.Scheduled::close);
    }
  }

  /** A config file that could not be used when the connection was opened is told here. */
  private void complete() throws SQLException {
    if (!complete) {
      try {
        connected = ConfigFile.complete(connected);
        settings = connected;
        complete = true;
      } catch (ConfigurationException e) {
        throw Conditions.badConfiguration(e);
      }
    }
  }

  /** Work of the engine for this connection. */
  @FunctionalInterface
  private interface EngineWork<T> {
    T run(Engine engine, Session session) throws SQLException;
  }

  private <T> T withEngine(Cancellation cancellation, EngineWork<T> work) throws SQLException {
    running.add(cancellation);
    try {
      return work.run(lease.engine(cancellation), new GatedSession(real, gate, cancellation));
    } catch (ConfigurationException e) {
      throw Conditions.badConfiguration(e);
    } catch (CancellationException e) {
      Condition reason = cancellation.reason();
      throw Conditions.exception(
          reason,
          reason == Condition.TIMEOUT
              ? "the query timeout passed before the question was answered"
              : "the question was cancelled",
          e);
    } finally {
      running.remove(cancellation);
    }
  }

  private static ClarifyMode clarifyMode(Settings settings, boolean prepared) {
    return switch (settings.text(Setting.CLARIFY)) {
      case "ask" -> ClarifyMode.ASK;
      case "fail" -> ClarifyMode.FAIL;
      case "assume" -> ClarifyMode.ASSUME;
      case "off" -> ClarifyMode.OFF;
      default -> prepared ? ClarifyMode.FAIL : ClarifyMode.ASK;
    };
  }

  private Pending waiting() throws SQLException {
    return pending.orElseThrow(
        () ->
            notUnderstood(
                "no question of this connection waits for a choice; ask the question again"));
  }

  private static Choice known(Pending waiting, Choice choice) throws SQLException {
    if (waiting.clarifications().stream().noneMatch(c -> c.term().equals(choice.term()))) {
      String terms =
          waiting.clarifications().stream()
              .map(Clarification::term)
              .collect(Collectors.joining(", "));
      throw notUnderstood(
          "CLARIFY %s: the waiting question asks for %s".formatted(choice.term(), terms));
    }
    return waiting.rows().stream()
        .filter(c -> c.term().equals(choice.term()) && c.option().equals(choice.option()))
        .findFirst()
        .orElse(choice);
  }

  private static boolean isAnswered(Reply reply) {
    Outcome outcome = reply.answer().outcome();
    return outcome instanceof Outcome.Answered || outcome instanceof Outcome.Explained;
  }

  private RowTable settingRows() {
    Settings now = settings;
    List<List<Object>> rows =
        Arrays.stream(Setting.values())
            .map(s -> List.<Object>of(s.shortName(), now.shown(s), note(now, s)))
            .toList();
    return RowTable.ofTexts(List.of("name", "value", "note"), rows);
  }

  private String note(Settings now, Setting setting) {
    if (!now.text(setting).equals(connected.text(setting))) {
      return "set by NL SET";
    }
    return now.isGiven(setting) ? "given" : "default";
  }

  private RowTable pendingRows() {
    List<List<Object>> rows = new ArrayList<>();
    for (Clarification c : pending.map(Pending::clarifications).orElse(List.of())) {
      for (Option o : c.options()) {
        rows.add(
            List.of(
                c.term(), c.source(), c.prompt(), o.id(), o.label(), o.definition(), o.askAgain()));
      }
    }
    return RowTable.ofTexts(
        List.of("term", "source", "prompt", "option", "label", "definition", "ask_again"), rows);
  }

  private static String changeableNames() {
    return CHANGEABLE.stream().map(Setting::shortName).sorted().collect(Collectors.joining(", "));
  }

  private static SQLException notUnderstood(String message) {
    return Conditions.exception(Condition.NOT_UNDERSTOOD, message);
  }
}
