package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.SampledValues;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.ValueIndex;
import dev.nl2sql.catalog.ValueSampler;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.plan.Dialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

  private void load(Collection<Table> tables) {
    if (settings.text(Setting.VALUES).equals("off")) {
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

  // A table that is denied as a whole is not in the catalog of questions, so it is never asked for.
  private boolean isFiltered(Table table) {
    return glossary.policies().stream()
        .anyMatch(p -> p.concerns(table.name()) && p.rowFilter().isPresent());
  }

  private Set<String> hidden(Table table) {
    Set<String> hidden = new HashSet<>();
    glossary.policies().stream()
        .filter(p -> p.concerns(table.name()))
        .flatMap(p -> Stream.of(p.deny(), p.neverSend(), p.masks().keySet()))
        .flatMap(Collection::stream)
        .forEach(c -> hidden.add(c.toLowerCase(Locale.ROOT)));
    return hidden;
  }
}
