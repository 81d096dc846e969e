package dev.nl2sql.jdbc;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowIdLifetime;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Calls a program makes, by subject. */
final class TwinScenarios {
  private static final String ALL = "SELECT * FROM t ORDER BY id";
  private static final String IDS = "SELECT id, name FROM t ORDER BY id";

  /** One subject. */
  @FunctionalInterface
  interface Scenario {
    void run(Connection connection, Outcomes outcomes) throws Exception;
  }

  private TwinScenarios() {}

  static Map<String, Scenario> all() {
    Map<String, Scenario> all = new LinkedHashMap<>();
    all.put("identity", TwinScenarios::identity);
    all.put("unwrap", TwinScenarios::unwrap);
    all.put("no text", TwinScenarios::noText);
    all.put("close on completion", TwinScenarios::closeOnCompletion);
    all.put("more results", TwinScenarios::moreResults);
    all.put("generated keys", TwinScenarios::generatedKeys);
    all.put("batches", TwinScenarios::batches);
    all.put("warnings", TwinScenarios::warnings);
    all.put("savepoints", TwinScenarios::savepoints);
    all.put("read only", TwinScenarios::readOnly);
    all.put("session", TwinScenarios::session);
    all.put("client info", TwinScenarios::clientInfo);
    all.put("network timeout", TwinScenarios::networkTimeout);
    all.put("abort", TwinScenarios::abort);
    all.put("requests and shards", TwinScenarios::requests);
    all.put("quoting", TwinScenarios::quoting);
    all.put("calls", TwinScenarios::calls);
    all.put("large objects", TwinScenarios::largeObjects);
    all.put("arrays, structures, documents", TwinScenarios::objects);
    all.put("scrolling", TwinScenarios::scrolling);
    all.put("updating rows", TwinScenarios::updating);
    all.put("cursors across commit", TwinScenarios::cursors);
    all.put("parameter metadata", TwinScenarios::parameters);
    all.put("limits", TwinScenarios::limits);
    all.put("cancelling", TwinScenarios::cancelling);
    all.put("closed objects", TwinScenarios::closed);
    all.put("escapes", TwinScenarios::escapes);
    all.put("every getter of every column", TwinScenarios::getters);
    all.put("every setter", TwinScenarios::setters);
    all.put("every method of the metadata", TwinScenarios::metadata);
    all.put("errors", TwinScenarios::errors);
    all.put("transactions", TwinScenarios::transactions);
    all.put("words of questions in plain SQL", TwinScenarios::words);
    return all;
  }

  private static void identity(Connection c, Outcomes o) throws Exception {
    Statement statement = c.createStatement();
    PreparedStatement prepared = c.prepareStatement(IDS);
    ResultSet rows = statement.executeQuery(IDS);
    ResultSet second = prepared.executeQuery();
    o.see("statement's connection", () -> statement.getConnection() == c);
    o.see("prepared's connection", () -> prepared.getConnection() == c);
    o.see("rows' statement", () -> rows.getStatement() == statement);
    o.see("rows' prepared", () -> second.getStatement() == prepared);
    o.see("again", () -> statement.getResultSet() == rows);
    o.see("prepared again", () -> prepared.getResultSet() == second);
    o.see("metadata's connection", () -> c.getMetaData().getConnection() == c);
    o.see("metadata twice", () -> same(c.getMetaData(), c.getMetaData()));
    o.see("equal", () -> equal(c, statement.getConnection()) && equal(statement, statement));
    o.see("unequal", () -> equal(statement, prepared) || equal(c, null) || equal(rows, second));
    o.see("hash", () -> new HashSet<>(List.of(c, statement.getConnection())).size());
    o.see("in a set", () -> Set.of(statement).contains(rows.getStatement()));
    ResultSet tables = c.getMetaData().getTables(null, null, "%", new String[] {"TABLE"});
    o.see("tables' statement", tables::getStatement);
    o.see("twice", () -> same(tables.getStatement(), tables.getStatement()));
    o.see("its connection", () -> tables.getStatement().getConnection() == c);
    o.see("keys' statement", () -> keys(statement).getStatement() == statement);
    o.see("null result set", () -> executed(statement, "DELETE FROM child").getResultSet());
    o.see("rows' metadata", () -> rows.getMetaData().getClass());
    rows.close();
    o.see("after close", () -> statement.getResultSet() == rows);
    statement.close();
    o.see("of a closed statement", statement::getConnection);
    o.see("of closed rows", rows::getStatement);
  }

  private static boolean same(Object one, Object other) {
    return one == other;
  }

  private static boolean equal(Object one, Object other) {
    return one.equals(other);
  }

  private static ResultSet keys(Statement statement) throws Exception {
    statement.executeUpdate("INSERT INTO t (name) VALUES ('k')", Statement.RETURN_GENERATED_KEYS);
    return statement.getGeneratedKeys();
  }

  private static Statement executed(Statement statement, String sql) throws Exception {
    statement.execute(sql);
    return statement;
  }

  private static void unwrap(Connection c, Outcomes o) throws Exception {
    Statement statement = c.createStatement();
    PreparedStatement prepared = c.prepareStatement(IDS);
    ResultSet rows = statement.executeQuery(IDS);
    for (java.sql.Wrapper wrapper :
        List.of(c, statement, prepared, rows, c.getMetaData(), rows.getMetaData())) {
      for (Class<?> type :
          List.of(String.class, wrapper.getClass(), java.sql.Driver.class, Number.class)) {
        o.see("is", () -> wrapper.isWrapperFor(type));
        o.see("gives itself", () -> wrapper.unwrap(type) == wrapper);
      }
    }
    o.see("connection", () -> c.isWrapperFor(Connection.class));
    o.see("statement", () -> statement.isWrapperFor(Statement.class));
    o.see("unwrapped", () -> c.unwrap(Connection.class) == c);
    o.see("prepared as statement", () -> prepared.unwrap(Statement.class) == prepared);
    o.see("rows", () -> rows.unwrap(ResultSet.class) == rows);
    o.see("null", () -> c.unwrap(null));
    o.see("null of rows", () -> rows.unwrap(null));
    o.see("is null", () -> c.isWrapperFor(null));
    o.see("statement is null", () -> statement.isWrapperFor(null));
  }

  private static void noText(Connection c, Outcomes o) throws Exception {
    Statement statement = c.createStatement();
    for (String sql : Arrays.asList(null, "", " ", ";", "--", "/*", "\uFEFF", "/* */", "'", "(")) {
      o.see("execute", () -> statement.execute(sql));
      o.see("query", () -> statement.executeQuery(sql));
      o.see("update", () -> statement.executeUpdate(sql));
      o.see("large", () -> statement.executeLargeUpdate(sql));
      o.see("batch", () -> statement.addBatch(sql));
      o.see("run", statement::executeBatch);
      o.see("clear", statement::clearBatch);
      o.see("prepare", () -> c.prepareStatement(sql));
      o.see("call", () -> c.prepareCall(sql));
      o.see("native", () -> c.nativeSQL(sql));
    }
  }

  private static void closeOnCompletion(Connection c, Outcomes o) throws Exception {
    for (boolean prepared : List.of(false, true)) {
      Statement statement = prepared ? c.prepareStatement(IDS) : c.createStatement();
      o.see("set", statement::isCloseOnCompletion);
      o.see("setting", statement::closeOnCompletion);
      o.see("is set", statement::isCloseOnCompletion);
      ResultSet rows =
          prepared ? ((PreparedStatement) statement).executeQuery() : statement.executeQuery(IDS);
      o.see("read", () -> Observed.rows(rows));
      o.see("open", statement::isClosed);
      rows.close();
      o.see("closed", statement::isClosed);
      o.see("used again", () -> statement.executeQuery(IDS));
    }
    Statement update = c.createStatement();
    update.closeOnCompletion();
    o.see("update", () -> update.executeUpdate("DELETE FROM child"));
    o.see("after update", update::isClosed);
    Statement twice = c.createStatement();
    twice.closeOnCompletion();
    ResultSet first = twice.executeQuery(IDS);
    o.see("second query", () -> twice.executeQuery(IDS));
    o.see("first closed", first::isClosed);
    o.see("statement open", twice::isClosed);
    o.see("keys", () -> keys(twice).next());
  }

  private static void moreResults(Connection c, Outcomes o) throws Exception {
    for (int mode :
        List.of(
            Statement.CLOSE_CURRENT_RESULT,
            Statement.KEEP_CURRENT_RESULT,
            Statement.CLOSE_ALL_RESULTS,
            99)) {
      Statement statement = c.createStatement();
      o.see("first", () -> statement.execute("SELECT 1 AS a; DELETE FROM child; SELECT 2 AS b"));
      ResultSet first = statement.getResultSet();
      for (int i = 0; i < 4; i++) {
        o.see("count", statement::getUpdateCount);
        o.see("large count", statement::getLargeUpdateCount);
        o.see("result", statement::getResultSet);
        o.see("more", () -> statement.getMoreResults(mode));
      }
      o.see("first is closed", () -> first == null || first.isClosed());
    }
    Statement plain = c.createStatement();
    plain.execute(IDS);
    o.see("plain more", () -> plain.getMoreResults());
    o.see("plain count", plain::getUpdateCount);
    o.see("nothing run", () -> c.createStatement().getMoreResults());
    o.see("nothing run", () -> c.createStatement().getUpdateCount());
    o.see("nothing run", () -> c.createStatement().getResultSet());
  }

  private static void generatedKeys(Connection c, Outcomes o) throws Exception {
    String sql = "INSERT INTO t (name) VALUES ('g')";
    Statement s = c.createStatement();
    o.see("none", s::getGeneratedKeys);
    o.see("by flag", () -> s.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS));
    o.rows("keys", s::getGeneratedKeys);
    o.see("twice", () -> same(s.getGeneratedKeys(), s.getGeneratedKeys()));
    o.see("no keys", () -> s.executeUpdate(sql, Statement.NO_GENERATED_KEYS));
    o.rows("none", s::getGeneratedKeys);
    o.see("by name", () -> s.executeUpdate(sql, new String[] {"id"}));
    o.rows("keys", s::getGeneratedKeys);
    o.see("by upper name", () -> s.executeUpdate(sql, new String[] {"ID", "NAME"}));
    o.rows("keys", s::getGeneratedKeys);
    o.see("by wrong name", () -> s.executeUpdate(sql, new String[] {"nothing"}));
    o.see("by number", () -> s.executeUpdate(sql, new int[] {1}));
    o.rows("keys", s::getGeneratedKeys);
    o.see("large", () -> s.executeLargeUpdate(sql, Statement.RETURN_GENERATED_KEYS));
    o.see("large by name", () -> s.executeLargeUpdate(sql, new String[] {"id"}));
    o.see("large by number", () -> s.executeLargeUpdate(sql, new int[] {1}));
    o.see("execute", () -> s.execute(sql, Statement.RETURN_GENERATED_KEYS));
    o.see("execute by name", () -> s.execute(sql, new String[] {"id"}));
    o.see("execute by number", () -> s.execute(sql, new int[] {1}));
    PreparedStatement p =
        c.prepareStatement("INSERT INTO t (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS);
    for (int i = 0; i < 3; i++) {
      p.setString(1, "batch" + i);
      p.addBatch();
    }
    o.see("batch", p::executeBatch);
    o.rows("keys of a batch", p::getGeneratedKeys);
    o.rows("by names", () -> keysOf(c.prepareStatement(sql, new String[] {"id"})));
    o.rows("by numbers", () -> keysOf(c.prepareStatement(sql, new int[] {1})));
    o.see("after a query", () -> executed(s, IDS).getGeneratedKeys().next());
  }

  private static ResultSet keysOf(PreparedStatement prepared) throws Exception {
    prepared.executeUpdate();
    return prepared.getGeneratedKeys();
  }

  private static void batches(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    o.see("empty", s::executeBatch);
    o.see("empty large", s::executeLargeBatch);
    for (boolean auto : List.of(true, false)) {
      c.setAutoCommit(auto);
      s.addBatch("INSERT INTO child VALUES (1, 1)");
      s.addBatch("INSERT INTO child VALUES (2, 99)");
      s.addBatch("INSERT INTO child VALUES (1, 1)");
      s.addBatch("INSERT INTO child VALUES (3, 1)");
      o.see("failing", s::executeBatch);
      o.see("again", s::executeBatch);
      o.see("rolled back", () -> rollBack(c, auto));
      s.addBatch("UPDATE t SET name = 'b' WHERE id > 1");
      s.addBatch("SELECT 1");
      o.see("with a query", s::executeBatch);
      s.clearBatch();
      o.see("rolled back", () -> rollBack(c, auto));
      PreparedStatement p = c.prepareStatement("INSERT INTO child VALUES (?, ?)");
      for (int i : new int[] {10, 11, 10, 12}) {
        p.setInt(1, i);
        p.setInt(2, 1);
        p.addBatch();
      }
      o.see("prepared failing", p::executeBatch);
      o.see("rolled back", () -> rollBack(c, auto));
      p.setInt(1, 20);
      p.setInt(2, 1);
      p.addBatch();
      o.see("large", p::executeLargeBatch);
      p.setInt(1, 21);
      o.see("without a value", () -> p.addBatch());
      o.see("a text", () -> p.addBatch("DELETE FROM child"));
      o.see("cleared", p::clearBatch);
      o.see("nothing", p::executeBatch);
      o.see("rolled back", () -> rollBack(c, auto));
    }
  }

  private static boolean rollBack(Connection c, boolean auto) throws Exception {
    if (!auto) {
      c.rollback();
    }
    return c.getAutoCommit();
  }

  private static void warnings(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    o.see("none", s::getWarnings);
    o.see("call", () -> s.executeQuery("SELECT warns()").next());
    o.see("chain", s::getWarnings);
    o.see("same object", () -> same(s.getWarnings(), s.getWarnings()));
    o.see("next", () -> same(s.getWarnings().getNextWarning(), s.getWarnings().getNextWarning()));
    o.see("rows' warnings", () -> s.getResultSet().getWarnings());
    o.see("connection's", c::getWarnings);
    o.see("kept by a close of the rows", () -> closedRows(s).getWarnings());
    o.see("next run", () -> s.execute("DELETE FROM child"));
    o.see("gone", s::getWarnings);
    s.executeQuery("SELECT 1");
    o.see("cleared", s::clearWarnings);
    o.see("none", s::getWarnings);
    o.see("of the connection", () -> s.execute("ROLLBACK"));
    o.see("statement's", s::getWarnings);
    o.see("connection's", c::getWarnings);
    o.see("cleared", c::clearWarnings);
    o.see("connection's", c::getWarnings);
    o.see("scroll wish", () -> c.createStatement(1005, 1008, 1).getWarnings());
    o.see("after it", c::getWarnings);
    s.close();
    o.see("closed", s::getWarnings);
  }

  private static Statement closedRows(Statement s) throws Exception {
    s.getResultSet().close();
    return s;
  }

  private static void savepoints(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    o.see("in autocommit", () -> c.setSavepoint().getSavepointId());
    c.setAutoCommit(false);
    s.execute("INSERT INTO child VALUES (1, 1)");
    Savepoint named = c.setSavepoint("first");
    s.execute("INSERT INTO child VALUES (2, 1)");
    Savepoint plain = c.setSavepoint();
    o.see("name", named::getSavepointName);
    o.see("id of named", named::getSavepointId);
    o.see("id", plain::getSavepointId);
    o.see("name of plain", plain::getSavepointName);
    s.execute("INSERT INTO child VALUES (3, 1)");
    o.see("back", () -> c.rollback(plain));
    o.rows("two", () -> s.executeQuery("SELECT id FROM child ORDER BY id"));
    o.see("released", () -> c.releaseSavepoint(plain));
    o.see("back to released", () -> c.rollback(plain));
    o.see("released again", () -> c.releaseSavepoint(plain));
    o.see("back to first", () -> c.rollback(named));
    o.rows("one", () -> s.executeQuery("SELECT id FROM child ORDER BY id"));
    o.see("none", () -> c.rollback(null));
    o.see("release none", () -> c.releaseSavepoint(null));
    o.see("commit", c::commit);
    o.see("back after commit", () -> c.rollback(named));
    c.rollback();
  }

  private static void readOnly(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    o.see("is", c::isReadOnly);
    o.see("set", () -> c.setReadOnly(true));
    o.see("is", c::isReadOnly);
    o.see("write", () -> s.executeUpdate("INSERT INTO child VALUES (1, 1)"));
    o.see("off", () -> c.setReadOnly(false));
    c.setAutoCommit(false);
    o.see("on", () -> c.setReadOnly(true));
    o.see("write", () -> s.executeUpdate("INSERT INTO child VALUES (2, 1)"));
    o.see("back", () -> c.rollback());
    o.see("within", () -> s.executeQuery("SELECT 1").next());
    o.see("off within", () -> c.setReadOnly(false));
    o.see("commit", c::commit);
    o.see("off", () -> c.setReadOnly(false));
    o.see("is", c::isReadOnly);
  }

  private static void session(Connection c, Outcomes o) throws Exception {
    o.see("schema", c::getSchema);
    for (String name : Arrays.asList("public", "PUBLIC", "INFORMATION_SCHEMA", "no'such", null)) {
      o.see("set schema", () -> c.setSchema(name));
      o.see("schema", c::getSchema);
      o.see("set catalog", () -> c.setCatalog(name));
      o.see("catalog", c::getCatalog);
    }
    for (int level : List.of(0, 1, 2, 4, 8, 77)) {
      o.see("set isolation", () -> c.setTransactionIsolation(level));
      o.see("isolation", c::getTransactionIsolation);
    }
    for (int holdability : List.of(1, 2, 3)) {
      o.see("set holdability", () -> c.setHoldability(holdability));
      o.see("holdability", c::getHoldability);
    }
    o.see("types", c::getTypeMap);
    o.see("set types", () -> c.setTypeMap(new HashMap<>(Map.of("x", String.class))));
    o.see("no types", () -> c.setTypeMap(null));
    o.see("types", c::getTypeMap);
    o.see("valid", () -> c.isValid(5));
    o.see("valid in -1", () -> c.isValid(-1));
    o.see("closed", c::isClosed);
    o.see("native", () -> c.nativeSQL("SELECT {fn now()}, {d '2024-01-01'} FROM t WHERE a = ?"));
    for (int type : List.of(1003, 1004, 1005, 7)) {
      for (int concurrency : List.of(1007, 1008, 7)) {
        o.see("statement", () -> kind(c.createStatement(type, concurrency)));
        o.see("held", () -> kind(c.createStatement(type, concurrency, 1)));
        o.see("prepared", () -> kind(c.prepareStatement(IDS, type, concurrency)));
        o.see("prepared, held", () -> kind(c.prepareStatement(IDS, type, concurrency, 2)));
        o.see("call", () -> kind(c.prepareCall(IDS, type, concurrency)));
      }
    }
  }

  private static List<Integer> kind(Statement s) throws Exception {
    return List.of(s.getResultSetType(), s.getResultSetConcurrency(), s.getResultSetHoldability());
  }

  private static void clientInfo(Connection c, Outcomes o) throws Exception {
    o.see("all", () -> c.getClientInfo());
    o.see("one", () -> c.getClientInfo("ApplicationName"));
    o.see("set", () -> c.setClientInfo("ApplicationName", "twins"));
    o.see("one", () -> c.getClientInfo("ApplicationName"));
    o.see("unknown", () -> c.setClientInfo("nothing", "x"));
    o.see("null", () -> c.setClientInfo(null, null));
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "more");
    properties.setProperty("nothing", "y");
    o.see("set all", () -> c.setClientInfo(properties));
    o.see("all", () -> c.getClientInfo());
    c.close();
    o.see("closed", () -> c.setClientInfo("ApplicationName", "x"));
    o.see("closed all", () -> c.setClientInfo(properties));
    o.see("closed get", () -> c.getClientInfo());
  }

  private static void networkTimeout(Connection c, Outcomes o) throws Exception {
    o.see("is", c::getNetworkTimeout);
    o.see("set", () -> c.setNetworkTimeout(Runnable::run, 5_000));
    o.see("is", c::getNetworkTimeout);
    o.see("negative", () -> c.setNetworkTimeout(Runnable::run, -1));
    o.see("no executor", () -> c.setNetworkTimeout(null, 1_000));
    o.see("off", () -> c.setNetworkTimeout(Runnable::run, 0));
  }

  private static void abort(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    ResultSet rows = s.executeQuery(IDS);
    o.see("without executor", () -> c.abort(null));
    o.see("abort", () -> c.abort(Runnable::run));
    o.see("connection", c::isClosed);
    o.see("valid", () -> c.isValid(1));
    o.see("statement", s::isClosed);
    o.see("rows", rows::next);
    o.see("again", () -> c.abort(Runnable::run));
    o.see("statement's close", s::close);
    o.see("close", c::close);
    o.see("used", () -> c.createStatement());
  }

  private static void requests(Connection c, Outcomes o) throws Exception {
    o.see("begin", c::beginRequest);
    o.see("end", c::endRequest);
    o.see("key", () -> c.setShardingKey(null));
    o.see("keys", () -> c.setShardingKey(null, null));
    o.see("valid", () -> c.setShardingKeyIfValid(null, 1));
    o.see("both valid", () -> c.setShardingKeyIfValid(null, null, 1));
    c.close();
    o.see("begin closed", c::beginRequest);
    o.see("end closed", c::endRequest);
  }

  private static void quoting(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    for (String text :
        Arrays.asList(null, "", "a", "it's", "A b", "a\"b", "\u0000", "x".repeat(200), "select")) {
      o.see("literal", () -> s.enquoteLiteral(text));
      o.see("national", () -> s.enquoteNCharLiteral(text));
      o.see("identifier", () -> s.enquoteIdentifier(text, false));
      o.see("always", () -> s.enquoteIdentifier(text, true));
      o.see("simple", () -> s.isSimpleIdentifier(text));
    }
  }

  private static void calls(Connection c, Outcomes o) throws Exception {
    o.see("wrong", () -> c.prepareCall("{call nothing(?)}").execute());
    for (String sql : List.of("{? = call twice(?)}", "{call twice(?)}", "SELECT id FROM t")) {
      o.see("prepare", () -> c.prepareCall(sql));
      o.see("use", () -> call(c.prepareCall(sql), o));
    }
    c.setAutoCommit(false);
    o.see(
        "cursor",
        () -> {
          CallableStatement cursor = c.prepareCall("{? = call cursor_of()}");
          cursor.registerOutParameter(1, Types.REF_CURSOR);
          cursor.execute();
          ResultSet rows = (ResultSet) cursor.getObject(1);
          return Observed.rows(rows) + Observed.value(cursor.getObject(1, ResultSet.class));
        });
    c.rollback();
  }

  private static void call(CallableStatement call, Outcomes o) {
    o.see("out", () -> call.registerOutParameter(1, Types.INTEGER));
    o.see("out by type", () -> call.registerOutParameter(1, JDBCType.INTEGER));
    o.see("out by name", () -> call.registerOutParameter("r", Types.INTEGER));
    o.see("out with scale", () -> call.registerOutParameter(1, Types.NUMERIC, 2));
    o.see("in", () -> call.setInt(2, -5));
    o.see("in by name", () -> call.setInt("i", -5));
    o.see("object by name", () -> call.setObject("i", -5, JDBCType.INTEGER));
    o.see("execute", () -> call.execute());
    o.see("count", call::getUpdateCount);
    o.see("result", () -> call.getResultSet() == null);
    o.see("int", () -> call.getInt(1));
    o.see("null", call::wasNull);
    o.see("by name", () -> call.getInt("r"));
    o.see("object", () -> call.getObject(1));
    o.see("object as", () -> call.getObject(1, Integer.class));
    o.see("wrong", () -> call.getString(9));
    o.see("parameters", () -> call.getParameterMetaData().getParameterCount());
    o.see("close", call::close);
    o.see("closed", () -> call.getInt(1));
  }

  private static void largeObjects(Connection c, Outcomes o) throws Exception {
    String insert = "UPDATE t SET data = ?, long_text = ? WHERE id = 2";
    byte[] bytes = {1, 2, 3, 4, 5};
    o.see("blob", c::createBlob);
    o.see("clob", c::createClob);
    o.see("nclob", c::createNClob);
    PreparedStatement p = c.prepareStatement(insert);
    o.see("stream", () -> p.setBinaryStream(1, new ByteArrayInputStream(bytes)));
    o.see("reader", () -> p.setCharacterStream(2, new StringReader("read")));
    o.see("run", () -> p.executeUpdate());
    o.see("with length", () -> p.setBinaryStream(1, new ByteArrayInputStream(bytes), 3));
    o.see("with long length", () -> p.setBinaryStream(1, new ByteArrayInputStream(bytes), 3L));
    o.see("reader with length", () -> p.setCharacterStream(2, new StringReader("read"), 2));
    o.see("ascii", () -> p.setAsciiStream(2, new ByteArrayInputStream(bytes), 2));
    o.see("blob stream", () -> p.setBlob(1, new ByteArrayInputStream(bytes)));
    o.see("clob reader", () -> p.setClob(2, new StringReader("clob")));
    o.see("run", () -> p.executeUpdate());
    ResultSet rows = c.createStatement().executeQuery(ALL);
    while (rows.next()) {
      for (String column : List.of("data", "long_text", "large")) {
        o.see("stream of " + column, () -> rows.getBinaryStream(column));
        o.see("reader of " + column, () -> rows.getCharacterStream(column));
        o.see("text of " + column, () -> rows.getNString(column));
        o.see("blob of " + column, () -> rows.getBlob(column));
        o.see("clob of " + column, () -> rows.getClob(column));
      }
    }
    o.see("long blob", () -> c.createStatement().executeQuery(ALL).getBlob(1));
    c.setAutoCommit(false);
    Statement s = c.createStatement();
    ResultSet first = s.executeQuery("SELECT long_text, data FROM t WHERE id = 1");
    first.next();
    o.see("clob position", () -> position(first.getClob(1)));
    o.see("blob position", () -> position(first.getBlob(2)));
    c.rollback();
  }

  private static String position(Clob clob) throws Exception {
    return clob.position("one", 1) + clob.getSubString(2, 3) + clob.length();
  }

  private static String position(Blob blob) throws Exception {
    return blob.position(new byte[] {2}, 1) + " " + blob.length();
  }

  private static void objects(Connection c, Outcomes o) throws Exception {
    for (String type : List.of("INTEGER", "int4", "text", "nothing")) {
      o.see("array", () -> c.createArrayOf(type, new Object[] {1, 2, null}));
    }
    o.see("struct", () -> c.createStruct("pair", new Object[] {1}));
    o.see("xml", () -> text(c.createSQLXML(), "<a/>"));
    ResultSet rows = c.createStatement().executeQuery(ALL);
    rows.next();
    o.see("array", () -> rows.getArray("numbers"));
    o.see("its rows", () -> Observed.rows(rows.getArray("numbers").getResultSet()));
    o.see("its type", () -> rows.getArray("numbers").getBaseType());
    o.see("its part", () -> rows.getArray("numbers").getArray(2, 1));
    o.see("xml", () -> rows.getSQLXML("large"));
    o.see("row id", () -> rows.getRowId(1));
    o.see("ref", () -> rows.getRef(1));
    o.see("url", () -> rows.getURL("name"));
    PreparedStatement p = c.prepareStatement("UPDATE t SET numbers = ? WHERE id = 2");
    o.see(
        "array set",
        () -> {
          Array array = rows.getArray("numbers");
          p.setArray(1, array);
          int count = p.executeUpdate();
          array.free();
          return count;
        });
    o.see("lifetime", () -> c.getMetaData().getRowIdLifetime() == RowIdLifetime.ROWID_UNSUPPORTED);
  }

  private static SQLXML text(SQLXML xml, String text) throws Exception {
    xml.setString(text);
    return xml;
  }

  private static void scrolling(Connection c, Outcomes o) throws Exception {
    for (int type :
        List.of(
            ResultSet.TYPE_FORWARD_ONLY,
            ResultSet.TYPE_SCROLL_INSENSITIVE,
            ResultSet.TYPE_SCROLL_SENSITIVE)) {
      o.see("type " + type, () -> scroll(c.createStatement(type, 1007).executeQuery(IDS), o));
    }
  }

  private static void scroll(ResultSet rows, Outcomes o) {
    o.see("before", rows::isBeforeFirst);
    o.see("row", rows::getRow);
    o.see("next", rows::next);
    o.see("first", rows::isFirst);
    o.see("last", () -> rows.last());
    o.see("is last", rows::isLast);
    o.see("row", rows::getRow);
    o.see("previous", rows::previous);
    o.see("value", () -> rows.getString(2));
    for (int place : List.of(0, 1, -1, 3, 4, -4)) {
      o.see("absolute", () -> rows.absolute(place));
      o.see("value", () -> rows.getString(2));
      o.see("relative", () -> rows.relative(place));
      o.see("row", rows::getRow);
    }
    o.see("after last", rows::afterLast);
    o.see("is after", rows::isAfterLast);
    o.see("before first", rows::beforeFirst);
    o.see("value", () -> rows.getString(2));
    o.see("find", () -> rows.findColumn("name"));
    o.see("find nothing", () -> rows.findColumn("nothing"));
    o.see("direction", () -> rows.setFetchDirection(ResultSet.FETCH_REVERSE));
    o.see("is direction", rows::getFetchDirection);
    o.see("size", () -> rows.setFetchSize(2));
    o.see("is size", rows::getFetchSize);
    o.see("negative size", () -> rows.setFetchSize(-2));
    o.see("cursor", rows::getCursorName);
    o.see("holds", rows::getHoldability);
    o.see("type", rows::getType);
    o.see("concurrency", rows::getConcurrency);
    o.see("warnings", rows::getWarnings);
    o.see("refresh", rows::refreshRow);
  }

  private static void updating(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
    ResultSet rows = s.executeQuery(ALL);
    o.see("next", rows::next);
    o.see("string", () -> rows.updateString("name", "changed"));
    o.see("decimal", () -> rows.updateBigDecimal("amount", new BigDecimal("9.99")));
    o.see("object", () -> rows.updateObject("score", 2.5, JDBCType.DOUBLE));
    o.see("null", () -> rows.updateNull("born"));
    o.see("bytes", () -> rows.updateBytes("data", new byte[] {9}));
    o.see("stream", () -> rows.updateBinaryStream("data", new ByteArrayInputStream(new byte[1])));
    o.see("reader", () -> rows.updateCharacterStream("long_text", new StringReader("r"), 1));
    o.see("update", rows::updateRow);
    o.see("updated", rows::rowUpdated);
    o.see("value", () -> rows.getString("name"));
    o.see("refresh", rows::refreshRow);
    o.see("changed", () -> rows.updateString("name", "twice"));
    o.see("undone", rows::cancelRowUpdates);
    o.see("insert row", rows::moveToInsertRow);
    o.see("id", () -> rows.updateInt("id", 50));
    o.see("name", () -> rows.updateString("name", "inserted"));
    o.see("insert", rows::insertRow);
    o.see("inserted", rows::rowInserted);
    o.see("back", rows::moveToCurrentRow);
    o.see("last", () -> rows.last());
    o.see("delete", rows::deleteRow);
    o.see("deleted", rows::rowDeleted);
    o.see("close", rows::close);
    o.see("update closed", rows::updateRow);
    ResultSet plain = c.createStatement().executeQuery(IDS);
    plain.next();
    o.see("not updatable", () -> plain.updateInt(1, 7));
    o.see("no update", plain::updateRow);
  }

  private static void cursors(Connection c, Outcomes o) throws Exception {
    c.setAutoCommit(false);
    for (int holdability :
        List.of(ResultSet.HOLD_CURSORS_OVER_COMMIT, ResultSet.CLOSE_CURSORS_AT_COMMIT)) {
      for (int size : List.of(0, 1)) {
        o.see(
            "held",
            () -> {
              Statement s = c.createStatement(1003, 1007, holdability);
              s.setFetchSize(size);
              ResultSet rows = s.executeQuery(IDS);
              rows.next();
              c.commit();
              o.see("closed", rows::isClosed);
              o.see("next", rows::next);
              o.see("value", () -> rows.getInt(1));
              o.see("rest", rows::next);
              o.see("end", rows::next);
              s.close();
              c.rollback();
            });
      }
    }
    c.rollback();
  }

  private static void parameters(Connection c, Outcomes o) throws Exception {
    for (String sql :
        List.of(
            "SELECT id FROM t WHERE id = ? AND name = ?",
            "INSERT INTO t (name, amount) VALUES (?, ?)",
            "SELECT 1",
            "SELEC ?")) {
      o.see("prepare", () -> c.prepareStatement(sql));
      o.see("columns", () -> c.prepareStatement(sql).getMetaData().getColumnCount());
      o.see(
          "parameters",
          () -> {
            ParameterMetaData parameters = c.prepareStatement(sql).getParameterMetaData();
            for (int i = 0; i <= parameters.getParameterCount() + 1; i++) {
              getters(ParameterMetaData.class, parameters, o, i);
            }
            return parameters.getParameterCount();
          });
    }
    o.see(
        "row columns",
        () -> {
          ResultSetMetaData columns = c.prepareStatement(ALL).executeQuery().getMetaData();
          for (int i = 0; i <= columns.getColumnCount() + 1; i++) {
            getters(ResultSetMetaData.class, columns, o, i);
          }
        });
    PreparedStatement p = c.prepareStatement("SELECT id FROM t WHERE id = ?");
    o.see("unset", () -> p.executeQuery());
    o.see("place 0", () -> p.setInt(0, 1));
    o.see("place 2", () -> p.setInt(2, 1));
    p.setInt(1, 1);
    o.rows("set", p::executeQuery);
    o.see("cleared", p::clearParameters);
    o.see("unset", () -> p.executeQuery());
    o.see("with text", () -> p.executeQuery("SELECT 1"));
    o.see("update with text", () -> p.executeUpdate("DELETE FROM child"));
    o.see("execute with text", () -> p.execute("DELETE FROM child"));
  }

  private static void limits(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    getters(Statement.class, s, o);
    o.see("max rows", () -> s.setMaxRows(2));
    o.rows("two", () -> s.executeQuery(IDS));
    o.see("large max", () -> s.setLargeMaxRows(1));
    o.rows("one", () -> s.executeQuery(IDS));
    o.see("negative", () -> s.setMaxRows(-1));
    o.see("off", () -> s.setMaxRows(0));
    o.see("field size", () -> s.setMaxFieldSize(3));
    o.rows("short", () -> s.executeQuery("SELECT id, name, long_text FROM t ORDER BY id"));
    o.see("negative field", () -> s.setMaxFieldSize(-1));
    o.see("fetch", () -> s.setFetchSize(1));
    o.see("negative fetch", () -> s.setFetchSize(-1));
    o.rows("small steps", () -> s.executeQuery(IDS));
    o.see("direction", () -> s.setFetchDirection(ResultSet.FETCH_REVERSE));
    o.see("no direction", () -> s.setFetchDirection(5));
    o.see("timeout", () -> s.setQueryTimeout(3));
    o.see("negative timeout", () -> s.setQueryTimeout(-3));
    o.see("cursor", () -> s.setCursorName("c1"));
    o.see("escapes off", () -> s.setEscapeProcessing(false));
    o.see("escape", () -> s.executeQuery("SELECT {fn abs(-1)}"));
    o.see("poolable", () -> s.setPoolable(true));
    getters(Statement.class, s, o);
    PreparedStatement p = c.prepareStatement(IDS);
    o.see("max rows", () -> p.setMaxRows(1));
    o.rows("one", p::executeQuery);
    o.see("poolable", p::isPoolable);
  }

  private static void cancelling(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    o.see("idle", s::cancel);
    o.rows("next runs", () -> s.executeQuery(IDS));
    String product = c.getMetaData().getDatabaseProductName();
    if (product.equals("PostgreSQL")) {
      o.see("in time", () -> s.setQueryTimeout(1));
      o.see("too long", () -> s.executeQuery("SELECT pg_sleep(20)"));
      s.setQueryTimeout(0);
      CountDownLatch started = new CountDownLatch(1);
      Thread other =
          new Thread(
              () -> {
                try {
                  started.await(5, TimeUnit.SECONDS);
                  Thread.sleep(300);
                  s.cancel();
                } catch (Exception e) {
                  o.see("cancel", () -> e);
                }
              });
      other.start();
      started.countDown();
      o.see("cancelled", () -> s.executeQuery("SELECT pg_sleep(20)"));
      other.join();
    }
    o.rows("usable", () -> s.executeQuery(IDS));
    s.close();
    o.see("closed", s::cancel);
  }

  private static void closed(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    PreparedStatement p = c.prepareStatement(IDS);
    ResultSet rows = s.executeQuery(IDS);
    ResultSet keys = keys(c.createStatement());
    DatabaseMetaData metadata = c.getMetaData();
    s.close();
    o.see("rows of a closed statement", rows::isClosed);
    getters(Statement.class, s, o);
    getters(ResultSet.class, rows, o);
    o.see("execute", () -> s.execute(IDS));
    o.see("question on closed", () -> s.isClosed());
    o.see("batch", s::executeBatch);
    o.see("close again", s::close);
    o.see("rows close", rows::close);
    p.close();
    getters(PreparedStatement.class, p, o);
    o.see("prepared", () -> p.executeQuery());
    o.see("set", () -> p.setInt(1, 1));
    c.close();
    o.see("keys", keys::next);
    o.see("connection close again", c::close);
    getters(Connection.class, c, o);
    o.see("statement", () -> c.createStatement());
    o.see("prepare", () -> c.prepareStatement(IDS));
    o.see("call", () -> c.prepareCall("{call twice(?)}"));
    o.see("commit", c::commit);
    o.see("rollback", () -> c.rollback());
    o.see("valid", () -> c.isValid(1));
    o.see("metadata", () -> metadata.getTables(null, null, null, null));
    o.see("product", metadata::getDatabaseProductName);
    o.see("clear", c::clearWarnings);
  }

  private static void escapes(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    for (String sql :
        List.of(
            "SELECT {fn abs(-1)}",
            "SELECT {d '2024-01-02'}",
            "SELECT {ts '2024-01-02 03:04:05'}",
            "SELECT {t '03:04:05'}",
            "SELECT id FROM {oj t LEFT OUTER JOIN child ON t.id = child.t_id} ORDER BY t.id",
            "SELECT name FROM t WHERE name LIKE 'o%' {escape '|'}",
            "SELECT '{fn abs(-1)}'",
            "SELECT '{ASK x}' AS a",
            "SELECT {ask 'x'}")) {
      o.rows("query", () -> s.executeQuery(sql));
      o.rows("prepared", () -> c.prepareStatement(sql).executeQuery());
      o.see("native", () -> c.nativeSQL(sql));
    }
  }

  private static void getters(Connection c, Outcomes o) throws Exception {
    ResultSet rows = c.createStatement().executeQuery(ALL);
    o.see("too early", () -> rows.getInt(1));
    for (int row = 0; row < 3; row++) {
      rows.next();
      for (int column = 0; column <= 13; column++) {
        getters(ResultSet.class, rows, o, column);
        int at = column;
        for (Class<?> type :
            List.of(String.class, Long.class, BigDecimal.class, java.time.LocalDate.class)) {
          o.see("as", () -> rows.getObject(at, type));
        }
      }
    }
    o.see("last", rows::next);
    o.see("too late", () -> rows.getInt(1));
  }

  private static void setters(Connection c, Outcomes o) throws Exception {
    PreparedStatement p = c.prepareStatement("SELECT ? AS a, ? AS b");
    for (Object value :
        Arrays.asList(
            null,
            "text",
            1,
            2L,
            1.5,
            true,
            (byte) 3,
            new BigDecimal("1.20"),
            new byte[] {1},
            java.sql.Date.valueOf("2024-01-02"),
            java.sql.Time.valueOf("10:11:12"),
            java.sql.Timestamp.valueOf("2024-01-02 03:04:05"),
            java.time.LocalDate.of(2024, 1, 2),
            java.time.OffsetDateTime.parse("2024-01-02T03:04:05+02:00"),
            java.util.UUID.fromString("00000000-0000-0000-0000-000000000009"),
            new Integer[] {1},
            new Object())) {
      o.see("plain", () -> set(p, () -> p.setObject(1, value)));
      for (int type : List.of(Types.VARCHAR, Types.INTEGER, Types.TIMESTAMP, Types.OTHER)) {
        o.see("typed " + type, () -> set(p, () -> p.setObject(1, value, type)));
        o.see("scaled", () -> set(p, () -> p.setObject(1, value, type, 1)));
      }
      o.see("by type", () -> set(p, () -> p.setObject(1, value, JDBCType.VARCHAR)));
      o.see("by type, scaled", () -> set(p, () -> p.setObject(1, value, JDBCType.NUMERIC, 1)));
    }
    o.see("null", () -> set(p, () -> p.setNull(1, Types.INTEGER)));
    o.see("named null", () -> set(p, () -> p.setNull(1, Types.INTEGER, "int4")));
    o.see("url", () -> set(p, () -> p.setURL(1, new java.net.URL("http://x"))));
    o.see("row id", () -> set(p, () -> p.setRowId(1, null)));
    o.see("xml", () -> set(p, () -> p.setSQLXML(1, null)));
    o.see("ref", () -> set(p, () -> p.setRef(1, null)));
    o.see("array", () -> set(p, () -> p.setArray(1, null)));
    o.see("national", () -> set(p, () -> p.setNString(1, "n")));
  }

  private static String set(PreparedStatement p, Outcomes.Work setter) throws Exception {
    p.clearParameters();
    setter.run();
    p.setString(2, "second");
    return Observed.rows(p.executeQuery());
  }

  private static void metadata(Connection c, Outcomes o) throws Exception {
    DatabaseMetaData metadata = c.getMetaData();
    List<Method> methods =
        Arrays.stream(DatabaseMetaData.class.getMethods())
            .filter(m -> !Modifier.isStatic(m.getModifiers()))
            .filter(m -> !Set.of("unwrap", "isWrapperFor", "getConnection").contains(m.getName()))
            .sorted(Comparator.comparing(Method::toString))
            .toList();
    for (Method method : methods) {
      Object[] arguments = metadataArguments(method, c);
      o.see(
          method.getName(),
          () -> {
            Object result = method.invoke(metadata, arguments);
            return result instanceof ResultSet rows ? Observed.rows(rows) : result;
          });
    }
  }

  private static Object[] metadataArguments(Method method, Connection c) throws Exception {
    boolean lower = c.getMetaData().storesLowerCaseIdentifiers();
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      Class<?> type = method.getParameterTypes()[i];
      boolean table = i == 2 && type == String.class;
      arguments[i] =
          type == int.class
              ? 1
              : type == boolean.class ? (Object) true : table ? (lower ? "t" : "T") : null;
    }
    return arguments;
  }

  private static void errors(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    for (boolean auto : List.of(true, false)) {
      c.setAutoCommit(auto);
      for (String sql :
          List.of(
              "SELEC 1",
              "SELECT nothing FROM t",
              "SELECT * FROM nothing",
              "INSERT INTO child VALUES (1, 99)",
              "INSERT INTO t (id) VALUES (1)",
              "SELECT CAST('x' AS INT)",
              "SELECT 1/0",
              "CREATE TABLE t (a INT)",
              "DROP TABLE nothing",
              "SELECT ?")) {
        o.see("execute", () -> s.execute(sql));
        o.see("query", () -> s.executeQuery(sql));
        o.see("update", () -> s.executeUpdate(sql));
        o.see("prepared", () -> c.prepareStatement(sql).execute());
        o.see("other kind", () -> s.executeUpdate(IDS));
        o.see("no rows", () -> s.executeQuery("DELETE FROM child"));
        o.see("back", () -> rollBack(c, auto));
      }
    }
  }

  private static void transactions(Connection c, Outcomes o) throws Exception {
    o.see("commit in autocommit", c::commit);
    o.see("rollback in autocommit", () -> c.rollback());
    Statement s = c.createStatement();
    c.setAutoCommit(false);
    s.execute("INSERT INTO child VALUES (1, 1)");
    o.see("autocommit on commits", () -> c.setAutoCommit(true));
    o.rows("kept", () -> s.executeQuery("SELECT * FROM child"));
    c.setAutoCommit(false);
    s.execute("INSERT INTO child VALUES (2, 1)");
    o.see("close within", c::close);
    o.see("closed", c::isClosed);
  }

  private static void words(Connection c, Outcomes o) throws Exception {
    Statement s = c.createStatement();
    s.execute("INSERT INTO ask VALUES (1, 'ask'), (2, 'NL SET x = 1')");
    for (String sql :
        List.of(
            "SELECT ask FROM ask ORDER BY ask",
            "SELECT ask.ask AS ask FROM ask ask WHERE ask.ask > 0 ORDER BY ask",
            "SELECT 'ASK how many', nl FROM ask ORDER BY 1, 2",
            "-- ASK how many\nSELECT 1",
            "/* ASK 'x' */ SELECT nl FROM ask ORDER BY nl -- ASK y",
            "(SELECT ask FROM ask WHERE ask = 1)",
            "SELECT nl AS \"ASK 'x'\" FROM ask ORDER BY 1",
            "WITH ask AS (SELECT 1 AS ask) SELECT ask FROM ask",
            "SELECT (ask) FROM (SELECT ask FROM ask) ask ORDER BY 1",
            "SELECT ask, (SELECT MAX(ask) FROM ask) FROM ask ORDER BY ask",
            "INSERT INTO ask SELECT ask + 10, 'ASK' FROM ask",
            "UPDATE ask SET nl = 'ASK x' WHERE nl = 'ASK'",
            "DELETE FROM ask WHERE ask > 10",
            "EXPLAIN SELECT ask FROM ask",
            "SELECT ai FROM ask",
            "SELECT ask ai FROM ask ORDER BY ask",
            "ASKED",
            "ASK_x y",
            "ASK.x y",
            "ASK=1",
            "SHOW nl",
            "SELECT $$ASK x$$",
            "SELECT nl2sql FROM ask",
            "SELECT 'nl2sql(''x'')' FROM ask",
            "SELECT \"nl2sql('x')\" FROM ask")) {
      o.see("native", () -> c.nativeSQL(sql));
      o.see("execute", () -> s.execute(sql));
      o.see("result", () -> s.getResultSet() == null ? "" : Observed.rows(s.getResultSet()));
      o.see("count", s::getUpdateCount);
      o.see("prepared", () -> c.prepareStatement(sql).execute());
    }
  }

  /** Every getter that takes nothing but these arguments. */
  private static void getters(Class<?> type, Object target, Outcomes o, Object... arguments) {
    Set<String> leftOut =
        Set.of("getClass", "getMoreResults", "hashCode", "toString", "notify", "notifyAll", "wait");
    Arrays.stream(type.getMethods())
        .filter(m -> !Modifier.isStatic(m.getModifiers()) && !leftOut.contains(m.getName()))
        .filter(m -> m.getName().startsWith("get") || m.getName().startsWith("is"))
        .filter(m -> m.getParameterCount() == arguments.length)
        .filter(m -> arguments.length == 0 || m.getParameterTypes()[0] == int.class)
        .sorted(Comparator.comparing(Method::toString))
        .forEach(
            m ->
                o.see(m.getName() + Arrays.toString(arguments), () -> m.invoke(target, arguments)));
  }
}
