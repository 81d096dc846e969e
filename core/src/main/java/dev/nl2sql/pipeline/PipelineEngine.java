package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.execute.RealConnections;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.model.ChatPort;
import dev.nl2sql.memory.StoreConnections;
import dev.nl2sql.memory.TranslationCache;
import java.sql.SQLException;

/** The engine: one pipeline with its catalogs and caches, for connections of equal settings. */
public final class PipelineEngine implements Engine {
  private final Generators generators;
  private final SessionViews views;
  private final TranslationCache translations;
  private final Deadlines deadlines = new Deadlines();
  private final CostStage cost = new CostStage();
  private final ExecuteStage execute;
  private final Pipeline pipeline;
  private final InsideSql inside;
  private final GuardStage guard = new GuardStage();
  private final MemoryCommands memory;

  /**
   * Opens an engine without any I/O: files and the database are read at the first question.
   *
   * @param settings the settings all connections of this engine share
   * @param generator who writes the queries
   * @param connections opens connections with the read-only credentials of the settings
   * @throws dev.nl2sql.ConfigurationException if those credentials are not complete
   */
  public PipelineEngine(Settings settings, SqlGenerator generator, RealConnections connections) {
    this(settings, Generators.only(generator), connections, StoreConnections.of(connections));
  }

  /**
   * Opens an engine without any I/O: files and the database are read at the first question.
   *
   * @param settings the settings all connections of this engine share
   * @param generators who writes; their model is closed with the engine
   * @param connections opens connections with the read-only credentials of the settings
   * @param stores opens connections to the database of the memory
   * @throws dev.nl2sql.ConfigurationException if those credentials are not complete
   */
  public PipelineEngine(
      Settings settings,
      Generators generators,
      RealConnections connections,
      StoreConnections stores) {
    this.generators = generators;
    this.execute = new ExecuteStage(settings, connections);
    this.views = new SessionViews(settings, deadlines);
    this.translations = new TranslationCache(settings.duration(Setting.CACHE_TTL).orElseThrow());
    this.memory =
        new MemoryCommands(
            settings,
            stores,
            views,
            guard,
            generators.vectors().map(v -> v::of),
            generators.model().map(SqlGenerator::name).orElse(generators.own().name()));
    Recall recall = memory.recall();
    Recorder recorder = memory.recorder();
    Translator translator =
        new Translator(translations, recall, new Writing(generators, deadlines));
    Attempts attempts = new Attempts(new DatabaseErrors());
    this.pipeline =
        new Pipeline(
            views,
            translator,
            guard,
            cost,
            execute,
            new VerifyStage(new RowProbe(guard, execute)),
            new CrossCheck(translator, guard, execute),
            attempts,
            recall,
            new Narrator(generators.chat(), deadlines),
            new Finish(recorder));
    this.inside = new InsideSql(views, translator, guard, execute, attempts, recorder);
  }

  @Override
  public Reply ask(AskRequest request, Session session) throws SQLException {
    memory.begin();
    return pipeline.answer(request, session);
  }

  @Override
  public Reply askInside(InsideRequest request, Session session) throws SQLException {
    memory.begin();
    return inside.answer(request, session);
  }

  @Override
  public RowTable status(Session session, Settings settings) throws SQLException {
    return StatusTable.of(
        views.of(session, settings, new Cancellation()),
        settings,
        generators,
        translations,
        execute.protection(session),
        memory.status());
  }

  @Override
  public RowTable glossary(Session session) {
    return GlossaryTable.of(views.glossary());
  }

  @Override
  public RowTable tables(Session session, Settings settings) throws SQLException {
    return TablesTable.of(views.of(session, settings, new Cancellation()).catalog());
  }

  @Override
  public RowTable history(Session session, Settings settings) throws SQLException {
    return memory.history(session, settings);
  }

  @Override
  public RowTable examples(Session session, Settings settings) throws SQLException {
    return memory.examples(session, settings);
  }

  @Override
  public RowTable egress(Session session, Settings settings) throws SQLException {
    return memory.egress(session, settings);
  }

  @Override
  public FeedbackResult feedback(
      Feedback feedback, Session session, Settings settings, Cancellation cancellation)
      throws SQLException {
    return memory.feedback(feedback, session, settings, cancellation);
  }

  @Override
  public void refresh() {
    views.forget();
    translations.clear();
    guard.forget();
    execute.forget();
  }

  @Override
  public void close() {
    generators.chat().ifPresent(ChatPort::close);
    deadlines.close();
    cost.close();
    execute.close();
    memory.close();
  }
}
