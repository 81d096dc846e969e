package dev.nl2sql.jdbc;

import dev.nl2sql.Answer;
import dev.nl2sql.Cancellation;
import dev.nl2sql.Clarification;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.pipeline.FeedbackResult;
import dev.nl2sql.pipeline.Reply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A statement that answers questions and passes on everything else. After a question its results
 * are those of the question until the next execution.
 */
class QuestionStatement<S extends Statement> extends ForwardingStatement<S>
    implements Nl2SqlStatement {
  /** Apart, so that plain SQL loads no logging. */
  private static final class Log {
    private static final Logger LOG = LoggerFactory.getLogger(QuestionStatement.class);
  }

  private static final long NOTHING_FILLED = -1;

  private final WrappedConnection connection;
  private volatile Statement self = this;
  private volatile Cancellation running;
  private volatile boolean questionLast;

  /** Whether a command without rows has just run: it counts as an update of nothing. */
  private volatile boolean commandLast;

  private volatile ResultSet rows;
  private volatile WrappedResultSet keys;
  private volatile Warnings warnings = Warnings.none();
  private volatile Answer answer;
  private volatile long maxRows;
  private volatile Consumer<String> narration;
  private volatile int timeoutSeconds;
  private volatile boolean closeOnCompletion;
  private volatile long filled = NOTHING_FILLED;

  // Not volatile, for it is written at every execution: threads that share a statement have to
  // agree on their turns anyway, and a wrapper is safe to publish without.
  private WrappedResultSet passedOn;

  // The class of the real driver's rows, once it is found to have no interfaces but JDBC's.
  private Class<?> plainRows;

  // The last text that was found to be ordinary SQL: most programs run the same object again.
  private String ordinary;

  QuestionStatement(S real, WrappedConnection connection) {
    super(real, connection.gate);
    this.connection = connection;
  }

  /** The object the caller holds: this one, or a view with the vendor's interfaces. */
  final Statement self() {
    return self;
  }

  final <T extends Statement> T seenAs(Class<T> type) {
    T view = connection.views().of(type.cast(this), real, type);
    self = view;
    return view;
  }

  final WrappedConnection owner() {
    return connection;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return real.getConnection() == null ? null : connection.self();
  }

  @Override
  public Optional<Answer> answer() {
    return Optional.ofNullable(answer);
  }

  @Override
  public void narrateTo(Consumer<String> listener) {
    narration = listener;
  }

  // Executing

  @Override
  public boolean execute(String sql) throws SQLException {
    if (isOrdinary(sql)) {
      beginPassedOn();
      return super.execute(sql);
    }
    Optional<Command> command = connection.read(sql);
    if (command.isPresent()) {
      return run(command.get(), List.of());
    }
    beginPassedOn();
    boolean hasRows = super.execute(sql);
    connection.ranPlain(sql);
    return hasRows;
  }

  @Override
  public boolean execute(String sql, int keys) throws SQLException {
    Optional<Command> command = connection.read(sql);
    return command.isPresent()
        ? run(command.get(), List.of())
        : passOn(sql, () -> super.execute(sql, keys));
  }

  @Override
  public boolean execute(String sql, int[] keys) throws SQLException {
    Optional<Command> command = connection.read(sql);
    return command.isPresent()
        ? run(command.get(), List.of())
        : passOn(sql, () -> super.execute(sql, keys));
  }

  @Override
  public boolean execute(String sql, String[] keys) throws SQLException {
    Optional<Command> command = connection.read(sql);
    return command.isPresent()
        ? run(command.get(), List.of())
        : passOn(sql, () -> super.execute(sql, keys));
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    if (isOrdinary(sql)) {
      beginPassedOn();
      return passedOn(super.executeQuery(sql));
    }
    Optional<Command> command = connection.read(sql);
    if (command.isPresent()) {
      return query(command.get(), List.of());
    }
    beginPassedOn();
    ResultSet result = passedOn(super.executeQuery(sql));
    connection.ranPlain(sql);
    return result;
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    if (isOrdinary(sql)) {
      beginPassedOn();
      return super.executeUpdate(sql);
    }
    Optional<Command> command = connection.read(sql);
    if (command.isPresent()) {
      return Math.toIntExact(fill(command.get(), List.of(), "executeUpdate"));
    }
    beginPassedOn();
    int count = super.executeUpdate(sql);
    connection.ranPlain(sql);
    return count;
  }

  @Override
  public int executeUpdate(String sql, int keys) throws SQLException {
    refuse(connection.read(sql), "executeUpdate");
    return passOn(sql, () -> super.executeUpdate(sql, keys));
  }

  @Override
  public int executeUpdate(String sql, int[] keys) throws SQLException {
    refuse(connection.read(sql), "executeUpdate");
    return passOn(sql, () -> super.executeUpdate(sql, keys));
  }

  @Override
  public int executeUpdate(String sql, String[] keys) throws SQLException {
    refuse(connection.read(sql), "executeUpdate");
    return passOn(sql, () -> super.executeUpdate(sql, keys));
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    Optional<Command> command = connection.read(sql);
    return command.isPresent()
        ? fill(command.get(), List.of(), "executeLargeUpdate")
        : passOn(sql, () -> super.executeLargeUpdate(sql));
  }

  @Override
  public long executeLargeUpdate(String sql, int keys) throws SQLException {
    refuse(connection.read(sql), "executeLargeUpdate");
    return passOn(sql, () -> super.executeLargeUpdate(sql, keys));
  }

  @Override
  public long executeLargeUpdate(String sql, int[] keys) throws SQLException {
    refuse(connection.read(sql), "executeLargeUpdate");
    return passOn(sql, () -> super.executeLargeUpdate(sql, keys));
  }

  @Override
  public long executeLargeUpdate(String sql, String[] keys) throws SQLException {
    refuse(connection.read(sql), "executeLargeUpdate");
    return passOn(sql, () -> super.executeLargeUpdate(sql, keys));
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    refuse(connection.read(sql), "addBatch");
    super.addBatch(sql);
  }

  @Override
  public int[] executeBatch() throws SQLException {
    beginPassedOn();
    return super.executeBatch();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    beginPassedOn();
    return super.executeLargeBatch();
  }

  @SuppressWarnings("StringEquality") // the same object is the same text, which is all that counts
  private boolean isOrdinary(String sql) {
    if (sql != null && sql == ordinary) {
      return true;
    }
    boolean found = connection.isOrdinary(sql);
    if (found) {
      ordinary = sql;
    }
    return found;
  }

  // Results

  @Override
  public ResultSet getResultSet() throws SQLException {
    return questionLast ? rows : passedOn(super.getResultSet());
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return questionLast ? ownUpdateCount() : super.getUpdateCount();
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    return questionLast ? ownUpdateCount() : super.getLargeUpdateCount();
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return questionLast ? noMoreResults(CLOSE_CURRENT_RESULT) : super.getMoreResults();
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    return questionLast ? noMoreResults(current) : super.getMoreResults(current);
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    if (questionLast) {
      return new RowTableResultSet(
          RowTable.ofTexts(List.of("generated_key"), List.of()), Optional.empty(), this);
    }
    ResultSet theirs = super.getGeneratedKeys();
    WrappedResultSet known = keys;
    if (theirs != null && (known == null || !known.isOf(theirs))) {
      known = HandedOut.keys(theirs, this);
      keys = known;
    }
    return theirs == null ? null : known;
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return warnings.before(super.getWarnings());
  }

  @Override
  public void clearWarnings() throws SQLException {
    warnings = Warnings.none();
    super.clearWarnings();
  }

  // Limits, end

  @Override
  public void setMaxRows(int limit) throws SQLException {
    super.setMaxRows(limit);
    maxRows = limit;
  }

  @Override
  public void setLargeMaxRows(long limit) throws SQLException {
    super.setLargeMaxRows(limit);
    maxRows = limit;
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    super.setQueryTimeout(seconds);
    timeoutSeconds = seconds;
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    super.closeOnCompletion();
    closeOnCompletion = true;
  }

  @Override
  public void cancel() throws SQLException {
    Cancellation question = running;
    if (question != null) {
      question.fire(Condition.CANCELLED);
    } else {
      super.cancel();
    }
  }

  @Override
  public void close() throws SQLException {
    Cancellation question = running;
    if (question != null) {
      question.fire(Condition.CANCELLED);
    }
    closeRows();
    super.close();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type == Answer.class && answer != null) {
      return type.cast(answer);
    }
    return RealObjects.unwrap(self, real, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return (type == Answer.class && answer != null) || RealObjects.isWrapperFor(self, real, type);
  }

  @Override
  public String toString() {
    return real.toString();
  }

  /** The rows of the last question; null if there are none. */
  final ResultSet questionRows() {
    return rows;
  }

  /** Told by the rows of a question when they are closed. */
  final void resultClosed(ResultSet closed) throws SQLException {
    if (closeOnCompletion && closed == rows && questionLast) {
      rows = null;
      close();
    }
  }

  // For prepared statements

  /** Passes an execution on; the results of an earlier question end. */
  final <T> T passOn(String sql, Execution<T> execution) throws SQLException {
    beginPassedOn();
    T result = execution.run();
    connection.ranPlain(sql);
    return result;
  }

  final ResultSet passedOn(ResultSet result) {
    if (result == null) {
      return null;
    }
    WrappedResultSet known = passedOn;
    if (known == null || !known.isOf(result)) {
      known = result.getClass() == plainRows ? plain(result) : shaped(result);
      passedOn = known;
    }
    return known;
  }

  private WrappedResultSet plain(ResultSet result) {
    return new WrappedResultSet(result, self, gate);
  }

  /**
   * Rows with the vendor's interfaces. Where class loaders allow no class for them there are none:
   * a view would cost something for each value.
   */
  private WrappedResultSet shaped(ResultSet result) {
    VendorShape shape = connection.views().shape(WrappedResultSet.class, result, ResultSet.class);
    if (shape.isMade()) {
      return (WrappedResultSet) shape.make(result, self, gate);
    }
    plainRows = result.getClass();
    return plain(result);
  }

  final ResultSet query(Command command, List<Optional<Object>> binds) throws SQLException {
    if (!run(command, binds)) {
      throw Conditions.exception(
          Condition.MISPLACED, "this command returns no rows; run it with execute");
    }
    return rows;
  }

  /** Runs a command of our own; true if it has rows. */
  final boolean run(Command command, List<Optional<Object>> binds) throws SQLException {
    demandReadable();
    beginOwn();
    Cancellation cancellation = new Cancellation();
    running = cancellation;
    try {
      return perform(command, caller(binds, cancellation));
    } finally {
      running = null;
    }
  }

  /** Runs a statement that fills a table from questions; the number of rows. */
  final long fill(Command command, List<Optional<Object>> binds, String method)
      throws SQLException {
    boolean fills =
        command instanceof Command.Inside inside && inside.whole() == TablePlaces.Whole.FILLING;
    if (!fills) {
      refuse(Optional.of(command), method);
    }
    run(command, binds);
    return filled;
  }

  static void refuse(Optional<Command> command, String method) throws SQLException {
    if (command.isPresent()) {
      throw Conditions.exception(
          Condition.MISPLACED, "a question cannot stand in " + method + "; use executeQuery");
    }
  }

  private boolean perform(Command command, Caller caller) throws SQLException {
    ConnectionQuestions questions = connection.questions();
    if (command instanceof Command.Ask ask) {
      return take(questions.ask(ask, caller));
    }
    if (command instanceof Command.Inside inside) {
      Reply reply = questions.askInside(inside, caller);
      return reply.rows() instanceof Reply.ToRun statement
          ? fill(reply.answer(), statement, caller)
          : take(reply);
    }
    if (command instanceof Command.Clarify clarify) {
      return take(questions.clarify(clarify.choices(), caller));
    }
    if (command instanceof Command.ClarifyRow clarify) {
      return take(questions.clarify(clarify.row(), caller));
    }
    if (command instanceof Command.Show show) {
      RowTable table = questions.show(show.topic(), caller.cancellation());
      rows = new RowTableResultSet(table, Optional.empty(), this);
      return true;
    }
    if (command instanceof Command.Feedback feedback) {
      take(questions.feedback(feedback, caller.cancellation()));
    } else if (command instanceof Command.Set set) {
      questions.set(set.name(), set.value());
    } else {
      questions.refresh();
    }
    commandLast = true;
    return false;
  }

  private void take(FeedbackResult result) throws SQLException {
    warnings = new Warnings(result.notices().stream().map(Conditions::warning).toList());
    Optional<SQLException> failure = Conditions.exception(result.outcome());
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  private boolean take(Reply reply) throws SQLException {
    answer = reply.answer();
    Outcome outcome = answer.outcome();
    warnings = new Warnings(warningsOf(answer));
    Optional<SQLException> failure = Conditions.exception(outcome);
    if (failure.isPresent()) {
      throw failure.get();
    }
    if (reply.rows() instanceof Reply.DatabaseRows database) {
      OptionalLong limit = database.limit();
      rows =
          limit.isPresent()
              ? new LimitedResultSet(database.resultSet(), answer, this, limit.getAsLong())
              : new QuestionResultSet(database.resultSet(), answer, this);
    } else if (reply.rows() instanceof Reply.StreamedRows streamed) {
      rows = new StreamedResultSet(streamed.resultSet(), answer, this, streamed.limit());
    } else if (reply.rows() instanceof Reply.OwnRows own) {
      rows = new RowTableResultSet(own.table(), Optional.of(answer), this);
    } else if (outcome instanceof Outcome.NeedsClarification needed) {
      throw Conditions.clarificationRequired(needed.clarifications());
    }
    tellIfOnlyForwards();
    return rows != null;
  }

  /** A cursor wished for but not given is told, as JDBC demands. */
  private void tellIfOnlyForwards() throws SQLException {
    boolean wished = real.getResultSetType() != ResultSet.TYPE_FORWARD_ONLY;
    if (wished && rows != null && rows.getType() == ResultSet.TYPE_FORWARD_ONLY) {
      List<SQLWarning> more = new ArrayList<>(warningsOf(answer));
      more.add(
          Conditions.warning(
              new Notice(
                  Condition.DEGRADED,
                  "the rows of this answer can only be read forwards, although a scrollable"
                      + " cursor was asked for")));
      warnings = new Warnings(more);
    }
  }

  /** Adds what is known only while the rows are read. */
  final void say(Notice notice) {
    warnings = warnings.with(Conditions.warning(notice));
  }

  private boolean fill(Answer about, Reply.ToRun statement, Caller caller) throws SQLException {
    answer = about;
    warnings = new Warnings(warningsOf(about));
    gate.enter();
    try (PreparedStatement filling = connection.delegate().prepareStatement(statement.sql())) {
      Cancellation.Registration registration =
          caller.cancellation().onFire(() -> cancelQuietly(filling));
      try {
        for (int i = 0; i < statement.binds().size(); i++) {
          filling.setObject(i + 1, statement.binds().get(i).orElse(null));
        }
        filling.setQueryTimeout(timeoutSeconds);
        filled = filling.executeUpdate();
      } finally {
        registration.close();
      }
    } finally {
      gate.leave();
    }
    connection.ranPlain(statement.sql());
    return false;
  }

  private static void cancelQuietly(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      Log.LOG.debug("the statement could not be cancelled", e);
    }
  }

  private static List<SQLWarning> warningsOf(Answer answer) {
    List<SQLWarning> all = new ArrayList<>();
    boolean said = answer.notices().stream().anyMatch(n -> n.clarification().isPresent());
    if (!said && answer.outcome() instanceof Outcome.NeedsClarification needed) {
      for (Clarification clarification : needed.clarifications()) {
        all.add(Conditions.warning(clarification));
      }
    }
    for (Notice notice : answer.notices()) {
      all.add(Conditions.warning(notice));
    }
    return all;
  }

  private Caller caller(List<Optional<Object>> binds, Cancellation cancellation) {
    return new Caller(
        binds,
        maxRows > 0 ? OptionalLong.of(maxRows) : OptionalLong.empty(),
        timeout(),
        cancellation,
        this instanceof PreparedStatement,
        Optional.ofNullable(narration));
  }

  /** The shorter one of the statement's and the network's limit. */
  private Optional<Duration> timeout() {
    return Stream.of(Duration.ofSeconds(timeoutSeconds), connection.networkTimeout())
        .filter(limit -> !limit.isZero())
        .min(Duration::compareTo);
  }

  /** Fails as the real statement does when it is closed, and for updatable result sets. */
  private void demandReadable() throws SQLException {
    if (real.getResultSetConcurrency() == ResultSet.CONCUR_UPDATABLE) {
      throw Conditions.exception(
          Condition.MISPLACED, "the answer to a question cannot be an updatable result set");
    }
    if (real.isClosed()) {
      throw Conditions.exception(Condition.MISPLACED, "the statement is closed");
    }
  }

  private void beginOwn() throws SQLException {
    closeRows();
    WrappedResultSet older = passedOn;
    passedOn = null;
    if (older != null && !closeOnCompletion) {
      older.closeReal();
    }
    super.clearWarnings();
    warnings = Warnings.none();
    answer = null;
    commandLast = false;
    filled = NOTHING_FILLED;
    questionLast = true;
  }

  final void beginPassedOn() throws SQLException {
    if (questionLast) {
      closeRows();
      warnings = Warnings.none();
      questionLast = false;
    }
  }

  private void closeRows() throws SQLException {
    ResultSet open = rows;
    rows = null;
    if (open != null) {
      open.close();
    }
  }

  private int ownUpdateCount() {
    return commandLast ? 0 : Math.toIntExact(filled);
  }

  private boolean noMoreResults(int current) throws SQLException {
    commandLast = false;
    ResultSet open = rows;
    rows = null;
    filled = NOTHING_FILLED;
    if (open != null && current != KEEP_CURRENT_RESULT) {
      open.close();
    }
    return false;
  }

  /** An execution on the real statement. */
  @FunctionalInterface
  interface Execution<T> {
    T run() throws SQLException;
  }
}
