package dev.nl2sql.eval.benchmark;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures plain SQL by each {@link Way}. In every fork all ways take turns; each counts with its
 * time against the real driver's in the same fork. No fork and no round is left out.
 */
public final class PassThroughComparison {
  private static final Way[] WAYS = Way.values();

  private final List<String> benchmarks;
  private final int rounds;
  private final Forks forks;
  private final Consumer<String> progress;

  /** Starts a fork. */
  @FunctionalInterface
  public interface Forks {
    /** What {@link #program()} prints with these arguments in a JVM of its own. */
    String run(List<String> arguments) throws IOException, InterruptedException;
  }

  /**
   * @param benchmarks names {@link PassThroughWork} knows
   * @param rounds rounds of a fork; in each, every way has two turns of about 1 ms
   * @param progress told after each fork
   */
  public PassThroughComparison(
      List<String> benchmarks, int rounds, Forks forks, Consumer<String> progress) {
    this.benchmarks = List.copyOf(benchmarks);
    this.rounds = rounds;
    this.forks = forks;
    this.progress = progress;
  }

  /** The program of a fork. */
  public static Class<?> program() {
    return TurnsProgram.class;
  }

  /** What one fork says of one way. */
  private record Measured(double nanoseconds, double ratio, long bytes) {}

  /**
   * Runs and prints a table.
   *
   * @param name name of the database in the table
   * @param url JDBC URL of the real driver
   * @param count number of forks
   */
  public void run(String name, String url, int count, PrintWriter out)
      throws IOException, InterruptedException {
    out.println(
        "| "
            + name
            + " | raw | nl2sql, ratio | p6spy, ratio | datasource-proxy, ratio |"
            + " bytes raw | bytes nl2sql |");
    out.println("|---|---|---|---|---|---|---|");
    for (String benchmark : benchmarks) {
      out.println(row(benchmark, url, count));
      out.flush();
    }
    out.println();
  }

  private String row(String benchmark, String url, int count)
      throws IOException, InterruptedException {
    Map<Way, List<Measured>> all = new EnumMap<>(Way.class);
    for (int fork = 0; fork < count; fork++) {
      List<String> arguments = new ArrayList<>(List.of(benchmark, url, Integer.toString(rounds)));
      for (Way way : WAYS) {
        arguments.add(way.name());
      }
      read(forks.run(arguments), all);
      progress.accept(benchmark + ": fork " + (fork + 1) + " of " + count);
    }
    List<Measured> raw = all.get(Way.RAW);
    return "| %s | %s | %s | %s | %s | %,d | %,d |"
        .formatted(
            benchmark,
            time(raw.stream().mapToDouble(Measured::nanoseconds).min().orElseThrow()),
            ratio(all.get(Way.NL2SQL)),
            ratio(all.get(Way.P6SPY)),
            ratio(all.get(Way.DATASOURCE_PROXY)),
            bytes(raw),
            bytes(all.get(Way.NL2SQL)));
  }

  private static void read(String printed, Map<Way, List<Measured>> all) throws IOException {
    int found = 0;
    for (String line : printed.strip().split("\\R")) {
      String[] parts = line.split(" ");
      if (parts.length != 4) {
        throw new IOException("a fork printed '%s' instead of a measurement".formatted(line));
      }
      Measured measured =
          new Measured(
              Double.parseDouble(parts[1]), Double.parseDouble(parts[2]), Long.parseLong(parts[3]));
      all.computeIfAbsent(Way.valueOf(parts[0]), w -> new ArrayList<>()).add(measured);
      found++;
    }
    if (found != WAYS.length) {
      throw new IOException("a fork measured %d of %d ways".formatted(found, WAYS.length));
    }
  }

  private static String ratio(List<Measured> measured) {
    List<Double> ratios = measured.stream().map(Measured::ratio).toList();
    return Ratio.of(ratios, ratios.stream().map(r -> 1.0).toList()).toString();
  }

  private static long bytes(List<Measured> measured) {
    return measured.stream().mapToLong(Measured::bytes).min().orElseThrow();
  }

  private static String time(double nanoseconds) {
    return nanoseconds < 10_000
        ? "%.0f ns".formatted(nanoseconds)
        : "%.1f µs".formatted(nanoseconds / 1_000);
  }
}
