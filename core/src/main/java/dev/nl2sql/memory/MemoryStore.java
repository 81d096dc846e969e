package dev.nl2sql.memory;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where history and pairs are kept. What a method has written when it returns is kept as safely as
 * the store can. Thread-safe.
 */
public interface MemoryStore extends AutoCloseable {

  /** Adds questions of the past. */
  void add(List<HistoryEntry> entries) throws SQLException;

  /** Keeps pairs; each replaces what its owner said before about the same question. */
  void put(List<Pair> pairs) throws SQLException;

  /**
   * Forgets the remembered success of the verdict's owner and question: whatever it was if the
   * verdict is a correction, else if it has the same statement.
   */
  void forgetRemembered(Pair verdict) throws SQLException;

  /** The owner's last questions, newest first. */
  List<HistoryEntry> history(Owner owner, int most) throws SQLException;

  /** One of the owner's questions. */
  Optional<HistoryEntry> entry(Owner owner, String id) throws SQLException;

  /** The owner's pairs and those of others for the same database that are shared, newest first. */
  List<Pair> pairs(Owner owner, int most) throws SQLException;

  /** Drops history and remembered successes from before a time. */
  void dropBefore(Instant oldest) throws SQLException;

  /** What it is, for the status; holds no secret. */
  String description();

  @Override
  void close();
}
