package dev.nl2sql.eval;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the driver adds to the start of a program that only runs SQL. */
@Command(
    name = "startup",
    description = "Time from main to the first row of plain SQL in fresh JVMs, raw and wrapped.")
final class StartUpCommand implements Callable<Integer> {
  private static final String H2 = "h2:mem:startup";

  @Spec private CommandSpec spec;

  @Option(
      names = "--jar",
      required = true,
      description = "the one jar: driver/target/nl2sql-jdbc-<version>-all.jar")
  private Path jar;

  @Option(names = "--pairs", defaultValue = "15", description = "JVMs of each kind")
  private int pairs;

  @Override
  public Integer call() throws Exception {
    List<String> without =
        List.of(FreshJvm.place(StartUpProgram.class), FreshJvm.place(org.h2.Driver.class));
    List<String> with = new ArrayList<>(without);
    with.add(jar.toString());
    List<Double> raw = new ArrayList<>();
    List<Double> wrapped = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      raw.add(milliseconds("jdbc:" + H2, without));
      wrapped.add(milliseconds("jdbc:nl2sql:" + H2, with));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "to the first row: raw %.1f ms, nl2sql %.1f ms at the median of %d JVMs each: %.1f ms"
            + " more%n",
        median(raw), median(wrapped), pairs, median(wrapped) - median(raw));
    out.printf(
        "fastest: raw %.1f ms, nl2sql %.1f ms: %.1f ms more%n",
        fastest(raw), fastest(wrapped), fastest(wrapped) - fastest(raw));
    return 0;
  }

  private double milliseconds(String url, List<String> classPath)
      throws IOException, InterruptedException {
    return Long.parseLong(FreshJvm.run(StartUpProgram.class, classPath, url).strip()) / 1e6;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  private static double fastest(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }
}
