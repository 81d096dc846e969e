package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.memory.TranslationCache;
import java.sql.SQLException;

/** The engine: one pipeline with its catalogs and caches, for connections of equal settings. */
public final class PipelineEngine implements Engine {
  private final SqlGenerator generator;
  private final SessionViews views;
  private final TranslationCache translations;
  private final Deadlines deadlines = new Deadlines();
  private final ExecuteStage execute = new ExecuteStage();
  private final Pipeline pipeline;

  /**
   * Opens an engine without any I/O: files and the database are read at the first question.
   *
   * @param settings the settings all connections of this engine share
   * @param generator who writes the queries
   */
  public PipelineEngine(Settings settings, SqlGenerator generator) {
    this.generator = generator;
    this.views = new SessionViews(settings, deadlines);
    this.translations = new TranslationCache(settings.duration(Setting.CACHE_TTL).orElseThrow());
    GuardStage guard = new GuardStage();
    this.pipeline =
        new Pipeline(
            views,
            new Translator(translations, generator, deadlines),
            guard,
            execute,
            new VerifyStage(new RowProbe(guard, execute)));
  }

  @Override
  public Reply ask(AskRequest request, Session session) throws SQLException {
    return pipeline.answer(request, session);
  }

  @Override
  public RowTable status(Session session, Settings settings) throws SQLException {
    return StatusTable.of(
        views.of(session, settings, new Cancellation()),
        session,
        settings,
        generator,
        translations);
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
  public void refresh() {
    views.forget();
    translations.clear();
  }

  @Override
  public void close() {
    deadlines.close();
    execute.close();
  }
}
