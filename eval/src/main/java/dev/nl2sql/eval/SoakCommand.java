package dev.nl2sql.eval;

import dev.nl2sql.eval.soak.Soak;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Many threads on one data source, disturbed at random. */
@Command(
    name = "soak",
    description =
        "Questions and SQL by many threads, cancelled and closed at random; exit 1 if"
            + " an answer was wrong or anything stayed behind.")
final class SoakCommand implements Callable<Integer> {
  private static final String H2 = "jdbc:h2:mem:soak;DB_CLOSE_DELAY=-1";

  @Spec private CommandSpec spec;

  @Option(names = "--seconds", defaultValue = "300", description = "how long")
  private int seconds;

  @Option(names = "--threads", defaultValue = "64", description = "how many threads")
  private int threads;

  @Option(names = "--postgres", description = "on an embedded PostgreSQL instead of H2")
  private boolean postgres;

  @Override
  public Integer call() throws Exception {
    if (!postgres) {
      return run(H2);
    }
    try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start()) {
      return run(server.url("postgres"));
    }
  }

  private int run(String url) throws Exception {
    Soak.Result result = new Soak(url, threads).run(Duration.ofSeconds(seconds));
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%,d statements, %,d disturbances%n", result.operations(), result.disturbances());
    out.printf("wrong answers and errors: %d%n", result.wrongAnswers());
    out.printf(
        "slow questions: %d, during which plain SQL waited: %d%n",
        result.slowQuestions(), result.blocked());
    out.printf("acknowledged rows lost: %d%n", result.lostRows());
    out.printf(
        "left open: %d connections, %d statements, %d threads%n",
        result.connectionsLeft(), result.statementsLeft(), result.threadsLeft());
    out.printf("heap: %,d bytes early, %,d at the end%n", result.heapEarly(), result.heapLate());
    result.faults().forEach(out::println);
    return result.isClean() ? 0 : 1;
  }
}
