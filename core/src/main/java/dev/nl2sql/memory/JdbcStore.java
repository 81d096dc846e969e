package dev.nl2sql.memory;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.nl2sql.generate.ModelCall;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A store in a database, on a pool of connections. Thread-safe. */
final class JdbcStore implements MemoryStore {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcStore.class);
  private static final String DAMAGED_ENTRY =
      "a damaged question of the store's history is left out";
  private static final List<String> TABLES =
      List.of("nl2sql_history", "nl2sql_sent", "nl2sql_checked", "nl2sql_pair");
  private static final int ROWS_AT_ONCE = 500;
  private static final int PERCENT = 100;
  private static final int LARGEST = 2;
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final Duration IDLE = Duration.ofSeconds(60);
  private static final int TRIES = 3;
  private static final int SECONDS = 5;
  private static final String ENTRY_COLUMNS =
      "id, source, asker, at_millis, question, choices, outcome, state, ran_sql, written_sql,"
          + " parameters, as_of, row_count, millis, tokens, generator, timings";
  private static final String SENT_COLUMNS =
      "history_id, place, at_millis, task, provider, model, host, contents, bytes_sent,"
          + " tokens_in, tokens_out, millis, ending";
  private static final String CHECKED_COLUMNS = "history_id, at_millis, digest";
  private static final String PAIR_COLUMNS =
      "id, kind, source, asker, shared, question, choices, sql_text, parameters, dialect, as_of,"
          + " intent, row_count, at_millis, digest";

  private final HikariDataSource pool;
  private final String description;

  private JdbcStore(HikariDataSource pool, String description) {
    this.pool = pool;
    this.description = description;
  }

  /** How many connections a store keeps while nothing happens. */
  enum Keeping {
    /** None: others pay for connections. */
    NONE,
    /** One for ever: with the last one an embedded database would be given away. */
    ONE
  }

  /**
   * Opens the store, and makes or migrates its tables.
   *
   * @param database where to get connections
   * @param description what it is, for people, without secrets
   */
  static JdbcStore open(
      DataSource database, StoreSchema schema, Keeping keeping, String description)
      throws SQLException {
    // The first one without the pool, which would try again for as long as it may wait.
    try (Connection first = database.getConnection()) {
      schema.bringUpToDate(first);
      HikariDataSource pool = new HikariDataSource(pool(database, keeping));
      try (Connection second = pool.getConnection()) {
        second.getMetaData();
        return new JdbcStore(pool, description);
      } catch (SQLException | RuntimeException | Error e) {
        pool.close();
        throw e;
      }
    }
  }

  private static HikariConfig pool(DataSource database, Keeping keeping) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setPoolName("nl2sql-store");
    config.setMaximumPoolSize(LARGEST);
    config.setConnectionTimeout(WAIT.toMillis());
    config.setInitializationFailTimeout(-1);
    if (keeping == Keeping.ONE) {
      config.setMinimumIdle(1);
      config.setIdleTimeout(0);
      config.setMaxLifetime(0);
    } else {
      config.setMinimumIdle(0);
      config.setIdleTimeout(IDLE.toMillis());
    }
    return config;
  }

  /**
   * Reads everything once: what cannot be read is found now and not in the middle of a question.
   */
  void demandReadable() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      for (String table : TABLES) {
        try (PreparedStatement all = connection.prepareStatement("SELECT * FROM " + table);
            ResultSet rows = all.executeQuery()) {
          int columns = rows.getMetaData().getColumnCount();
          while (rows.next()) {
            for (int i = 1; i <= columns; i++) {
              rows.getObject(i);
            }
          }
        }
      }
    }
  }

  /**
   * How many bytes of the file of an embedded database hold what is there now; 0 if it does not
   * say.
   */
  long bytesInUse() throws SQLException {
    long bytes = 1;
    try (Connection connection = pool.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT setting_value FROM information_schema.settings WHERE setting_name = ?")) {
      for (String part : List.of("info.FILE_SIZE", "info.FILL_RATE", "info.CHUNKS_FILL_RATE")) {
        select.setString(1, part);
        try (ResultSet rows = select.executeQuery()) {
          bytes *= rows.next() ? rows.getLong(1) : 0;
        }
      }
    }
    return bytes / (PERCENT * PERCENT);
  }

  /** Puts all that is here into a store that holds nothing yet. */
  void copyTo(JdbcStore empty) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      for (String table : TABLES) {
        try (PreparedStatement all = connection.prepareStatement("SELECT * FROM " + table);
            ResultSet rows = all.executeQuery()) {
          empty.write(into -> copy(rows, into, table));
        }
      }
    }
  }

  private static void copy(ResultSet rows, Connection into, String table) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      names.add(columns.getColumnName(i));
    }
    try (PreparedStatement insert = insert(into, table, String.join(", ", names))) {
      int waiting = 0;
      while (rows.next()) {
        for (int i = 1; i <= names.size(); i++) {
          insert.setObject(i, rows.getObject(i));
        }
        insert.addBatch();
        waiting++;
        if (waiting % ROWS_AT_ONCE == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  /** How many pairs were changed by something else than a store, and are left out. */
  int damagedPairs() throws SQLException {
    int damaged = 0;
    try (Connection connection = pool.getConnection();
        PreparedStatement all =
            connection.prepareStatement("SELECT " + PAIR_COLUMNS + " FROM nl2sql_pair");
        ResultSet rows = all.executeQuery()) {
      while (rows.next()) {
        damaged += pair(rows).isPresent() ? 0 : 1;
      }
    }
    return damaged;
  }

  /** How many questions of the past were changed or lost, and are left out. */
  int damagedEntries() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      Beside beside = Beside.none();
      beside.read(connection, "", List.of());
      Set<String> sound = new HashSet<>();
      int damaged = 0;
      try (PreparedStatement all =
              connection.prepareStatement("SELECT " + ENTRY_COLUMNS + " FROM nl2sql_history");
          ResultSet rows = all.executeQuery()) {
        while (rows.next()) {
          Optional<HistoryEntry> entry = own(rows).flatMap(beside::checked);
          entry.ifPresent(e -> sound.add(e.id()));
          damaged += entry.isPresent() ? 0 : 1;
        }
      }
      long missing = beside.digests().keySet().stream().filter(id -> !sound.contains(id)).count();
      return (int) Math.max(damaged, missing);
    }
  }

  /** Whether what a mark names is there. */
  boolean has(Seal.Mark mark) throws SQLException {
    return hasBefore(mark, Instant.MAX);
  }

  /** Whether what a mark names is there, and is from before that time. */
  boolean hasBefore(Seal.Mark mark, Instant time) throws SQLException {
    String sql =
        switch (mark.kind()) {
          case ENTRY -> "SELECT at_millis FROM nl2sql_history WHERE id = ?";
          case PAIR -> "SELECT at_millis FROM nl2sql_pair WHERE digest = ?";
        };
    try (Connection connection = pool.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, mark.id());
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() && Instant.ofEpochMilli(rows.getLong(1)).isBefore(time);
      }
    }
  }

  /** Work in one transaction. */
  @FunctionalInterface
  private interface Work {
    void run(Connection connection) throws SQLException;
  }

  /** Two that write the same key meet: one waits or fails, and then tries again. */
  private void write(Work work) throws SQLException {
    SQLException last = null;
    for (int i = 0; i < TRIES; i++) {
      try (Connection connection = pool.getConnection()) {
        connection.setAutoCommit(false);
        try {
          work.run(connection);
          connection.commit();
          return;
        } catch (SQLException e) {
          connection.rollback();
          last = e;
        }
      }
    }
    throw last;
  }

  @Override
  public void add(List<HistoryEntry> entries) throws SQLException {
    write(
        connection -> {
          try (PreparedStatement insert = insert(connection, "nl2sql_history", ENTRY_COLUMNS);
              PreparedStatement sent = insert(connection, "nl2sql_sent", SENT_COLUMNS);
              PreparedStatement checked = insert(connection, "nl2sql_checked", CHECKED_COLUMNS)) {
            for (HistoryEntry entry : entries) {
              set(insert, entry);
              insert.executeUpdate();
              checked.setString(1, entry.id());
              checked.setLong(2, entry.at().toEpochMilli());
              checked.setString(3, entry.digest());
              checked.executeUpdate();
              for (int i = 0; i < entry.sent().size(); i++) {
                set(sent, entry.id(), i, entry.sent().get(i));
                sent.executeUpdate();
              }
            }
          }
        });
  }

  private static PreparedStatement insert(Connection connection, String table, String columns)
      throws SQLException {
    String places =
        Arrays.stream(columns.split(",")).map(c -> "?").collect(Collectors.joining(", "));
    return connection.prepareStatement(
        "INSERT INTO " + table + " (" + columns + ") VALUES (" + places + ")");
  }

  private static void set(PreparedStatement insert, HistoryEntry entry) throws SQLException {
    insert.setString(1, entry.id());
    insert.setString(2, entry.owner().source());
    insert.setString(3, entry.owner().user());
    insert.setLong(4, entry.at().toEpochMilli());
    insert.setString(5, entry.question());
    insert.setString(6, QuestionKey.choices(entry.choices()));
    insert.setString(7, entry.outcome());
    insert.setString(8, entry.state());
    setText(insert, 9, entry.sql());
    setText(insert, 10, entry.written());
    insert.setString(11, numbers(entry.parameters()));
    setText(insert, 12, entry.asOf().map(LocalDate::toString));
    insert.setLong(13, entry.rows());
    insert.setLong(14, entry.millis());
    insert.setLong(15, entry.tokens());
    insert.setString(16, entry.generator());
    insert.setString(17, entry.timings());
  }

  private static void set(PreparedStatement insert, String id, int place, ModelCall call)
      throws SQLException {
    insert.setString(1, id);
    insert.setInt(2, place);
    insert.setLong(3, call.at().toEpochMilli());
    insert.setString(4, call.task());
    insert.setString(5, call.provider());
    insert.setString(6, call.model());
    insert.setString(7, call.host());
    insert.setString(
        8, call.contents().stream().map(Enum::name).sorted().collect(Collectors.joining(",")));
    insert.setLong(9, call.bytesSent());
    insert.setLong(10, call.tokensIn());
    insert.setLong(11, call.tokensOut());
    insert.setLong(12, call.duration().toMillis());
    insert.setString(13, call.ending());
  }

  private static void setText(PreparedStatement insert, int place, Optional<String> text)
      throws SQLException {
    if (text.isPresent()) {
      insert.setString(place, text.get());
    } else {
      insert.setNull(place, Types.VARCHAR);
    }
  }

  @Override
  public void put(List<Pair> pairs) throws SQLException {
    write(
        connection -> {
          try (PreparedStatement delete =
                  connection.prepareStatement("DELETE FROM nl2sql_pair WHERE id = ?");
              PreparedStatement insert = insert(connection, "nl2sql_pair", PAIR_COLUMNS)) {
            for (Pair pair : pairs) {
              delete.setString(1, pair.id());
              delete.executeUpdate();
              set(insert, pair);
              insert.executeUpdate();
            }
          }
        });
  }

  private static void set(PreparedStatement insert, Pair pair) throws SQLException {
    insert.setString(1, pair.id());
    insert.setString(2, pair.kind().word());
    insert.setString(3, pair.owner().source());
    insert.setString(4, pair.owner().user());
    insert.setInt(5, pair.shared() ? 1 : 0);
    insert.setString(6, pair.question());
    insert.setString(7, QuestionKey.choices(pair.choices()));
    insert.setString(8, pair.sql());
    insert.setString(9, numbers(pair.parameters()));
    insert.setString(10, pair.dialect());
    setText(insert, 11, pair.asOf().map(LocalDate::toString));
    insert.setString(12, pair.intent());
    insert.setLong(13, pair.rows());
    insert.setLong(14, pair.at().toEpochMilli());
    insert.setString(15, pair.digest());
  }

  @Override
  public void forgetRemembered(Pair verdict) throws SQLException {
    String id = verdict.asRemembered().id();
    String which = verdict.kind() == Pair.Kind.CORRECTED ? "" : " AND sql_text = ?";
    write(
        connection -> {
          try (PreparedStatement delete =
              connection.prepareStatement("DELETE FROM nl2sql_pair WHERE id = ?" + which)) {
            delete.setString(1, id);
            if (!which.isEmpty()) {
              delete.setString(2, verdict.sql());
            }
            delete.executeUpdate();
          }
        });
  }

  @Override
  public List<HistoryEntry> history(Owner owner, int most) throws SQLException {
    return entries(owner, "", List.of(), most);
  }

  @Override
  public Optional<HistoryEntry> entry(Owner owner, String id) throws SQLException {
    return entries(owner, " AND id = ?", List.of(id), 1).stream().findFirst();
  }

  private List<HistoryEntry> entries(Owner owner, String condition, List<String> values, int most)
      throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT "
                    + ENTRY_COLUMNS
                    + " FROM nl2sql_history WHERE source = ? AND asker = ?"
                    + condition
                    + " ORDER BY at_millis DESC, id")) {
      select.setString(1, owner.source());
      select.setString(2, owner.user());
      for (int i = 0; i < values.size(); i++) {
        select.setString(3 + i, values.get(i));
      }
      select.setMaxRows(most);
      select.setQueryTimeout(SECONDS);
      List<HistoryEntry> found = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (found.size() < most && rows.next()) {
          own(rows).ifPresent(found::add);
        }
      }
      Beside beside = Beside.none();
      beside.read(connection, found);
      return found.stream().flatMap(e -> beside.checked(e).stream()).toList();
    }
  }

  /** Without what was sent for it; empty if it cannot be read. */
  private static Optional<HistoryEntry> own(ResultSet rows) throws SQLException {
    try {
      return Optional.of(entry(rows));
    } catch (RuntimeException e) {
      LOG.debug("a stored question cannot be read", e);
      LOG.warn(DAMAGED_ENTRY);
      return Optional.empty();
    }
  }

  /** What stands beside the questions of the past: what was sent for them, and their digests. */
  private record Beside(Map<String, List<ModelCall>> sent, Map<String, String> digests) {
    static Beside none() {
      return new Beside(new HashMap<>(), new HashMap<>());
    }

    /** Empty if it was damaged: the past says only what was. */
    Optional<HistoryEntry> checked(HistoryEntry own) {
      HistoryEntry entry = own.with(sent.getOrDefault(own.id(), List.of()));
      String digest = digests.get(entry.id());
      if (digest == null || digest.equals(entry.digest())) {
        return Optional.of(entry);
      }
      LOG.warn(DAMAGED_ENTRY);
      return Optional.empty();
    }

    void read(Connection connection, List<HistoryEntry> entries) throws SQLException {
      for (int i = 0; i < entries.size(); i += ROWS_AT_ONCE) {
        List<String> ids =
            entries.subList(i, Math.min(entries.size(), i + ROWS_AT_ONCE)).stream()
                .map(HistoryEntry::id)
                .toList();
        String places = ids.stream().map(id -> "?").collect(Collectors.joining(", "));
        read(connection, " WHERE history_id IN (" + places + ")", ids);
      }
    }

    void read(Connection connection, String condition, List<String> values) throws SQLException {
      each(
          connection,
          "SELECT * FROM nl2sql_sent" + condition + " ORDER BY history_id, place",
          values,
          rows ->
              sent.computeIfAbsent(rows.getString("history_id"), k -> new ArrayList<>())
                  .add(call(rows)));
      each(
          connection,
          "SELECT history_id, digest FROM nl2sql_checked" + condition,
          values,
          rows -> digests.put(rows.getString("history_id"), rows.getString("digest")));
    }
  }

  /** What is done with a row. */
  @FunctionalInterface
  private interface Row {
    void take(ResultSet rows) throws SQLException;
  }

  private static void each(Connection connection, String sql, List<String> values, Row row)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) {
        select.setString(1 + i, values.get(i));
      }
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          row.take(rows);
        }
      }
    }
  }

  private static HistoryEntry entry(ResultSet rows) throws SQLException {
    return new HistoryEntry(
        rows.getString("id"),
        new Owner(rows.getString("source"), rows.getString("asker")),
        Instant.ofEpochMilli(rows.getLong("at_millis")),
        rows.getString("question"),
        QuestionKey.readChoices(text(rows, "choices")),
        rows.getString("outcome"),
        text(rows, "state"),
        Optional.ofNullable(rows.getString("ran_sql")),
        Optional.ofNullable(rows.getString("written_sql")),
        numbers(text(rows, "parameters")),
        date(rows),
        rows.getLong("row_count"),
        rows.getLong("millis"),
        rows.getLong("tokens"),
        text(rows, "generator"),
        text(rows, "timings"),
        List.of());
  }

  /** Some databases keep an empty text as none. */
  private static String text(ResultSet rows, String column) throws SQLException {
    return Optional.ofNullable(rows.getString(column)).orElse("");
  }

  private static Optional<LocalDate> date(ResultSet rows) throws SQLException {
    return Optional.ofNullable(rows.getString("as_of")).map(LocalDate::parse);
  }

  private static ModelCall call(ResultSet rows) throws SQLException {
    return new ModelCall(
        text(rows, "task"),
        text(rows, "provider"),
        text(rows, "model"),
        text(rows, "host"),
        Instant.ofEpochMilli(rows.getLong("at_millis")),
        Duration.ofMillis(rows.getLong("millis")),
        rows.getLong("bytes_sent"),
        rows.getLong("tokens_in"),
        rows.getLong("tokens_out"),
        contents(text(rows, "contents")),
        text(rows, "ending"));
  }

  /** A kind that only a newer program knows is left out. */
  private static Set<ModelCall.Content> contents(String text) {
    return Arrays.stream(ModelCall.Content.values())
        .filter(c -> Arrays.asList(text.split(",")).contains(c.name()))
        .collect(Collectors.toSet());
  }

  @Override
  public List<Pair> pairs(Owner owner, int most) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT "
                    + PAIR_COLUMNS
                    + " FROM nl2sql_pair WHERE source = ? AND (asker = ? OR shared = 1)"
                    + " ORDER BY at_millis DESC, id")) {
      select.setString(1, owner.source());
      select.setString(2, owner.user());
      select.setMaxRows(most);
      select.setQueryTimeout(SECONDS);
      List<Pair> pairs = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (pairs.size() < most && rows.next()) {
          pair(rows).ifPresent(pairs::add);
        }
      }
      return List.copyOf(pairs);
    }
  }

  /** Empty if it was damaged: nothing may answer a question that nobody has written so. */
  private static Optional<Pair> pair(ResultSet rows) throws SQLException {
    try {
      Pair pair =
          new Pair(
              Pair.Kind.ofWord(rows.getString("kind")),
              new Owner(rows.getString("source"), rows.getString("asker")),
              rows.getInt("shared") == 1,
              rows.getString("question"),
              QuestionKey.readChoices(text(rows, "choices")),
              rows.getString("sql_text"),
              numbers(text(rows, "parameters")),
              rows.getString("dialect"),
              date(rows),
              text(rows, "intent"),
              rows.getLong("row_count"),
              Instant.ofEpochMilli(rows.getLong("at_millis")));
      if (pair.digest().equals(rows.getString("digest"))) {
        return Optional.of(pair);
      }
    } catch (RuntimeException e) {
      LOG.debug("a stored pair cannot be read", e);
    }
    LOG.warn("a damaged pair of the store is left out");
    return Optional.empty();
  }

  @Override
  public void dropBefore(Instant oldest) throws SQLException {
    long millis = oldest.toEpochMilli();
    write(
        connection -> {
          for (String sql :
              List.of(
                  "DELETE FROM nl2sql_sent WHERE history_id IN"
                      + " (SELECT id FROM nl2sql_history WHERE at_millis < ?)",
                  "DELETE FROM nl2sql_checked WHERE at_millis < ?",
                  "DELETE FROM nl2sql_history WHERE at_millis < ?",
                  "DELETE FROM nl2sql_pair WHERE kind = 'remembered' AND at_millis < ?")) {
            try (PreparedStatement delete = connection.prepareStatement(sql)) {
              delete.setLong(1, millis);
              delete.executeUpdate();
            }
          }
        });
  }

  private static String numbers(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static List<Integer> numbers(String text) {
    return Arrays.stream(text.split(",")).filter(n -> !n.isBlank()).map(Integer::valueOf).toList();
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public void close() {
    pool.close();
  }
}
