package dev.nl2sql.eval.benchmark;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures plain SQL by each {@link Way} in forks that take turns, and compares each with the real
 * driver's fork of the same turn. A fork counts with its fastest iteration, for what else runs on a
 * machine only ever adds time.
 */
public final class PassThroughComparison {
  private static final TimeValue ITERATION = TimeValue.milliseconds(300);
  private static final int WARM_UPS = 6;
  private static final int ITERATIONS = 6;

  private final List<String> benchmarks;
  private final Consumer<String> progress;

  /**
   * @param benchmarks names of methods of {@link PassThroughBenchmark}
   * @param progress told after each turn
   */
  public PassThroughComparison(List<String> benchmarks, Consumer<String> progress) {
    this.benchmarks = List.copyOf(benchmarks);
    this.progress = progress;
  }

  /** What one fork measured. */
  private record Fork(double nanoseconds, double bytes) {}

  /**
   * Runs and prints a table.
   *
   * @param name name of the database in the table
   * @param url JDBC URL of the real driver
   * @param pairs turns of the real driver and ours
   * @param others turns in which the other wrappers take part as well
   */
  public void run(String name, String url, int pairs, int others, PrintWriter out)
      throws RunnerException {
    out.println(
        "| "
            + name
            + " | raw | nl2sql, ratio | p6spy, ratio | datasource-proxy, ratio |"
            + " bytes raw | bytes nl2sql |");
    out.println("|---|---|---|---|---|---|---|");
    for (String benchmark : benchmarks) {
      out.println(row(benchmark, url, pairs, others));
      out.flush();
    }
    out.println();
  }

  private String row(String benchmark, String url, int pairs, int others) throws RunnerException {
    Map<Way, List<Fork>> forks = new EnumMap<>(Way.class);
    for (int turn = 0; turn < pairs; turn++) {
      for (Way way : order(turn, others)) {
        forks.computeIfAbsent(way, w -> new ArrayList<>()).add(fork(benchmark, way, url));
      }
      progress.accept(benchmark + ": turn " + (turn + 1) + " of " + pairs);
    }
    List<Fork> raw = forks.get(Way.RAW);
    return "| %s | %s | %s | %s | %s | %,.0f | %,.0f |"
        .formatted(
            benchmark,
            time(best(raw)),
            ratio(forks.get(Way.NL2SQL), raw),
            ratio(forks.get(Way.P6SPY), raw),
            ratio(forks.get(Way.DATASOURCE_PROXY), raw),
            bytes(raw),
            bytes(forks.get(Way.NL2SQL)));
  }

  /** Who goes first changes from turn to turn. */
  private static List<Way> order(int turn, int others) {
    List<Way> ways = new ArrayList<>();
    ways.add(turn % 2 == 0 ? Way.RAW : Way.NL2SQL);
    ways.add(turn % 2 == 0 ? Way.NL2SQL : Way.RAW);
    if (turn < others) {
      ways.add(Way.P6SPY);
      ways.add(Way.DATASOURCE_PROXY);
    }
    return ways;
  }

  private static Fork fork(String benchmark, Way way, String url) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(PassThroughBenchmark.class.getName() + "\\." + benchmark + "$")
            .param("way", way.name())
            .forks(1)
            .warmupIterations(WARM_UPS)
            .warmupTime(ITERATION)
            .measurementIterations(ITERATIONS)
            .measurementTime(ITERATION)
            .addProfiler(GCProfiler.class)
            .jvmArgs("-Xmx1g", "-D" + PassThroughBenchmark.URL_PROPERTY + "=" + url)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    Collection<RunResult> results = new Runner(options).run();
    if (results.size() != 1) {
      throw new RunnerException("there is no one benchmark of the name " + benchmark);
    }
    BenchmarkResult fork = results.iterator().next().getBenchmarkResults().iterator().next();
    return new Fork(fastest(fork), allocated(fork));
  }

  private static double fastest(BenchmarkResult fork) {
    BenchmarkParams measured = fork.getParams();
    return fork.getIterationResults().stream()
        .map(IterationResult::getPrimaryResult)
        .mapToDouble(Result::getScore)
        .min()
        .orElseThrow(() -> new IllegalStateException(measured.getBenchmark() + " did not run"));
  }

  private static double allocated(BenchmarkResult fork) {
    return fork.getSecondaryResults().entrySet().stream()
        .filter(r -> r.getKey().endsWith("gc.alloc.rate.norm"))
        .mapToDouble(r -> r.getValue().getScore())
        .findFirst()
        .orElse(Double.NaN);
  }

  private static String ratio(List<Fork> measured, List<Fork> raw) {
    if (measured == null) {
      return "–";
    }
    return Ratio.of(times(measured), times(raw.subList(0, measured.size()))).toString();
  }

  private static List<Double> times(List<Fork> forks) {
    return forks.stream().map(Fork::nanoseconds).collect(Collectors.toList());
  }

  private static double best(List<Fork> forks) {
    return forks.stream().mapToDouble(Fork::nanoseconds).min().orElseThrow();
  }

  private static double bytes(List<Fork> forks) {
    return forks.stream().mapToDouble(Fork::bytes).min().orElseThrow();
  }

  private static String time(double nanoseconds) {
    return nanoseconds < 10_000
        ? "%.0f ns".formatted(nanoseconds)
        : "%.0f µs".formatted(nanoseconds / 1_000);
  }
}
