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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values of the caller's session, sampled the first time a question looks into their table. All
 * sampling of one question together ends after {@link #ALL_TIME}; tables not reached have no values
 * until a later question. Of a large catalog the tables that the question names come first, and
 * questions after the first wait less.
 */
final class LoadingValues implements ValueIndex {
  private static final Logger LOG = LoggerFactory.getLogger(LoadingValues.class);
  private static final Duration ALL_TIME = Duration.ofSeconds(2);

  /** A catalog whose values are loaded over several questions. */
  private static final int LARGE = 100;

  private static final Duration FIRST_TIME = Duration.ofSeconds(1);
  private static final Duration LATER_TIME = Duration.ofMillis(20);
  private static final int SHORTEST_WORD = 4;
  private static final Pattern WORD_ENDS =
      Pattern.compile("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})");

  private final SampledValues sampled;
  private final Dialect dialect;
  private final Session session;
  private final Settings settings;
  private final Glossary glossary;
  private final Cancellation cancellation;
  private final String question;
  private long spent;

  /** What was loaded as far as the time of this question allows. */
  private Collection<Table> settled = List.of();

  LoadingValues(
      SampledValues sampled,
      Dialect dialect,
      Session session,
      Settings settings,
      Glossary glossary,
      Cancellation cancellation,
      String question) {
    this.sampled = sampled;
    this.dialect = dialect;
    this.session = session;
    this.settings = settings;
    this.glossary = glossary;
    this.cancellation = cancellation;
    this.question = question.toLowerCase(Locale.ROOT);
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
    if (isOff() || tables == settled) {
      return;
    }
    List<Table> missing = tables.stream().filter(t -> !sampled.holds(t)).toList();
    boolean large = tables.size() > LARGE;
    Duration time = !large ? ALL_TIME : sampled.isEmpty() ? FIRST_TIME : LATER_TIME;
    for (Table table : large ? mentionedFirst(missing) : missing) {
      if (spent < time.toNanos()) {
        long start = System.nanoTime();
        sampled.add(table, sample(table));
        spent += System.nanoTime() - start;
      }
    }
    settled = tables;
  }

  private List<Table> mentionedFirst(List<Table> tables) {
    List<Table> ordered = new ArrayList<>(tables.stream().filter(this::isMentioned).toList());
    tables.stream().filter(t -> !isMentioned(t)).forEach(ordered::add);
    return ordered;
  }

  /** Whether the question has a word that begins as one of the table's name does. */
  private boolean isMentioned(Table table) {
    return WORD_ENDS
        .splitAsStream(table.name().name())
        .filter(w -> w.length() >= SHORTEST_WORD)
        .map(w -> w.substring(0, w.length() - 1).toLowerCase(Locale.ROOT))
        .anyMatch(question::contains);
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
    return policies(table).anyMatch(p -> p.rowFilter().isPresent());
  }

  private Set<String> hidden(Table table) {
    return policies(table)
        .flatMap(p -> Stream.of(p.deny(), p.neverSend(), p.masks().keySet()))
        .flatMap(Collection::stream)
        .map(column -> column.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  /** A policy may name a relation with its schema or without. */
  private Stream<Glossary.TablePolicy> policies(Table table) {
    return glossary.policies().stream().filter(p -> p.concerns(table.name()));
  }
}
