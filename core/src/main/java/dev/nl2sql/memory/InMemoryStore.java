package dev.nl2sql.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store that lives as long as its engine, of bounded size. */
final class InMemoryStore implements MemoryStore {
  private static final int MOST_ENTRIES = 1_000;
  private static final int MOST_PAIRS = 2_000;

  private final Map<String, HistoryEntry> history = new LinkedHashMap<>();
  private final Map<String, Pair> pairs = new LinkedHashMap<>();

  @Override
  public synchronized void add(List<HistoryEntry> entries) {
    entries.forEach(entry -> history.putIfAbsent(entry.id(), entry));
    while (history.size() > MOST_ENTRIES) {
      history.remove(history.keySet().iterator().next());
    }
  }

  @Override
  public synchronized void put(List<Pair> added) {
    for (Pair pair : added) {
      pairs.remove(pair.id());
      pairs.put(pair.id(), pair);
    }
    while (pairs.size() > MOST_PAIRS) {
      pairs.remove(oldest());
    }
  }

  /** What was merely remembered goes before what a person said. */
  private String oldest() {
    return pairs.entrySet().stream()
        .filter(e -> e.getValue().kind() == Pair.Kind.REMEMBERED)
        .findFirst()
        .or(() -> pairs.entrySet().stream().findFirst())
        .orElseThrow()
        .getKey();
  }

  @Override
  public synchronized void forgetRemembered(Pair verdict) {
    boolean corrects = verdict.kind() == Pair.Kind.CORRECTED;
    pairs.computeIfPresent(
        verdict.asRemembered().id(),
        (id, p) -> corrects || p.sql().equals(verdict.sql()) ? null : p);
  }

  @Override
  public synchronized List<HistoryEntry> history(Owner owner, int most) {
    List<HistoryEntry> newestFirst = new ArrayList<>(history.values());
    Collections.reverse(newestFirst);
    return newestFirst.stream().filter(e -> e.owner().equals(owner)).limit(most).toList();
  }

  @Override
  public synchronized Optional<HistoryEntry> entry(Owner owner, String id) {
    return Optional.ofNullable(history.get(id)).filter(e -> e.owner().equals(owner));
  }

  @Override
  public synchronized List<Pair> pairs(Owner owner, int most) {
    List<Pair> visible = new ArrayList<>(pairs.values());
    visible.removeIf(
        p ->
            !p.owner().equals(owner) && !(p.shared() && p.owner().source().equals(owner.source())));
    visible.sort(Comparator.comparing(Pair::at).reversed());
    return List.copyOf(visible.subList(0, Math.min(most, visible.size())));
  }

  @Override
  public synchronized void dropBefore(Instant oldest) {
    history.values().removeIf(e -> e.at().isBefore(oldest));
    pairs.values().removeIf(p -> p.kind() == Pair.Kind.REMEMBERED && p.at().isBefore(oldest));
  }

  @Override
  public String description() {
    return "memory";
  }

  @Override
  public void close() {
    // nothing to free
  }
}
