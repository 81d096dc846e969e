package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.SampledValues;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.ValueIndex;
import dev.nl2sql.catalog.ValueRange;
import dev.nl2sql.catalog.ValueSampler;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.plan.Dialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values of the caller's session, sampled the first time a question looks into their table. All
 * sampling of one question together ends after {@link #ALL_TIME}; tables not reached have no values
 * until a later question.
 */
final class LoadingValues implements ValueIndex {
  private static final Logger LOG = LoggerFactory.getLogger(LoadingValues.class);
  private static final Duration ALL_TIME = Duration.ofSeconds(2);

  private final SampledValues sampled;
  private final Dialect dialect;
  private final Session session;
  private final Settings settings;
  private final Glossary glossary;
  private final Cancellation cancellation;
  private long spent;

  LoadingValues(
      SampledValues sampled,
      Dialect dialect,
      Session session,
      Settings settings,
      Glossary glossary,
      Cancellation cancellation) {
    this.sampled = sampled;
    this.dialect = dialect;
    this.session = session;
    this.settings = settings;
    this.glossary = glossary;
    this.cancellation = cancellation;
  }

  @Override
  public List<StoredValue> exact(String phrase, Collection<Table> tables) {
    load(tables);
    return sampled.exact(phrase, tables);
  }

  @Override
  public List<StoredValue> similar(String phrase, Collection<Table> tables, int limit) {
    load(tables);
    return sampled.similar(phrase, tables, limit);
  }

  @Override
  public List<String> nearest(String text, Table table, Column column, int limit) {
    load(List.of(table));
    return sampled.nearest(text, table, column, limit);
  }

  @Override
  public Optional<ValueRange> range(Table table, Column column) {
    if (isOff() || isFiltered(table)) {
      return Optional.empty();
    }
    try {
      return OwnReads.in(
          session,
          connection ->
              new ValueSampler(dialect::identifier)
                  .range(connection, table, column, hidden(table), cancellation));
    } catch (SQLException e) {
      LOG.debug("no range of {}.{} ({})", table.name(), column.name(), e.getSQLState());
      return Optional.empty();
    }
  }

  private boolean isOff() {
    return settings.text(Setting.VALUES).equals("off");
  }

  private void load(Collection<Table> tables) {
    if (isOff()) {
      return;
    }
    for (Table table : tables) {
      if (!sampled.holds(table) && spent < ALL_TIME.toNanos()) {
        long start = System.nanoTime();
        sampled.add(table, sample(table));
        spent += System.nanoTime() - start;
      }
    }
  }

  private Map<Column, List<String>> sample(Table table) {
    if (isFiltered(table)) {
      return Map.of();
    }
    try {
      return OwnReads.in(
          session,
          connection ->
              new ValueSampler(dialect::identifier)
                  .sample(connection, table, hidden(table), cancellation));
    } catch (SQLException e) {
      LOG.debug("no values of {} ({})", table.name(), e.getSQLState());
      return Map.of();
    }
  }

  private boolean isFiltered(Table table) {
    return policies(table).anyMatch(p -> p.rowFilter().isPresent());
  }

  private Set<String> hidden(Table table) {
    return policies(table)
        .flatMap(p -> Stream.concat(p.deny().stream(), p.neverSend().stream()))
        .map(column -> column.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  /** A policy may name a relation with its schema or without. */
  private Stream<Glossary.TablePolicy> policies(Table table) {
    return glossary.policies().stream()
        .filter(
            p ->
                p.table().equalsIgnoreCase(table.name().name())
                    || p.table().equalsIgnoreCase(table.name().toString()));
  }
}
