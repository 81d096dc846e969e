package dev.nl2sql.jdbc;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The real connection, able to answer questions. Everything else is passed on. */
class WrappedConnection extends ForwardingConnection implements Nl2SqlConnection {
  private final SessionGrammar grammar;
  private final VendorViews views;
  private final ConnectionQuestions questions;
  private volatile Connection self = this;
  private volatile WrappedDatabaseMetaData metaData;
  private volatile HandedOut handedOut;
  private volatile Duration networkTimeout = Duration.ZERO;

  WrappedConnection(
      Connection real,
      ConnectionGate gate,
      SessionGrammar grammar,
      ConnectionQuestions questions,
      VendorViews views) {
    super(real, gate);
    this.grammar = grammar;
    this.views = views;
    this.questions = questions;
  }

  /** The object to hand out: this one, or a view with the vendor's interfaces. */
  final Connection view() {
    self = views.of(this, real, Nl2SqlConnection.class);
    return self;
  }

  /** Ours around a real connection, with the vendor's interfaces. */
  static Connection around(
      Connection real,
      ConnectionGate gate,
      SessionGrammar grammar,
      ConnectionQuestions questions,
      VendorViews views) {
    VendorShape shape = views.shape(WrappedConnection.class, real, Nl2SqlConnection.class);
    WrappedConnection ours =
        shape.isMade()
            ? (WrappedConnection) shape.make(real, gate, grammar, questions, views)
            : new WrappedConnection(real, gate, grammar, questions, views);
    return ours.view();
  }

  final Connection self() {
    return self;
  }

  final VendorViews views() {
    return views;
  }

  final ConnectionQuestions questions() {
    return questions;
  }

  /** What was handed out for objects the real driver made by itself. */
  final HandedOut handedOut() {
    HandedOut made = handedOut;
    if (made == null) {
      synchronized (this) {
        made = handedOut == null ? new HandedOut(this) : handedOut;
        handedOut = made;
      }
    }
    return made;
  }

  @Override
  public Connection delegate() {
    return real;
  }

  final Optional<Command> read(String sql) throws SQLException {
    return grammar.read(sql);
  }

  /** Whether it is plain SQL that changes nothing questions rest on, whenever it runs. */
  final boolean isOrdinary(String sql) {
    return sql != null && grammar.isPlainAtAGlance(sql) && !PlainSql.mayChange(sql);
  }

  /** Told after plain SQL has run, for some statements change what questions rest on. */
  final void ranPlain(String sql) {
    if (!PlainSql.mayChange(sql)) {
      return;
    }
    if (PlainSql.changesUser(sql)) {
      questions.dropSession();
    } else if (PlainSql.changesSchema(sql)) {
      grammar.schemaChanged();
      questions.refresh();
    }
  }

  @Override
  public Statement createStatement() throws SQLException {
    return statement(super.createStatement());
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    return statement(super.createStatement(type, concurrency));
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    return statement(super.createStatement(type, concurrency, holdability));
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    Optional<Command> read = grammar.readPrepared(sql);
    return read.isPresent()
        ? question(read.get(), sql)
        : prepared(super.prepareStatement(sql), sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
    Optional<Command> read = grammar.readPrepared(sql);
    return read.isPresent()
        ? question(read.get(), sql)
        : prepared(super.prepareStatement(sql, keys), sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] keys) throws SQLException {
    Optional<Command> read = grammar.readPrepared(sql);
    return read.isPresent()
        ? question(read.get(), sql)
        : prepared(super.prepareStatement(sql, keys), sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] keys) throws SQLException {
    Optional<Command> read = grammar.readPrepared(sql);
    return read.isPresent()
        ? question(read.get(), sql)
        : prepared(super.prepareStatement(sql, keys), sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    Optional<Command> read = grammar.readPrepared(sql);
    return read.isPresent()
        ? question(read.get(), sql, type, concurrency)
        : prepared(super.prepareStatement(sql, type, concurrency), sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    Optional<Command> read = grammar.readPrepared(sql);
    return read.isPresent()
        ? question(read.get(), sql, type, concurrency)
        : prepared(super.prepareStatement(sql, type, concurrency, holdability), sql);
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    QuestionStatement.refuse(read(sql), "prepareCall");
    return callable(super.prepareCall(sql), sql);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    QuestionStatement.refuse(read(sql), "prepareCall");
    return callable(super.prepareCall(sql, type, concurrency), sql);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    QuestionStatement.refuse(read(sql), "prepareCall");
    return callable(super.prepareCall(sql, type, concurrency, holdability), sql);
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    DatabaseMetaData now = super.getMetaData();
    if (now == null) {
      return null;
    }
    WrappedDatabaseMetaData known = metaData;
    if (known == null || !known.isOf(now)) {
      known = WrappedDatabaseMetaData.of(now, this);
      metaData = known;
    }
    return known.self();
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    return read(sql).isPresent() ? sql : super.nativeSQL(sql);
  }

  @Override
  public boolean isValid(int seconds) throws SQLException {
    return !gate.isBroken() && super.isValid(seconds);
  }

  /** Bounds questions as well, for a model is beyond a network too. */
  @Override
  public void setNetworkTimeout(Executor executor, int millis) throws SQLException {
    super.setNetworkTimeout(executor, millis);
    networkTimeout = Duration.ofMillis(millis);
  }

  /** The time after which the caller gives the network up; zero for never. */
  final Duration networkTimeout() {
    return networkTimeout;
  }

  @Override
  public void clearWarnings() throws SQLException {
    questions.dropSession();
    super.clearWarnings();
  }

  @Override
  public void endRequest() throws SQLException {
    questions.dropSession();
    super.endRequest();
  }

  @Override
  public void close() throws SQLException {
    questions.close();
    super.close();
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    questions.close();
    super.abort(executor);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return RealObjects.unwrap(self, real, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return RealObjects.isWrapperFor(self, real, type);
  }

  @Override
  public String toString() {
    return real.toString();
  }

  /** Ours for a statement of the real driver. */
  final Statement statement(Statement made) {
    if (made == null) {
      return null;
    }
    VendorShape shape = views.shape(QuestionStatement.class, made, Nl2SqlStatement.class);
    QuestionStatement<?> ours =
        shape.isMade()
            ? (QuestionStatement<?>) shape.make(made, this)
            : new QuestionStatement<>(made, this);
    return ours.seenAs(Nl2SqlStatement.class);
  }

  /** Ours for a prepared statement of the real driver. */
  final PreparedStatement prepared(PreparedStatement made, String sql) {
    if (made == null) {
      return null;
    }
    VendorShape shape = views.shape(WrappedPreparedStatement.class, made, PreparedStatement.class);
    WrappedPreparedStatement<?> ours =
        shape.isMade()
            ? (WrappedPreparedStatement<?>) shape.make(made, this, sql)
            : new WrappedPreparedStatement<>(made, this, sql);
    return ours.seenAs(PreparedStatement.class);
  }

  /** Ours for a callable statement of the real driver. */
  final CallableStatement callable(CallableStatement made, String sql) {
    if (made == null) {
      return null;
    }
    VendorShape shape = views.shape(WrappedCallableStatement.class, made, CallableStatement.class);
    WrappedCallableStatement ours =
        shape.isMade()
            ? (WrappedCallableStatement) shape.make(made, this, sql)
            : new WrappedCallableStatement(made, this, sql);
    return ours.seenAs(CallableStatement.class);
  }

  private PreparedStatement question(Command command, String sql) throws SQLException {
    return question(super.createStatement(), command, sql);
  }

  private PreparedStatement question(Statement made, Command command, String sql) {
    VendorShape shape = views.shape(QuestionPreparedStatement.class, made, PreparedStatement.class);
    QuestionPreparedStatement ours =
        shape.isMade()
            ? (QuestionPreparedStatement) shape.make(made, this, command, sql)
            : new QuestionPreparedStatement(made, this, command, sql);
    return ours.seenAs(PreparedStatement.class);
  }

  private PreparedStatement question(Command command, String sql, int type, int concurrency)
      throws SQLException {
    if (concurrency == ResultSet.CONCUR_UPDATABLE) {
      QuestionStatement.refuse(Optional.of(command), "an updatable result set");
    }
    return question(super.createStatement(type, concurrency), command, sql);
  }
}
