package dev.nl2sql.eval;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the time of the first question of a program goes. */
@Command(
    name = "first",
    description = "Stages of the first and second question on the shop, in fresh JVMs.")
final class FirstQuestionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--jar",
      required = true,
      description = "the one jar: driver/target/nl2sql-jdbc-<version>-all.jar")
  private Path jar;

  @Option(names = "--jvms", defaultValue = "7", description = "how many JVMs")
  private int jvms;

  @Override
  public Integer call() throws Exception {
    Map<String, List<Double>> first = new LinkedHashMap<>();
    Map<String, List<Double>> second = new LinkedHashMap<>();
    List<String> classPath = List.of(FreshJvm.place(FirstQuestionProgram.class), jar.toString());
    for (int i = 0; i < jvms; i++) {
      String said = FreshJvm.run(FirstQuestionProgram.class, classPath);
      for (String line : said.lines().toList()) {
        String[] parts = line.split("\t", -1);
        Map<String, List<Double>> of = parts[0].equals("0") ? first : second;
        of.computeIfAbsent(parts[1], s -> new ArrayList<>()).add(Long.parseLong(parts[2]) / 1e3);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("| median of %d JVMs, ms | first question | second |%n|---|---|---|%n", jvms);
    first.forEach(
        (stage, times) ->
            out.printf(
                "| %s | %.1f | %s |%n",
                stage,
                median(times),
                second.containsKey(stage) ? "%.1f".formatted(median(second.get(stage))) : ""));
    out.flush();
    return 0;
  }

  private static double median(List<Double> times) {
    return Percentile.of(0.5, times.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
