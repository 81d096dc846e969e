package dev.nl2sql.eval;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Commands that measure time and memory instead of right and wrong. */
final class ScaleCommands {
  private static final double MEGABYTE = 1 << 20;

  /** Nothing is answered from the cache, which would hide the work. */
  private static final Map<String, String> SETTINGS =
      Map.of("nl2sql.minConfidence", "0", "nl2sql.cache.ttl", "0s", "nl2sql.clarify", "assume");

  private ScaleCommands() {}

  /** What the commands share. */
  abstract static class Measuring implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--dir", required = true, description = "questions.jsonl and databases/")
    private Path folder;

    @Option(names = "--fold", defaultValue = "test", description = "learn or test")
    private String fold;

    @Option(names = "--sample", defaultValue = "400", description = "questions asked")
    private int sample;

    Path databases() {
      return folder.toAbsolutePath().resolve("databases");
    }

    List<LabelledQuestion> questions() {
      return ReportOptions.spread(
          BenchmarkFiles.spider(
              folder,
              new BenchmarkFiles.SpiderChoice(
                  fold, BenchmarkFiles.Wording.ORIGINAL, BenchmarkFiles.Trust.ALL)),
          sample);
    }

    PrintWriter out() {
      return spec.commandLine().getOut();
    }
  }

  /** One database of many schemas. */
  @Command(
      name = "scale",
      description = "Times on one database that holds the tables of all, under many schemas.")
  static final class Scale extends Measuring {
    @Option(names = "--tables", defaultValue = "1000", description = "tables at least")
    private int tables;

    @Override
    public Integer call() throws SQLException, IOException {
      String url = "jdbc:h2:mem:scale;DB_CLOSE_DELAY=-1";
      warmUp();
      try (Connection keeper = DriverManager.getConnection(url)) {
        ManySchemas schemas = new ManySchemas(keeper);
        Set<String> present = Set.copyOf(schemas.fill(databases(), tables).values());
        List<LabelledQuestion> questions =
            questions().stream().filter(q -> present.contains(q.database())).toList();
        measure(Nl2SqlConnections.wrapped(url), schemas.tables(), questions);
      }
      return 0;
    }

    /** Loads the classes and words by another database, as in an application that runs. */
    private static void warmUp() throws SQLException {
      try (Connection shop = Nl2SqlConnections.open(Nl2SqlConnections.DEMO_SHOP, SETTINGS)) {
        Measurement measurement = new Measurement();
        for (LabelledQuestion question : QuestionFile.builtIn("shop/paraphrases.jsonl")) {
          measurement.ask(shop, question.question());
        }
      }
    }

    private void measure(String url, int count, List<LabelledQuestion> questions)
        throws SQLException {
      Map<String, String> settings = new LinkedHashMap<>(SETTINGS);
      settings.put("nl2sql.schemas", "*");
      long start = System.nanoTime();
      try (Connection connection = Nl2SqlConnections.open(url, settings)) {
        double connecting = (System.nanoTime() - start) / 1e6;
        Measurement first = new Measurement();
        first.ask(connection, questions.get(0).question());
        Measurement later = new Measurement();
        for (LabelledQuestion question : questions.subList(1, questions.size())) {
          later.ask(connection, question.question());
        }
        out().println("tables: " + count + ", connect: %.1f ms\n".formatted(connecting));
        out().println("first question\n\n" + first.text());
        out().println("later questions\n\n" + later.text());
        out().flush();
      }
    }
  }

  /** The databases as they are. */
  @Command(
      name = "latency",
      description =
          "Times of questions on SQLite files whose catalog and values are known already, and the"
              + " heap of one catalog.")
  static final class Latency extends Measuring {
    @Option(names = "--rounds", defaultValue = "2", description = "rounds; the last is measured")
    private int rounds;

    @Option(names = "--heap-tables", defaultValue = "50", description = "tables of the catalog")
    private int heapTables;

    @Override
    public Integer call() throws SQLException, IOException {
      Map<String, List<LabelledQuestion>> byDatabase =
          questions().stream()
              .collect(
                  Collectors.groupingBy(
                      LabelledQuestion::database, LinkedHashMap::new, Collectors.toList()));
      Measurement last = new Measurement();
      for (Map.Entry<String, List<LabelledQuestion>> database : byDatabase.entrySet()) {
        Path file = databases().resolve(database.getKey() + ".sqlite");
        try (Connection connection = Nl2SqlConnections.openSqlite(file, SETTINGS)) {
          for (int round = 1; round <= rounds; round++) {
            Measurement measurement = round == rounds ? last : new Measurement();
            for (LabelledQuestion question : database.getValue()) {
              measurement.ask(connection, question.question());
            }
          }
        }
      }
      out().println("warm catalog\n\n" + last.text());
      out().println(heap(byDatabase.values().stream().flatMap(List::stream).toList()));
      out().flush();
      return 0;
    }

    /** SQLite keeps its data outside of the heap, so what grows is the driver's. */
    private String heap(List<LabelledQuestion> questions) throws SQLException, IOException {
      Path file = Files.createTempFile("nl2sql-heap", ".sqlite");
      try {
        int tables = OneFile.fill(file, databases(), heapTables);
        double before = usedHeap();
        try (Connection connection = Nl2SqlConnections.openSqlite(file, SETTINGS)) {
          List<Double> after = new ArrayList<>();
          Measurement measurement = new Measurement();
          for (LabelledQuestion question : questions) {
            measurement.ask(connection, question.question());
          }
          after.add(usedHeap());
          return "heap of a catalog of %d tables after %d questions: %.1f MB"
              .formatted(tables, questions.size(), after.get(0) - before);
        }
      } finally {
        Files.deleteIfExists(file);
      }
    }

    private static double usedHeap() {
      Runtime runtime = Runtime.getRuntime();
      double least = Double.MAX_VALUE;
      for (int i = 0; i < 5; i++) {
        System.gc();
        least = Math.min(least, (runtime.totalMemory() - runtime.freeMemory()) / MEGABYTE);
      }
      return least;
    }
  }
}
