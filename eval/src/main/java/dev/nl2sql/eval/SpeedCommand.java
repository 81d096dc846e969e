package dev.nl2sql.eval;

import dev.nl2sql.eval.benchmark.PassThroughComparison;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Plain SQL through the driver against the real driver and other wrappers. */
@Command(
    name = "speed",
    description = "Plain SQL against the real driver, p6spy and datasource-proxy, in paired forks.")
final class SpeedCommand implements Callable<Integer> {
  private static final String H2 = "jdbc:h2:mem:benchmark;DB_CLOSE_DELAY=-1";

  @Spec private CommandSpec spec;

  @Option(names = "--h2-pairs", defaultValue = "8", description = "forks of each on H2, 0 for none")
  private int h2Pairs;

  @Option(
      names = "--postgres-pairs",
      defaultValue = "10",
      description = "forks of each on PostgreSQL, 0 for none")
  private int postgresPairs;

  @Option(names = "--others", defaultValue = "3", description = "forks of each other wrapper")
  private int others;

  @Option(
      names = "--benchmarks",
      split = ",",
      defaultValue = "selectOne,pointLookup,scan,batchInsert",
      description = "which; connect is one more")
  private List<String> benchmarks;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter progress = spec.commandLine().getErr();
    PassThroughComparison comparison =
        new PassThroughComparison(benchmarks, line -> progress.println(line));
    if (h2Pairs > 0) {
      comparison.run("H2 in memory", H2, h2Pairs, others, out);
    }
    if (postgresPairs > 0) {
      try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start()) {
        comparison.run("PostgreSQL", server.url("postgres"), postgresPairs, others, out);
      }
    }
    return 0;
  }
}
