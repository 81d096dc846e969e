package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.language.Language;
import dev.nl2sql.memory.HistoryEntry;
import dev.nl2sql.memory.Memory;
import dev.nl2sql.memory.Owner;
import dev.nl2sql.memory.SimilarPairs;
import dev.nl2sql.memory.StoreConnections;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The memory of an engine with the commands that show it or add to it. */
final class MemoryCommands implements AutoCloseable {
  private static final String EMBEDDED = "embedded";

  private final SessionViews views;
  private final GuardStage guard;
  private final Memory memory;
  private final Owners owners = new Owners();
  private final LockStage lock;
  private final Optional<SimilarPairs> similar;

  /**
   * @param vectors makes vectors of questions, if it is given
   * @param generator who writes the queries; the embedded one learns nothing from examples
   */
  MemoryCommands(
      Settings settings,
      StoreConnections connections,
      SessionViews views,
      GuardStage guard,
      Optional<SimilarPairs.Vectors> vectors,
      String generator) {
    this.views = views;
    this.guard = guard;
    this.memory = new Memory(settings, connections);
    this.lock = new LockStage(settings);
    this.similar =
        generator.equals(EMBEDDED)
            ? Optional.empty()
            : Optional.of(new SimilarPairs(Language::english, vectors));
  }

  /** What the pipeline asks before it generates. */
  Recall recall() {
    return new Recollection(memory, owners, lock, similar);
  }

  /** Who is told of every question. */
  Recorder recorder() {
    return new HistoryRecorder(memory, owners);
  }

  /** Begins to open the store beside what else a first question needs. */
  void begin() {
    memory.begin();
  }

  RowTable history(Session session, Settings settings) throws SQLException {
    return MemoryTables.history(entries(session, settings), settings.flag(Setting.EXPOSE_SQL));
  }

  RowTable egress(Session session, Settings settings) throws SQLException {
    return MemoryTables.egress(entries(session, settings));
  }

  private List<HistoryEntry> entries(Session session, Settings settings) throws SQLException {
    Cancellation cancellation = new Cancellation();
    SessionView view = views.of(session, settings, cancellation);
    memory.ready(cancellation);
    return memory.history(owners.of(session, view.facts()), cancellation);
  }

  RowTable examples(Session session, Settings settings) throws SQLException {
    Cancellation cancellation = new Cancellation();
    SessionView view = views.of(session, settings, cancellation);
    memory.ready(cancellation);
    Owner owner = owners.of(session, view.facts());
    return MemoryTables.examples(
        view.glossary().verified(),
        memory.pairs(owner, settings.flag(Setting.FEEDBACK_SHARED), cancellation),
        owner,
        settings.flag(Setting.EXPOSE_SQL));
  }

  FeedbackResult feedback(
      Feedback feedback, Session session, Settings settings, Cancellation cancellation)
      throws SQLException {
    SessionView view = views.of(session, settings, cancellation);
    return new FeedbackStage(memory, owners, guard)
        .keep(feedback, session, view, settings, cancellation);
  }

  /** (name, value, note) of the store and of the lock file, for the status. */
  List<List<Object>> status() {
    Cancellation cancellation = new Cancellation();
    String degraded = memory.ready(cancellation).orElse("");
    return List.of(
        List.of("store", memory.description(), degraded),
        List.of("lock file", lock.description(), ""));
  }

  @Override
  public void close() {
    memory.close();
    similar.ifPresent(SimilarPairs::close);
  }
}
