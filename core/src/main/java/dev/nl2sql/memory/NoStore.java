package dev.nl2sql.memory;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps nothing. */
final class NoStore implements MemoryStore {
  static final String NAME = "none";

  @Override
  public void add(List<HistoryEntry> entries) {
    // wanted so
  }

  @Override
  public void put(List<Pair> pairs) {
    // wanted so
  }

  @Override
  public void forgetRemembered(Pair rejected) {
    // there is nothing
  }

  @Override
  public List<HistoryEntry> history(Owner owner, int most) {
    return List.of();
  }

  @Override
  public Optional<HistoryEntry> entry(Owner owner, String id) {
    return Optional.empty();
  }

  @Override
  public List<Pair> pairs(Owner owner, int most) {
    return List.of();
  }

  @Override
  public void dropBefore(Instant oldest) {
    // there is nothing
  }

  @Override
  public String description() {
    return NAME;
  }

  @Override
  public void close() {
    // nothing to free
  }
}
