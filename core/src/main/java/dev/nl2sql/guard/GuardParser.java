package dev.nl2sql.guard;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.Values;

/**
 * Parses one statement on threads of its own, with limits and deep stacks. Thread-safe.
 *
 * <p>What is limited is the work of the parse, as processor time of its thread: the first parse
 * loads and interprets the whole grammar, and on a machine with more to do than processors a
 * harmless statement may wait for seconds until it gets its share. Neither says anything about the
 * statement, so neither may refuse it. A hostile statement costs its own work and is refused as
 * soon as before. A limit on the clock, far above, ends the wait if the threads get nothing at all.
 */
final class GuardParser {
  private static final int THREADS = 4;
  private static final int WAITING = 256;
  private static final long STACK_BYTES = 4L << 20;
  private static final long POLL_MILLIS = 10;
  private static final Limits DEFAULT_LIMITS =
      new Limits(Duration.ofSeconds(1), Duration.ofSeconds(15));
  private static final ExecutorService THREAD_POOL = threads();

  private final Grammar grammar;
  private final Limits limits;

  /**
   * What a parse may take.
   *
   * @param work processor time of the parse itself
   * @param time on the clock until it has ended, waiting for a thread and for a processor included
   */
  record Limits(Duration work, Duration time) {}

  /** How a text is read. */
  interface Grammar {
    Statement read(CCJSqlParser parser) throws Exception;
  }

  GuardParser() {
    this(CCJSqlParser::Statement, DEFAULT_LIMITS);
  }

  GuardParser(Grammar grammar, Limits limits) {
    this.grammar = grammar;
    this.limits = limits;
  }

  private static ExecutorService threads() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            GuardParser::thread,
            new ThreadPoolExecutor.AbortPolicy());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(null, task, "nl2sql-guard-parser", STACK_BYTES);
    thread.setDaemon(true);
    thread.setContextClassLoader(GuardParser.class.getClassLoader());
    return thread;
  }

  /** What may be done on a thread of the parser. */
  interface Work<T> {
    T with(Session session);
  }

  /** The one SELECT, VALUES or set operation that the text is. */
  Select parse(String text) {
    return during(session -> session.parse(text));
  }

  /** Runs work that parses, several times if need be, within the limits together. */
  <T> T during(Work<T> work) {
    Session session = new Session();
    try {
      return await(
          THREAD_POOL.submit(() -> session.meter.during(() -> work.with(session))), session);
    } catch (RejectedExecutionException e) {
      throw refusal("the parser is busy");
    }
  }

  private <T> T await(Future<T> running, Session session) {
    long start = System.nanoTime();
    try {
      while (true) {
        try {
          return running.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          boolean waitsTooLong = System.nanoTime() - start > limits.time().toNanos();
          if (waitsTooLong || session.meter.workNanos() > limits.work().toNanos()) {
            session.stop(running);
            throw refusal("the statement takes too long to parse");
          }
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Refusal refused) {
        throw refused;
      }
      throw refusal("the statement cannot be checked: " + e.getCause().getClass().getSimpleName());
    } catch (InterruptedException e) {
      session.stop(running);
      Thread.currentThread().interrupt();
      throw refusal("interrupted while parsing");
    }
  }

  /** One piece of work on a thread of the parser. */
  final class Session {
    private final WorkMeter meter = new WorkMeter();
    private volatile CCJSqlParser current;
    private volatile boolean stopped;

    /** The one SELECT, VALUES or set operation that the text is. */
    Select parse(String text) {
      Statement statement = statement(text);
      boolean query =
          statement instanceof PlainSelect
              || statement instanceof SetOperationList
              || statement instanceof ParenthesedSelect
              || statement instanceof Values;
      if (!query) {
        throw refusal("only SELECT, VALUES and WITH … SELECT are allowed");
      }
      return (Select) statement;
    }

    /** Whether the text is printed as it stands when it is parsed. */
    boolean isFixedPoint(String text) {
      return parse(text).toString().equals(text);
    }

    private Statement statement(String text) {
      CCJSqlParser parser = CCJSqlParserUtil.newParser(text);
      current = parser;
      if (stopped) {
        throw refusal("the statement takes too long to parse");
      }
      try {
        return grammar.read(parser);
      } catch (Exception | StackOverflowError | AssertionError e) {
        throw refusal("the statement does not parse: " + firstLine(e));
      }
    }

    // The grammar looks at its own flag only; without it the thread would go on for nobody.
    private void stop(Future<?> running) {
      stopped = true;
      CCJSqlParser parser = current;
      if (parser != null) {
        parser.interrupted = true;
      }
      running.cancel(true);
    }
  }

  private static String firstLine(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return message.lines().findFirst().orElse(cause.getClass().getSimpleName());
  }

  private static Refusal refusal(String reason) {
    return new Refusal(GuardVerdict.Layer.PARSER, reason);
  }
}
