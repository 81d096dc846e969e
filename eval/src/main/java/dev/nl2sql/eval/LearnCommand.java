package dev.nl2sql.eval;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Question;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.embedded.EmbeddedGenerator;
import dev.nl2sql.generate.embedded.EmbeddedReading;
import dev.nl2sql.language.Language;
import dev.nl2sql.pipeline.AskRequest;
import dev.nl2sql.pipeline.PipelineEngine;
import dev.nl2sql.pipeline.Session;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.plan.PlanValidator;
import dev.nl2sql.plan.SqlRenderer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Learns the weights that rank the readings of the embedded generator: every reading of every
 * question is run, and a log-linear model told the right ones from the wrong ones. The only command
 * that looks behind the driver, because the readings that were not taken never leave it.
 */
@Command(
    name = "learn",
    description = "Learns the ranking weights from Spider's questions of the fold 'learn'.")
final class LearnCommand implements Callable<Integer> {
  private static final int SECONDS = 5;

  @Spec private CommandSpec spec;

  @Option(names = "--dir", required = true, description = "questions.jsonl and databases/")
  private Path folder;

  @Option(names = "--out", required = true, description = "the file of weights to write")
  private Path out;

  @Option(
      names = "--every",
      defaultValue = "2",
      description = "take one of so many questions (default: ${DEFAULT-VALUE})")
  private int every;

  @Override
  public Integer call() throws Exception {
    List<LabelledQuestion> questions = questions();
    Map<String, List<LabelledQuestion>> byDatabase =
        questions.stream()
            .collect(
                Collectors.groupingBy(
                    LabelledQuestion::database, LinkedHashMap::new, Collectors.toList()));
    List<LogLinearTrainer.Example> examples = new ArrayList<>();
    for (Map.Entry<String, List<LabelledQuestion>> database : byDatabase.entrySet()) {
      examples.addAll(examples(database.getKey(), database.getValue()));
      spec.commandLine()
          .getOut()
          .printf("%s: %d examples so far%n", database.getKey(), examples.size());
    }
    Files.write(out, lines(LogLinearTrainer.fit(examples), examples.size()));
    return 0;
  }

  private List<LabelledQuestion> questions() {
    List<LabelledQuestion> all =
        BenchmarkFiles.spider(
            folder,
            new BenchmarkFiles.SpiderChoice(
                "learn", BenchmarkFiles.Wording.ORIGINAL, BenchmarkFiles.Trust.ALL));
    List<LabelledQuestion> taken = new ArrayList<>();
    for (int i = 1; i < all.size(); i += every) {
      taken.add(all.get(i));
    }
    return taken;
  }

  private List<String> lines(Map<String, Double> weights, int examples) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# weights of the ranking of readings, learned from %d readings by".formatted(examples));
    lines.add("# nl2sql-eval learn --every %d (see docs/evaluation.md)".formatted(every));
    weights.forEach(
        (name, weight) -> lines.add(String.format(Locale.ROOT, "%s %.3f", name, weight)));
    return lines;
  }

  private List<LogLinearTrainer.Example> examples(String database, List<LabelledQuestion> questions)
      throws SQLException {
    Path file = folder.toAbsolutePath().resolve("databases").resolve(database + ".sqlite");
    try (Connection connection =
        DriverManager.getConnection("jdbc:sqlite:file:" + file + "?mode=ro&immutable=1")) {
      Collector collector = new Collector();
      Settings settings = Settings.defaults().with(Setting.CLARIFY, "off");
      try (PipelineEngine engine =
          new PipelineEngine(settings, collector, java.sql.DriverManager::getConnection)) {
        List<LogLinearTrainer.Example> examples = new ArrayList<>();
        for (LabelledQuestion question : questions) {
          collect(engine, settings, question, connection);
          examples.addAll(collector.examples(connection, question));
        }
        return examples;
      }
    }
  }

  private static void collect(
      PipelineEngine engine, Settings settings, LabelledQuestion question, Connection connection)
      throws SQLException {
    AskRequest request =
        new AskRequest(
            new Question(question.question(), List.of(), Optional.empty()),
            AskRequest.Mode.EXPLAIN,
            settings,
            AskRequest.ClarifyMode.OFF,
            List.of(),
            OptionalLong.empty(),
            Optional.empty(),
            new Cancellation());
    engine.ask(request, new PlainSession(connection));
  }

  /** A session without anybody else on its connection. */
  private record PlainSession(Connection connection) implements Session {
    @Override
    public <T> T inDatabasePhase(DatabaseWork<T> work) throws SQLException {
      return work.run(connection);
    }

    @Override
    public void markBroken() {
      throw new IllegalStateException("the connection broke");
    }
  }

  /** Keeps the readings of the last question. */
  private static final class Collector implements SqlGenerator {
    private final EmbeddedGenerator generator = new EmbeddedGenerator(Language.english());
    private List<EmbeddedReading> readings = List.of();
    private Optional<Catalog> catalog = Optional.empty();

    @Override
    public String name() {
      return "collector";
    }

    @Override
    public void prepare(GenerationRequest request) {
      readings = List.of();
      generator.prepare(request);
    }

    @Override
    public Generation generate(GenerationRequest request) {
      catalog = Optional.of(request.catalog());
      readings = generator.readings(request);
      return new Generation.NotUnderstood("collected", Optional.empty());
    }

    List<LogLinearTrainer.Example> examples(Connection connection, LabelledQuestion question)
        throws SQLException {
      if (readings.isEmpty()) {
        return List.of();
      }
      Dialect dialect = Dialect.forProduct(connection.getMetaData().getDatabaseProductName());
      String gold = question.golds().get(0);
      Rows wanted = rows(connection, gold);
      List<LogLinearTrainer.Example> examples = new ArrayList<>();
      for (EmbeddedReading reading : readings) {
        if (new PlanValidator(dialect).validate(reading.plan(), catalog.orElseThrow()).isEmpty()) {
          Optional<Rows> found = tried(connection, SqlRenderer.render(reading.plan(), dialect));
          boolean right =
              found
                  .filter(
                      rows ->
                          new RowComparison(question.ordered(), false)
                              .sameUpToTies(gold, wanted, rows))
                  .isPresent();
          examples.add(new LogLinearTrainer.Example(reading.features(), right));
        }
      }
      return examples;
    }

    /** The rows; none where the query fails or takes too long, which is wrong as well. */
    private static Optional<Rows> tried(Connection connection, String sql) {
      try {
        return Optional.of(rows(connection, sql));
      } catch (SQLException e) {
        return Optional.empty();
      }
    }

    private static Rows rows(Connection connection, String sql) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(SECONDS);
        try (ResultSet result = statement.executeQuery(sql)) {
          return Rows.read(result);
        }
      }
    }
  }
}
