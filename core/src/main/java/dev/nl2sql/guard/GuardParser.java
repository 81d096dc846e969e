package dev.nl2sql.guard;

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
import net.sf.jsqlparser.statement.Statements;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.Values;

/** Parses one statement on threads of its own, with a time limit and deep stacks. Thread-safe. */
final class GuardParser {
  private static final int THREADS = 4;
  private static final int WAITING = 256;
  private static final long STACK_BYTES = 4L << 20;
  private static final long TIMEOUT_MILLIS = 1_000;
  private static final ExecutorService THREAD_POOL = threads();

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
    return thread;
  }

  /** The one SELECT, VALUES or set operation that the text is. */
  Select parse(String text) {
    Future<Statements> parsing;
    try {
      parsing = THREAD_POOL.submit(() -> statements(text));
    } catch (RejectedExecutionException e) {
      throw refusal("the parser is busy");
    }
    Statements statements = await(parsing);
    if (statements.size() != 1) {
      throw refusal("exactly one statement is allowed");
    }
    boolean query =
        statements.get(0) instanceof PlainSelect
            || statements.get(0) instanceof SetOperationList
            || statements.get(0) instanceof ParenthesedSelect
            || statements.get(0) instanceof Values;
    if (!query) {
      throw refusal("only SELECT, VALUES and WITH … SELECT are allowed");
    }
    return (Select) statements.get(0);
  }

  private static Statements statements(String text) throws Exception {
    CCJSqlParser parser = CCJSqlParserUtil.newParser(text);
    return parser.Statements();
  }

  private static Statements await(Future<Statements> parsing) {
    try {
      return parsing.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      parsing.cancel(true);
      throw refusal("the statement takes too long to parse");
    } catch (ExecutionException e) {
      throw refusal("the statement does not parse: " + firstLine(e.getCause()));
    } catch (InterruptedException e) {
      parsing.cancel(true);
      Thread.currentThread().interrupt();
      throw refusal("interrupted while parsing");
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
