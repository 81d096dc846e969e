package dev.nl2sql.jdbc;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.h2.engine.CastDataProvider;
import org.h2.jdbc.JdbcConnection;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.PGStatement;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.AutoSave;
import org.postgresql.largeobject.LargeObject;
import org.postgresql.largeobject.LargeObjectManager;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;
import org.sqlite.Function;
import org.sqlite.SQLiteConnection;

/** What programs do with one database only, by its own interfaces or its own SQL. */
final class VendorScenarios {
  private VendorScenarios() {}

  static Map<String, TwinScenarios.Scenario> of(TwinEngine engine) {
    Map<String, TwinScenarios.Scenario> all = new LinkedHashMap<>();
    switch (engine) {
      case POSTGRESQL -> {
        all.put("copying", VendorScenarios::copying);
        all.put("notifications", VendorScenarios::notifications);
        all.put("large objects by number", VendorScenarios::largeObjects);
        all.put("cursors of functions", VendorScenarios::functionCursors);
        all.put("types of its own", VendorScenarios::types);
        all.put("question marks", VendorScenarios::questionMarks);
        all.put("failed transactions", VendorScenarios::failedTransactions);
        all.put("server cursors and portals", VendorScenarios::serverCursors);
        all.put("the driver's own settings", VendorScenarios::driverSettings);
        all.put("several statements and returned rows", VendorScenarios::returned);
      }
      case H2 -> {
        all.put("its own interfaces", VendorScenarios::h2Interfaces);
        all.put("its own SQL", VendorScenarios::h2Sql);
        all.put("large objects after the end", VendorScenarios::h2LargeObjects);
      }
      case SQLITE -> {
        all.put("functions in Java", VendorScenarios::sqliteFunctions);
        all.put("its own SQL", VendorScenarios::sqliteSql);
      }
    }
    return all;
  }

  // PostgreSQL

  private static void copying(Connection c, Outcomes o) throws Exception {
    CopyManager unwrapped = c.unwrap(PGConnection.class).getCopyAPI();
    o.see("in", () -> unwrapped.copyIn("COPY child FROM STDIN", new StringReader("7\t1\n8\t2\n")));
    o.see("out", () -> copiedOut(unwrapped));
    o.see("by a cast", () -> copiedOut(((PGConnection) c).getCopyAPI()));
    o.see("by hand", () -> copiedOut(new CopyManager((BaseConnection) c)));
    o.see("stream", () -> unwrapped.copyIn("COPY child FROM STDIN", bytes("9\t3\n")));
    o.see("twice", () -> unwrapped.copyIn("COPY child FROM STDIN", new StringReader("9\t3\n")));
    o.see("no such", () -> unwrapped.copyIn("COPY none FROM STDIN", new StringReader("")));
    c.setAutoCommit(false);
    o.see("undone", () -> unwrapped.copyIn("COPY child FROM STDIN", new StringReader("11\t1\n")));
    c.rollback();
    o.see("by SQL", () -> c.createStatement().execute("COPY child TO STDOUT"));
    c.rollback();
    o.see("left", () -> copiedOut(unwrapped));
  }

  private static ByteArrayInputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String copiedOut(CopyManager copies) throws Exception {
    StringWriter text = new StringWriter();
    copies.copyOut("COPY (SELECT * FROM child ORDER BY id) TO STDOUT (FORMAT csv)", text);
    return text.toString();
  }

  private static void notifications(Connection c, Outcomes o) throws Exception {
    Statement statement = c.createStatement();
    PGConnection own = c.unwrap(PGConnection.class);
    o.see("none", () -> told(own.getNotifications()));
    statement.execute("LISTEN ask");
    statement.execute("NOTIFY ask, 'how many?'");
    statement.execute("SELECT pg_notify('ask', 'second')");
    o.see("both", () -> told(own.getNotifications()));
    statement.execute("NOTIFY ask");
    o.see("waited for", () -> told(((PGConnection) c).getNotifications(100)));
    statement.execute("UNLISTEN ask");
    statement.execute("NOTIFY ask, 'unheard'");
    o.see("after", () -> told(own.getNotifications(10)));
  }

  private static String told(PGNotification[] notifications) {
    return notifications == null
        ? "null"
        : Arrays.stream(notifications).map(n -> n.getName() + n.getParameter()).toList().toString();
  }

  private static void largeObjects(Connection c, Outcomes o) throws Exception {
    LargeObjectManager objects = ((PGConnection) c).getLargeObjectAPI();
    o.see("in autocommit", () -> objects.open(1L));
    c.setAutoCommit(false);
    long number = 424242;
    query(c, "SELECT lo_create(" + number + ")").close();
    try (LargeObject object = objects.open(number)) {
      object.write("written".getBytes(StandardCharsets.UTF_8));
      o.see("at", object::tell);
      object.seek(2);
      o.see("read", () -> object.read(3));
      o.see("rest", () -> object.getInputStream());
      object.truncate(4);
      o.see("size", object::size);
    }
    c.commit();
    o.see("by SQL", () -> Observed.rows(query(c, "SELECT lo_get(" + number + ")")));
    try (PreparedStatement by = c.prepareStatement("SELECT ?::oid")) {
      by.setLong(1, number);
      ResultSet rows = by.executeQuery();
      rows.next();
      o.see("as blob", () -> rows.getBlob(1).getBytes(1, 10));
      o.see("as clob", () -> rows.getClob(1).getSubString(1, 10));
    }
    objects.delete(number);
    o.see("deleted", () -> objects.open(number));
    c.rollback();
  }

  private static ResultSet query(Connection c, String sql) throws SQLException {
    return c.createStatement().executeQuery(sql);
  }

  private static void functionCursors(Connection c, Outcomes o) throws Exception {
    c.setAutoCommit(false);
    for (int type : new int[] {Types.REF_CURSOR, Types.OTHER}) {
      try (CallableStatement call = c.prepareCall("{? = call cursor_of()}")) {
        call.registerOutParameter(1, type);
        call.execute();
        ResultSet rows = (ResultSet) call.getObject(1);
        o.see("leads to our connection", () -> rows.getStatement().getConnection() == c);
        o.see("rows", () -> Observed.rows(rows));
      }
    }
    ResultSet cursor = query(c, "SELECT cursor_of()");
    cursor.next();
    o.see("as object", () -> Observed.rows((ResultSet) cursor.getObject(1)));
    o.see("as text", () -> cursor.getString(1).startsWith("<unnamed portal"));
    c.rollback();
  }

  private static void types(Connection c, Outcomes o) throws Exception {
    String sql =
        "SELECT '{\"a\": 1}'::jsonb, '(1,2)'::point, interval '1 day 2 hours', '10.1.0.1'::inet,"
            + " 'a=>1'::text, int4range(1, 5), '{{1,2},{3,4}}'::int[], ARRAY['a', NULL, 'b,c'],"
            + " ROW(1, 'x'), '2024-01-01 10:00+02'::timestamptz, B'101', 12.34::money, NULL::uuid";
    o.see("rows", () -> Observed.rows(query(c, sql)));
    ResultSet rows = query(c, sql);
    rows.next();
    o.see("interval", () -> rows.getObject(3, PGInterval.class).toString());
    o.see("nested", () -> Arrays.deepToString((Object[]) rows.getArray(7).getArray()));
    o.see("rows of an array", () -> Observed.rows(rows.getArray(8).getResultSet()));
    o.see("pgobject", () -> ((PGobject) rows.getObject(1)).getType());
    PGobject json = new PGobject();
    json.setType("jsonb");
    json.setValue("{\"b\": [1, 2]}");
    try (PreparedStatement bound = c.prepareStatement("SELECT ?, ?, ?")) {
      bound.setObject(1, json);
      Array array = c.createArrayOf("text", new String[] {"x", null});
      bound.setArray(2, array);
      bound.setObject(3, new PGInterval("3 days"));
      o.see("bound", () -> Observed.rows(bound.executeQuery()));
      o.see("told", () -> bound.toString());
    }
  }

  private static void questionMarks(Connection c, Outcomes o) throws Exception {
    for (String sql :
        List.of(
            "SELECT '{\"a\": 1}'::jsonb ?? 'a', ? = 'a'",
            "SELECT '{\"a\": 1}'::jsonb ??| ARRAY['a', ?]",
            "SELECT '?', \"?column?\" FROM (SELECT ? AS \"?column?\") t -- ?",
            "SELECT $$?$$ || ? /* ? */")) {
      try (PreparedStatement statement = c.prepareStatement(sql)) {
        o.see("parameters", () -> statement.getParameterMetaData().getParameterCount());
        statement.setString(1, "a");
        o.see("rows", () -> Observed.rows(statement.executeQuery()));
      } catch (SQLException e) {
        o.see("prepared", () -> e.getMessage());
      }
    }
    o.see("plain", () -> Observed.rows(query(c, "SELECT '{\"a\": 1}'::jsonb ? 'a'")));
    o.see("doubled", () -> Observed.rows(query(c, "SELECT '{\"a\": 1}'::jsonb ?? 'a'")));
    o.see("native", () -> c.nativeSQL("SELECT ?? {fn now()}"));
  }

  private static void failedTransactions(Connection c, Outcomes o) throws Exception {
    c.setAutoCommit(false);
    Statement statement = c.createStatement();
    o.see("fails", () -> statement.execute("SELECT 1/0"));
    o.see("then all fail", () -> statement.execute("SELECT 1"));
    o.see("prepared too", () -> c.prepareStatement("SELECT 1").executeQuery());
    o.see("commit", c::commit);
    ((PGConnection) c).setAutosave(AutoSave.ALWAYS);
    o.see("fails", () -> statement.execute("SELECT 1/0"));
    o.see("goes on", () -> statement.execute("SELECT 1"));
    c.rollback();
    statement.execute("ALTER TABLE child ALTER CONSTRAINT child_t_id_fkey DEFERRABLE");
    c.commit();
    statement.execute("SET CONSTRAINTS ALL DEFERRED");
    o.see("later", () -> statement.execute("INSERT INTO child VALUES (50, 99)"));
    o.see("now", c::commit);
    c.rollback();
  }

  private static void serverCursors(Connection c, Outcomes o) throws Exception {
    c.setAutoCommit(false);
    Statement statement = c.createStatement();
    statement.setFetchSize(7);
    ResultSet rows = statement.executeQuery("SELECT generate_series(1, 30)");
    for (int i = 0; i < 9; i++) {
      rows.next();
    }
    o.see("at", rows::getRow);
    o.see("other", () -> Observed.rows(query(c, "SELECT count(*) FROM t")));
    o.see("ten", () -> rows.next() ? rows.getInt(1) : -1);
    c.commit();
    o.see("after commit", rows::next);
    statement.execute("DECLARE own CURSOR WITH HOLD FOR SELECT id FROM t ORDER BY id");
    c.commit();
    o.see("held", () -> Observed.rows(query(c, "FETCH ALL FROM own")));
    o.see("back", () -> Observed.rows(query(c, "FETCH BACKWARD 2 FROM own")));
    statement.execute("CLOSE own");
    c.rollback();
  }

  private static void driverSettings(Connection c, Outcomes o) throws Exception {
    PGConnection own = (PGConnection) c;
    o.see("threshold", own::getPrepareThreshold);
    own.setPrepareThreshold(1);
    PreparedStatement statement = c.prepareStatement("SELECT ?::int");
    o.see("statement's", () -> ((PGStatement) statement).getPrepareThreshold());
    for (int i = 0; i < 3; i++) {
      statement.setInt(1, i);
      o.see("rows", () -> Observed.rows(statement.executeQuery()));
      o.see("on the server", () -> statement.unwrap(PGStatement.class).isUseServerPrepare());
    }
    own.setDefaultFetchSize(3);
    o.see("fetch size", () -> c.createStatement().getFetchSize());
    o.see("quoted", () -> own.escapeIdentifier("a\"b") + own.escapeLiteral("it's"));
    o.see("cancel", () -> own.cancelQuery());
    o.see("still there", () -> Observed.rows(query(c, "SELECT 1")));
    o.see("encoding", () -> own.getParameterStatus("client_encoding"));
    o.see("mode", () -> own.getPreferQueryMode());
    o.see("type", () -> own.createArrayOf("int4", new int[] {1, 2}).toString());
  }

  private static void returned(Connection c, Outcomes o) throws Exception {
    Statement statement = c.createStatement();
    o.see(
        "insert", () -> statement.execute("INSERT INTO t (name) VALUES ('r') RETURNING id, name"));
    o.see("rows", () -> Observed.rows(statement.getResultSet()));
    o.see("count", statement::getUpdateCount);
    o.see(
        "three", () -> statement.execute("UPDATE t SET flag = TRUE; SELECT 1; DELETE FROM child"));
    o.see("first", statement::getUpdateCount);
    o.see("more", () -> statement.getMoreResults());
    o.see("second", () -> Observed.rows(statement.getResultSet()));
    o.see("more", () -> statement.getMoreResults());
    o.see("third", statement::getUpdateCount);
    o.see("do", () -> statement.execute("DO $ask$ BEGIN PERFORM 1; END $ask$"));
    o.see("explain", () -> Observed.rows(query(c, "EXPLAIN (COSTS OFF) SELECT * FROM ask")));
    o.see("table", () -> Observed.rows(query(c, "TABLE ask")));
    o.see("show", () -> Observed.rows(query(c, "SHOW TimeZone")));
    o.see("values", () -> Observed.rows(query(c, "VALUES (1, 'ask'), (2, 'nl')")));
  }

  // H2

  private static void h2Interfaces(Connection c, Outcomes o) throws Exception {
    o.see("cast", () -> ((CastDataProvider) c).zeroBasedEnums());
    o.see("mode", () -> ((CastDataProvider) c).getMode().getEnum());
    o.see("unwrapped", () -> c.unwrap(JdbcConnection.class).isClosed());
    o.see("is", () -> c.isWrapperFor(JdbcConnection.class));
    Statement statement = c.createStatement();
    o.see("statement", () -> statement.isWrapperFor(org.h2.jdbc.JdbcStatement.class));
    o.see("simple", () -> statement.isSimpleIdentifier("order"));
    o.see("quoted", () -> statement.enquoteIdentifier("a\"b", true));
  }

  private static void h2Sql(Connection c, Outcomes o) throws Exception {
    Statement statement = c.createStatement();
    for (String sql :
        List.of(
            "SELECT * FROM FINAL TABLE (INSERT INTO t (name) VALUES ('f'))",
            "SELECT ROW(1, 'a'), ARRAY[ROW(1), ROW(2)], INTERVAL '1' DAY, JSON '{\"a\":1}'",
            "MERGE INTO child KEY (id) VALUES (1, 1)",
            "CALL TWICE(-3)",
            "SCRIPT NODATA TABLE ask",
            "SHOW TABLES",
            "EXPLAIN SELECT * FROM ask",
            "SET @x = 5",
            "SELECT @x",
            "SELECT X FROM SYSTEM_RANGE(1, 3)",
            "SELECT * FROM CSVREAD('no such file')",
            "CREATE ALIAS rows_of AS 'java.sql.ResultSet rows(java.sql.Connection c) throws"
                + " Exception { return c.createStatement().executeQuery(\"SELECT 7\"); }'",
            "SELECT * FROM rows_of()",
            "CREATE TRIGGER none BEFORE INSERT ON ask FOR EACH ROW CALL 'no.such.Class'",
            "HELP NOSUCH")) {
      o.see(sql, () -> statement.execute(sql));
      o.see("rows", () -> Observed.rows(statement.getResultSet()));
      o.see("count", statement::getUpdateCount);
    }
  }

  private static void h2LargeObjects(Connection c, Outcomes o) throws Exception {
    c.setAutoCommit(false);
    try (PreparedStatement insert =
        c.prepareStatement("INSERT INTO t (name, long_text, large) VALUES ('big', ?, ?)")) {
      insert.setCharacterStream(1, new StringReader("x".repeat(100_000)));
      insert.setBinaryStream(2, bytes("y".repeat(100_000)), 100_000);
      o.see("insert", () -> insert.executeUpdate());
    }
    ResultSet rows = query(c, "SELECT long_text, large FROM t WHERE name = 'big'");
    rows.next();
    java.sql.Clob clob = rows.getClob(1);
    java.sql.Blob blob = rows.getBlob(2);
    c.commit();
    rows.close();
    o.see("clob", () -> clob.length() + clob.getSubString(99_990, 20));
    o.see("blob", () -> blob.length() + blob.position("yy".getBytes(StandardCharsets.UTF_8), 5));
    o.see("free", clob::free);
    o.see("freed", clob::length);
  }

  // SQLite

  private static void sqliteFunctions(Connection c, Outcomes o) throws Exception {
    Function.create(
        c.unwrap(SQLiteConnection.class),
        "shout",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            result(value_text(0) + "!");
          }
        });
    o.see("called", () -> Observed.rows(query(c, "SELECT shout(name) FROM t ORDER BY id")));
    o.see(
        "limit",
        () ->
            c.unwrap(SQLiteConnection.class).getLimit(org.sqlite.SQLiteLimits.SQLITE_LIMIT_COLUMN));
    o.see("is", () -> c.isWrapperFor(SQLiteConnection.class));
    Function.destroy(c.unwrap(SQLiteConnection.class), "shout");
    o.see("gone", () -> query(c, "SELECT shout('x')"));
  }

  private static void sqliteSql(Connection c, Outcomes o) throws Exception {
    Statement statement = c.createStatement();
    for (String sql :
        List.of(
            "PRAGMA table_info(ask)",
            "PRAGMA foreign_keys = ON",
            "PRAGMA foreign_keys",
            "INSERT INTO child VALUES (5, 99)",
            "INSERT INTO child VALUES (5, 1) RETURNING id",
            "INSERT INTO child VALUES (5, 2) ON CONFLICT (id) DO UPDATE SET t_id = excluded.t_id",
            "REPLACE INTO child VALUES (5, 3)",
            "ATTACH ':memory:' AS other",
            "CREATE TABLE other.ask2 AS SELECT * FROM ask",
            "DETACH other",
            "SELECT json_extract('{\"ask\": 1}', '$.ask'), 'a' GLOB '*', x'0102', 1 IS NOT 2",
            "VALUES (1), (2)",
            "EXPLAIN QUERY PLAN SELECT * FROM ask",
            "SELECT last_insert_rowid(), changes()",
            "BEGIN IMMEDIATE",
            "SAVEPOINT ask",
            "DELETE FROM child",
            "ROLLBACK TO ask",
            "RELEASE ask",
            "COMMIT",
            "VACUUM",
            "SELECT * FROM [ask] a, `ask` b, \"ask\" c")) {
      o.see(sql, () -> statement.execute(sql));
      o.see("rows", () -> Observed.rows(statement.getResultSet()));
      o.see("count", statement::getUpdateCount);
    }
  }
}
