package dev.nl2sql.eval.soak;

import dev.nl2sql.Setting;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.embedded.EmbeddedGenerator;
import dev.nl2sql.jdbc.Nl2SqlDataSource;
import dev.nl2sql.language.Language;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Many threads on one data source for a while: questions, plain SQL and questions inside SQL, whose
 * right answers are known, while statements are cancelled and connections closed at random. Counts
 * wrong answers and what stays behind. Used once.
 */
public final class Soak {
  private static final int BOOKS = 200;
  private static final int AUTHORS = 20;
  private static final String CHAOS = "soak-chaos";
  // 64 threads on few processors wait long for their turn; what is looked for here is no slowness.
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int KEPT_FAULTS = 20;
  private static final long ENDING_MILLIS = 90_000;
  private static final String SLOW = "list the titles of books with a price below 5";

  private final String url;
  private final int threads;
  private final CountingDataSource counting;
  private final Nl2SqlDataSource source;
  private final Set<Statement> running = ConcurrentHashMap.newKeySet();
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final Set<Object> disturbed = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Boolean> written = new ConcurrentHashMap<>();
  private final AtomicInteger nextRow = new AtomicInteger();
  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong disturbances = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();
  private final AtomicLong blocked = new AtomicLong();
  private final AtomicLong slow = new AtomicLong();
  private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
  private volatile boolean ended;

  /**
   * @param url JDBC URL of the real driver
   * @param threads how many threads ask
   */
  public Soak(String url, int threads) {
    this.url = url;
    this.threads = threads;
    this.counting =
        new CountingDataSource(url, () -> !Thread.currentThread().getName().equals(CHAOS));
    this.source =
        Nl2SqlDataSource.builder()
            .dataSource(counting.dataSource())
            .generator(new Slowly(new EmbeddedGenerator(Language.english())))
            .setting(Setting.TIME_BUDGET, PATIENCE.toSeconds() + "s")
            .setting(Setting.MIN_CONFIDENCE, "0.4")
            .setting(Setting.STATEMENT_TIMEOUT, PATIENCE.toSeconds() + "s")
            .build();
  }

  /**
   * What was seen.
   *
   * @param operations statements run
   * @param disturbances cancels and closes
   * @param wrongAnswers answers and errors that should not have been
   * @param slowQuestions questions whose generator waited
   * @param blocked of those, during which plain SQL on the same connection did not run
   * @param lostRows rows whose insert was acknowledged and that are not there
   * @param connectionsLeft physical connections still open
   * @param statementsLeft physical statements still open when their connection was given back
   * @param threadsLeft threads of the driver still alive after it was closed
   * @param heapEarly bytes held after a collection in the first quarter
   * @param heapLate bytes held after a collection at the end
   * @param faults the first faults in words
   */
  public record Result(
      long operations,
      long disturbances,
      long wrongAnswers,
      long slowQuestions,
      long blocked,
      long lostRows,
      long connectionsLeft,
      long statementsLeft,
      long threadsLeft,
      long heapEarly,
      long heapLate,
      List<String> faults) {
    private static final long HEAP_ALLOWANCE = 32L << 20;

    public Result {
      faults = List.copyOf(faults);
    }

    /** Whether nothing was wrong and nothing is left. */
    public boolean isClean() {
      return wrongAnswers == 0
          && blocked == 0
          && lostRows == 0
          && connectionsLeft == 0
          && statementsLeft == 0
          && threadsLeft == 0
          && heapLate <= heapEarly + HEAP_ALLOWANCE;
    }
  }

  /** Runs for so long. */
  public Result run(Duration time) throws SQLException, InterruptedException {
    Set<Thread> before = new HashSet<>(driverThreads()); // engines of others may still live
    load();
    warmUp();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Random random = new Random(i);
      all.add(new Thread(() -> work(random), "soak-" + i));
    }
    Thread chaos = new Thread(this::disturb, CHAOS);
    all.add(chaos);
    all.forEach(Thread::start);
    Thread.sleep(time.toMillis() / 4);
    long early = heap();
    Thread.sleep(time.toMillis() - time.toMillis() / 4);
    ended = true;
    for (Thread thread : all) {
      thread.join(ENDING_MILLIS);
      if (thread.isAlive()) {
        fault(thread.getName() + " did not end: " + List.of(thread.getStackTrace()));
      }
    }
    long late = heap();
    source.close();
    long threadsLeft = threadsLeft(before);
    counting.originsOfLeftOpen().forEach(origin -> fault("a statement was left open: " + origin));
    return new Result(
        operations.get(),
        disturbances.get(),
        wrong.get(),
        slow.get(),
        blocked.get(),
        lostRows(),
        counting.openConnections(),
        counting.leftOpen(),
        threadsLeft,
        early,
        late,
        List.copyOf(faults));
  }

  private void load() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE authors (author_id INTEGER PRIMARY KEY, name VARCHAR(40))");
      statement.execute(
          "CREATE TABLE books (book_id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES"
              + " authors(author_id), title VARCHAR(40), price INTEGER)");
      statement.execute("CREATE TABLE ledger (entry INTEGER PRIMARY KEY)");
      for (int i = 1; i <= AUTHORS; i++) {
        statement.execute("INSERT INTO authors VALUES (" + i + ", 'author " + i + "')");
      }
      for (int i = 1; i <= BOOKS; i++) {
        statement.execute(
            "INSERT INTO books VALUES (%d, %d, 'title %d', %d)"
                .formatted(i, i % AUTHORS + 1, i, i % 50));
      }
    }
  }

  /** Everything is asked once alone, so that 64 threads do not all read the grammar at once. */
  private void warmUp() throws SQLException {
    try (Connection connection = source.getConnection()) {
      rows(connection, "SELECT COUNT(*) FROM (ASK 'list the names of all authors') t", AUTHORS);
      rows(connection, "ASK 'how many books are there?'", BOOKS);
      prepared(connection, BOOKS, 0);
    }
  }

  private void work(Random random) {
    while (!ended) {
      try {
        connection(random);
      } catch (SQLException e) {
        fault("a connection could not be had or closed: " + e);
      }
    }
  }

  /** One connection, used by two threads at once, for a few statements. */
  private void connection(Random random) throws SQLException {
    Connection connection = source.getConnection();
    open.add(connection);
    Random other = new Random(random.nextLong());
    Thread companion = new Thread(() -> statements(connection, other), "soak-companion");
    try {
      boolean shared = random.nextInt(4) == 0;
      if (shared) {
        companion.start();
      }
      statements(connection, random);
      if (shared) {
        companion.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(connection);
      connection.close();
      disturbed.remove(connection);
    }
  }

  private void statements(Connection connection, Random random) {
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count && !ended; i++) {
      operation(connection, random);
      operations.incrementAndGet();
    }
  }

  private void operation(Connection connection, Random random) {
    int limit = random.nextInt(50);
    long above = IntStream.rangeClosed(1, BOOKS).filter(b -> b % 50 > limit).count();
    switch (random.nextInt(8)) {
      case 0 -> rows(connection, "SELECT COUNT(*) FROM books", BOOKS);
      case 1 -> rows(connection, "ASK 'how many books are there?'", BOOKS);
      case 2 ->
          count(
              connection, "ASK 'list the titles of books with a price above " + limit + "'", above);
      case 3 ->
          rows(connection, "SELECT COUNT(*) FROM (ASK 'list the names of all authors') t", AUTHORS);
      case 4 -> prepared(connection, limit, above);
      case 5 -> slowly(connection);
      default -> insert(connection);
    }
  }

  private void rows(Connection connection, String sql, long expected) {
    check(
        connection,
        sql,
        expected,
        statement -> {
          try (ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : -1;
          }
        });
  }

  private void count(Connection connection, String sql, long expected) {
    check(connection, sql, expected, statement -> countOf(statement.executeQuery(sql)));
  }

  private static long countOf(ResultSet result) throws SQLException {
    try (ResultSet rows = result) {
      long count = 0;
      while (rows.next()) {
        count++;
      }
      return count;
    }
  }

  private void prepared(Connection connection, int limit, long expected) {
    String question = "ASK 'list the titles of books with a price above ?' USING ?";
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      watched(
          connection,
          statement,
          question,
          expected,
          () -> {
            statement.setInt(1, limit);
            return countOf(statement.executeQuery());
          });
    } catch (SQLException e) {
      unexpected(connection, null, question, e);
    }
  }

  /** A question whose generator waits, while plain SQL runs on the same connection. */
  private void slowly(Connection connection) {
    // blanks make the text another one, so that the translation is not the kept one
    Slowly.CONNECTION.set(connection);
    try {
      count(connection, "ASK '" + SLOW + " or above " + nextRow.incrementAndGet() + 100 + "'", -1);
    } finally {
      Slowly.CONNECTION.remove();
    }
  }

  private void insert(Connection connection) {
    int row = nextRow.incrementAndGet();
    String sql = "INSERT INTO ledger VALUES (" + row + ")";
    check(
        connection,
        sql,
        1,
        statement -> {
          long inserted = statement.executeUpdate(sql);
          written.put(row, true);
          return inserted;
        });
  }

  private interface Work {
    long on(Statement statement) throws SQLException;
  }

  private interface Done {
    long get() throws SQLException;
  }

  private void check(Connection connection, String sql, long expected, Work work) {
    try (Statement statement = connection.createStatement()) {
      watched(connection, statement, sql, expected, () -> work.on(statement));
    } catch (SQLException e) {
      unexpected(connection, null, sql, e);
    }
  }

  private void watched(
      Connection connection, Statement statement, String sql, long expected, Done done) {
    running.add(statement);
    try {
      long answer = done.get();
      if (expected >= 0 && answer != expected) {
        wrong.incrementAndGet();
        fault(sql + ": " + answer + " instead of " + expected);
      }
    } catch (SQLException e) {
      if (expected >= 0) {
        unexpected(connection, statement, sql, e);
      }
    } finally {
      running.remove(statement);
      disturbed.remove(statement);
    }
  }

  /** An error is one only if nobody cancelled the statement or closed its connection. */
  private void unexpected(Connection connection, Statement statement, String sql, SQLException e) {
    boolean expected =
        disturbed.contains(connection) || (statement != null && disturbed.contains(statement));
    if (!expected) {
      wrong.incrementAndGet();
      fault(sql + ": " + e.getSQLState() + " " + e.getMessage());
    }
  }

  private void fault(String text) {
    if (faults.size() < KEPT_FAULTS) {
      faults.add(text);
    }
  }

  private void disturb() {
    Random random = new Random(0);
    while (!ended) {
      try {
        Thread.sleep(5);
        if (random.nextInt(5) == 0) {
          close(any(open, random));
        } else {
          cancel(any(running, random));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void cancel(Statement statement) {
    if (statement == null) {
      return;
    }
    disturbed.add(statement);
    disturbances.incrementAndGet();
    try {
      statement.cancel();
    } catch (SQLException closed) {
      // it ended before it could be cancelled
    } finally {
      forgetIfDone(statement);
    }
  }

  private void forgetIfDone(Statement statement) {
    if (!running.contains(statement)) {
      disturbed.remove(statement);
    }
  }

  private void close(Connection connection) {
    if (connection == null) {
      return;
    }
    disturbed.add(connection);
    disturbances.incrementAndGet();
    try {
      connection.close();
    } catch (SQLException e) {
      fault("close: " + e);
    } finally {
      if (!open.contains(connection)) {
        disturbed.remove(connection);
      }
    }
  }

  private static <T> T any(Set<T> all, Random random) {
    List<T> now = new ArrayList<>(all);
    return now.isEmpty() ? null : now.get(random.nextInt(now.size()));
  }

  private long lostRows() throws SQLException {
    Set<Integer> there = ConcurrentHashMap.newKeySet();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT entry FROM ledger")) {
      while (rows.next()) {
        there.add(rows.getInt(1));
      }
    }
    return written.keySet().stream().filter(row -> !there.contains(row)).count();
  }

  /** Threads of the driver end soon after it is closed; the guard's after ten idle seconds. */
  private long threadsLeft(Set<Thread> before) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMillis(ENDING_MILLIS).toNanos();
    List<Thread> left = newThreads(before);
    while (!left.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(100);
      left = newThreads(before);
    }
    left.forEach(t -> fault(t.getName() + " is left: " + List.of(t.getStackTrace())));
    return left.size();
  }

  private static List<Thread> newThreads(Set<Thread> before) {
    return driverThreads().stream().filter(t -> !before.contains(t)).toList();
  }

  private static List<Thread> driverThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().startsWith("nl2sql"))
        .toList();
  }

  private static long heap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(50);
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Waits with some questions, until plain SQL has run on the very connection that asks. */
  private final class Slowly implements SqlGenerator {
    private static final ThreadLocal<Connection> CONNECTION = new ThreadLocal<>();

    private final SqlGenerator generator;

    private Slowly(SqlGenerator generator) {
      this.generator = generator;
    }

    @Override
    public String name() {
      return generator.name();
    }

    @Override
    public void prepare(GenerationRequest request) {
      generator.prepare(request);
    }

    @Override
    public Generation generate(GenerationRequest request) {
      Connection connection = CONNECTION.get();
      if (connection != null && request.question().text().startsWith(SLOW)) {
        slow.incrementAndGet();
        demandFree(connection);
      }
      return generator.generate(request);
    }

    private void demandFree(Connection connection) {
      Thread plain =
          new Thread(
              () -> {
                try (Statement statement = connection.createStatement()) {
                  statement.execute("SELECT 1");
                } catch (SQLException closed) {
                  // a connection that was closed holds nothing up either
                }
              },
              "soak-plain");
      plain.start();
      try {
        plain.join(PATIENCE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (plain.isAlive()) {
        blocked.incrementAndGet();
        fault("plain SQL waited for the generator of a question");
      }
    }
  }
}
