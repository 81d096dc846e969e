package dev.nl2sql.eval;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command line: runs question sets through the driver and reports how they ended. */
@Command(
    name = "nl2sql-eval",
    mixinStandardHelpOptions = true,
    description = "Runs question sets through the driver and reports how they ended.",
    subcommands = {
      EvaluationCommand.Shop.class,
      EvaluationCommand.QuestionSet.class,
      EvaluationCommand.Spider.class,
      EvaluationCommand.ArraySet.class,
      EvaluationCommand.CsvSet.class,
      EvaluationCommand.Defog.class,
      LearnCommand.class,
      EvaluationCommand.Compare.class,
      EvaluationCommand.Trend.class,
      EvaluationCommand.ReplayRecorded.class,
      SoakCommand.class,
      SpeedCommand.class,
      StartUpCommand.class,
      FirstQuestionCommand.class,
      ScaleCommands.Scale.class,
      ScaleCommands.Latency.class
    })
public final class EvaluationCommand {
  private static final String CLARIFY = "nl2sql.clarify";

  private EvaluationCommand() {}

  /** Exit codes: 0 ran, 1 failed, 2 wrong use. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new EvaluationCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println("failed: " + failure.getMessage());
              return 1;
            });
  }

  /** What commands share. */
  abstract static class Running implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ReportOptions options;

    ReportOptions options() {
      return options;
    }

    void report(String name, List<QuestionResult> results) throws IOException {
      List<OperatingPoint> points = OperatingPoint.of(options.settings(Map.of()));
      new Reports(options.reports(), out()).write(new Run(name, results, points));
    }

    /** What the user set, and else the defaults and the lowest operating point. */
    Map<String, String> settings(Map<String, String> defaults) {
      Map<String, String> all = new LinkedHashMap<>(defaults);
      all.put(OperatingPoint.PROPERTY, Double.toString(OperatingPoint.LOWEST.minConfidence()));
      return options.settings(all);
    }

    PrintWriter out() {
      return spec.commandLine().getOut();
    }

    Progress progress(List<LabelledQuestion> questions) {
      return new Progress(spec.commandLine().getErr(), questions.size(), System.console() != null);
    }

    List<QuestionResult> ask(Connection connection, List<LabelledQuestion> questions) {
      return new QuestionRunner(connection, progress(questions)::ended).run(questions);
    }

    /** One connection a database, results in the order of the databases in the set. */
    List<QuestionResult> perDatabase(
        List<LabelledQuestion> questions, DatabaseByDatabase.DatabaseOpener opener)
        throws SQLException, IOException {
      return new DatabaseByDatabase(opener, progress(questions)::ended, options.threads())
          .run(questions);
    }
  }

  /** The built-in set. */
  @Command(
      name = "shop",
      description = "The demo shop: engine (asks back, a simulated user answers) against direct.")
  static final class Shop extends Running {
    @Option(names = "--postgres", description = "on an embedded PostgreSQL instead of H2")
    private boolean postgres;

    @Option(names = "--url", description = "on a PostgreSQL that has no schema " + ShopSchema.NAME)
    private String url;

    @Option(names = "--paraphrases", description = "the paraphrases instead of the built-in set")
    private boolean paraphrases;

    @Override
    public Integer call() throws Exception {
      if (postgres) {
        try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start()) {
          loadAndRun(server.url("postgres"));
        }
      } else if (url != null) {
        loadAndRun(url);
      } else {
        run("h2", Nl2SqlConnections.DEMO_SHOP, Map.of());
      }
      return 0;
    }

    private void loadAndRun(String realUrl) throws SQLException, IOException {
      ShopSchema.load(realUrl);
      run("postgres", Nl2SqlConnections.wrapped(realUrl), ShopSchema.settings());
    }

    private void run(String engine, String driverUrl, Map<String, String> properties)
        throws SQLException, IOException {
      String set = paraphrases ? "shop/paraphrases.jsonl" : "shop/questions.jsonl";
      List<LabelledQuestion> questions = options().sampled(QuestionFile.builtIn(set));
      String name = (paraphrases ? "shop-paraphrases-" : "shop-") + engine;
      for (Map.Entry<String, String> mode : Map.of("engine", "ask", "direct", "off").entrySet()) {
        Map<String, String> settings = settings(properties);
        settings.put(CLARIFY, mode.getValue());
        try (Connection connection = Nl2SqlConnections.open(driverUrl, settings)) {
          report(name + "-" + mode.getKey(), ask(connection, questions));
        }
      }
    }
  }

  /** Any set on any database. */
  @Command(name = "set", description = "A question file of the built-in format on any database.")
  static final class QuestionSet extends Running {
    @Option(names = "--questions", required = true, description = "JSON, one question a line")
    private Path questions;

    @Option(names = "--url", required = true, description = "JDBC URL, wrapped or not")
    private String url;

    @Option(names = "--name", defaultValue = "set", description = "name of the reports")
    private String name;

    @Option(names = "--check", description = "check the golds only, ask nothing")
    private boolean check;

    @Override
    public Integer call() throws Exception {
      List<LabelledQuestion> set = options().sampled(QuestionFile.labelled(questions));
      try (Connection connection =
          Nl2SqlConnections.open(
              Nl2SqlConnections.wrapped(url), settings(Map.of(CLARIFY, "ask")))) {
        if (check) {
          List<String> faults = SetCheck.faults(connection, set);
          faults.forEach(out()::println);
          out().println(set.size() + " questions, " + faults.size() + " faults");
          return faults.isEmpty() ? 0 : 1;
        }
        report(name, ask(connection, set));
      }
      return 0;
    }
  }

  /** Spider on SQLite. */
  @Command(name = "spider", description = "Spider's questions on SQLite files.")
  static final class Spider extends Running {
    @Option(names = "--dir", required = true, description = "questions.jsonl and databases/")
    private Path folder;

    @Option(names = "--fold", required = true, description = "learn or test")
    private String fold;

    @Option(
        names = "--wording",
        defaultValue = "original",
        description = "original, or synonym: the other words that the set has")
    private BenchmarkFiles.Wording wording;

    @Option(
        names = "--clean-only",
        description =
            "leave out questions whose gold is in doubt (their figures stand beside the whole"
                + " anyway)")
    private boolean cleanOnly;

    @Override
    public Integer call() throws Exception {
      List<LabelledQuestion> questions =
          options()
              .sampled(
                  BenchmarkFiles.spider(
                      folder,
                      new BenchmarkFiles.SpiderChoice(
                          fold,
                          wording,
                          cleanOnly ? BenchmarkFiles.Trust.CLEAN : BenchmarkFiles.Trust.ALL)));
      Map<String, String> settings = settings(Map.of(CLARIFY, "ask"));
      String name =
          "spider-"
              + fold
              + (wording == BenchmarkFiles.Wording.SYNONYM ? "-synonym" : "")
              + (cleanOnly ? "-clean" : "");
      Path databases = folder.toAbsolutePath().resolve("databases");
      report(
          name,
          perDatabase(
              questions,
              db -> Nl2SqlConnections.openSqlite(databases.resolve(db + ".sqlite"), settings)));
      return 0;
    }
  }

  /** Spider or BIRD as they are published. */
  @Command(
      name = "array",
      description = "The JSON array of Spider or BIRD on <databases>/<db>/<db>.sqlite.")
  static final class ArraySet extends Running {
    @Option(names = "--questions", required = true, description = "dev.json")
    private Path questions;

    @Option(names = "--databases", required = true, description = "a folder for each database")
    private Path databases;

    @Option(names = "--name", defaultValue = "array", description = "name of the reports")
    private String name;

    @Override
    public Integer call() throws Exception {
      Map<String, String> settings = settings(Map.of(CLARIFY, "ask"));
      Path folder = databases.toAbsolutePath();
      report(
          name,
          perDatabase(
              options().sampled(PublicSets.array(questions)),
              db ->
                  Nl2SqlConnections.openSqlite(
                      folder.resolve(db).resolve(db + ".sqlite"), settings)));
      return 0;
    }
  }

  /** CSV on PostgreSQL. */
  @Command(name = "csv", description = "A CSV question set on a PostgreSQL server.")
  static final class CsvSet extends Running {
    @Option(names = "--questions", required = true, description = "CSV with a head")
    private Path questions;

    @Option(names = "--url", required = true, description = "with {db} for the database's name")
    private String url;

    @Option(names = "--name", defaultValue = "csv", description = "name of the reports")
    private String name;

    @Override
    public Integer call() throws Exception {
      Map<String, String> settings = settings(Map.of(CLARIFY, "ask"));
      report(
          name,
          perDatabase(
              options().sampled(PublicSets.csv(questions)),
              db ->
                  Nl2SqlConnections.open(
                      Nl2SqlConnections.wrapped(url.replace("{db}", db)), settings)));
      return 0;
    }
  }

  /** Business questions on PostgreSQL. */
  @Command(name = "defog", description = "Questions on four business databases on PostgreSQL.")
  static final class Defog extends Running {
    @Option(names = "--dir", required = true, description = "questions.jsonl and pg/*.sql")
    private Path folder;

    @Option(
        names = "--url",
        description = "a server that holds the databases, with {db} for their name")
    private String url;

    @Override
    public Integer call() throws Exception {
      List<LabelledQuestion> questions = options().sampled(BenchmarkFiles.defog(folder));
      Map<String, String> settings = settings(Map.of(CLARIFY, "ask"));
      if (url != null) {
        report(
            "defog",
            perDatabase(
                questions,
                db ->
                    Nl2SqlConnections.open(
                        Nl2SqlConnections.wrapped(url.replace("{db}", db)), settings)));
        return 0;
      }
      try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start()) {
        report(
            "defog",
            perDatabase(
                questions,
                db -> {
                  server.load(db, Files.readString(folder.resolve("pg").resolve(db + ".sql")));
                  Map<String, String> here = new LinkedHashMap<>(settings);
                  here.putIfAbsent("currentSchema", server.searchPath(db));
                  return Nl2SqlConnections.open(Nl2SqlConnections.wrapped(server.url(db)), here);
                }));
      }
      return 0;
    }
  }

  /** Recorded questions once more. */
  @Command(
      name = "replay",
      description = "Asks recorded questions again and lists what ends otherwise.")
  static final class ReplayRecorded extends Running {
    @ArgGroup(multiplicity = "1")
    private Source source;

    /** Where the questions are. */
    static final class Source {
      @Option(
          names = "--recorded",
          description = "JSON lines with question, state and sql, or a result file")
      private Path recorded;

      @Option(
          names = "--history",
          description =
              "the store with the history of the same user and database: file:path or a JDBC URL")
      private String store;
    }

    @Option(names = "--url", required = true, description = "JDBC URL, wrapped or not")
    private String url;

    @Override
    public Integer call() throws Exception {
      Map<String, String> settings = options().settings(Map.of(CLARIFY, "ask"));
      List<Replay.Recorded> records =
          source.recorded == null ? history(settings) : Replay.read(source.recorded);
      try (Connection connection =
          Nl2SqlConnections.open(Nl2SqlConnections.wrapped(url), settings)) {
        List<Replay.Difference> differences = new Replay(connection).differences(records);
        differences.forEach(d -> out().println(d.text()));
        out().println(records.size() + " questions, " + differences.size() + " end otherwise");
        out().flush();
        return 0;
      }
    }

    /** Read before anything is asked, so that what is asked now is not among it. */
    private List<Replay.Recorded> history(Map<String, String> settings) throws SQLException {
      Map<String, String> withStore = new LinkedHashMap<>(settings);
      withStore.put("nl2sql.store", source.store);
      try (Connection connection =
          Nl2SqlConnections.open(Nl2SqlConnections.wrapped(url), withStore)) {
        return Replay.ofHistory(connection);
      }
    }
  }

  /** Runs side by side. */
  @Command(
      name = "compare",
      description =
          "Result files of the same questions: what each lost and gained against the first, with"
              + " McNemar's test.")
  static final class Compare implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--min-confidence",
        defaultValue = "0",
        description = "answers below it count as not understood, in all runs")
    private double minConfidence;

    @Parameters(arity = "2..*", description = "results (.jsonl), the one to compare with first")
    private List<Path> files;

    @Override
    public Integer call() throws IOException {
      PrintWriter out = spec.commandLine().getOut();
      Map<String, ResultFile.Recorded> first = ResultFile.read(files.get(0), minConfidence);
      for (Path other : files.subList(1, files.size())) {
        out.println("## " + files.get(0) + " and " + other + "\n");
        out.println(RunComparison.of(first, ResultFile.read(other, minConfidence)).text());
      }
      out.flush();
      return 0;
    }
  }

  /** All runs of a folder. */
  @Command(name = "trend", description = "How the figures of all runs in a folder developed.")
  static final class Trend implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--reports",
        defaultValue = "eval/target/evaluation",
        description = "folder of the reports (default: ${DEFAULT-VALUE})")
    private Path reports;

    @Override
    public Integer call() throws IOException {
      Map<String, List<RunHistory.Entry>> runs = new RunHistory(reports).read();
      Path page = reports.resolve("trend.html");
      Files.writeString(page, RunHistory.html(runs));
      spec.commandLine().getOut().println(RunHistory.text(runs) + "page: " + page);
      spec.commandLine().getOut().flush();
      return 0;
    }
  }
}
