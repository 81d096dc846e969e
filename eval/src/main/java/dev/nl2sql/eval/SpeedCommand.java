package dev.nl2sql.eval;

import dev.nl2sql.eval.benchmark.PassThroughComparison;
import java.io.File;
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
    description =
        "Plain SQL against the real driver, p6spy and datasource-proxy, taking turns in each fork.")
final class SpeedCommand implements Callable<Integer> {
  private static final String H2 = "jdbc:h2:mem:benchmark;DB_CLOSE_DELAY=-1";

  @Spec private CommandSpec spec;

  @Option(names = "--h2-forks", defaultValue = "10", description = "forks on H2, 0 for none")
  private int h2Forks;

  @Option(
      names = "--postgres-forks",
      defaultValue = "10",
      description = "forks on PostgreSQL, 0 for none")
  private int postgresForks;

  @Option(
      names = "--rounds",
      defaultValue = "400",
      description = "rounds of a fork; in each, every way has two turns of about 1 ms")
  private int rounds;

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
    List<String> classPath =
        List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    PassThroughComparison comparison =
        new PassThroughComparison(
            benchmarks,
            rounds,
            arguments ->
                FreshJvm.run(
                    PassThroughComparison.program(), classPath, arguments.toArray(String[]::new)),
            progress::println);
    if (h2Forks > 0) {
      comparison.run("H2 in memory", H2, h2Forks, out);
    }
    if (postgresForks > 0) {
      try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start()) {
        comparison.run("PostgreSQL", server.url("postgres"), postgresForks, out);
      }
    }
    return 0;
  }
}
