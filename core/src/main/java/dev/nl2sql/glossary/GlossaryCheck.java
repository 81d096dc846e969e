package dev.nl2sql.glossary;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary.AmbiguousTerm;
import dev.nl2sql.glossary.Glossary.GivenJoin;
import dev.nl2sql.glossary.Glossary.GovernedDefault;
import dev.nl2sql.glossary.Glossary.Metric;
import dev.nl2sql.glossary.Glossary.Reading;
import dev.nl2sql.glossary.Glossary.TablePolicy;
import dev.nl2sql.glossary.Glossary.ValueSynonym;
import dev.nl2sql.plan.QueryPlan.TableUse;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that everything a glossary names exists in the catalog a session sees.
 *
 * <p>A name that is a slip of another one is an error, since nobody can have meant it. A name that
 * is like no other may well exist where this session may not look: what depends on it is out of
 * force and the rest goes on, so that one glossary serves roles that see different tables.
 */
public final class GlossaryCheck {
  private static final int TWO_READINGS = 2;

  private final Catalog catalog;
  private final Glossary glossary;
  private final GlossarySql.Scope scope = new AnyTable();
  private final List<Unavailable> unavailable = new ArrayList<>();

  /**
   * A glossary as far as a session can use it.
   *
   * @param glossary what is in force
   * @param unavailable what is not
   */
  public record Fit(Glossary glossary, List<Unavailable> unavailable) {
    public Fit {
      unavailable = List.copyOf(unavailable);
    }
  }

  private GlossaryCheck(Glossary glossary, Catalog catalog) {
    this.glossary = glossary;
    this.catalog = catalog;
  }

  /**
   * Binds every expression once.
   *
   * @throws ConfigurationException at the first that is wrong, with its place in the file
   */
  public static Fit fit(Glossary glossary, Catalog catalog) {
    return new GlossaryCheck(glossary, catalog).fit();
  }

  /** The references a glossary gives, as catalog objects. */
  public static List<ForeignKey> joins(Glossary glossary, Catalog catalog) {
    GlossaryCheck check = new GlossaryCheck(glossary, catalog);
    return glossary.joins().stream().map(check::reference).toList();
  }

  private Fit fit() {
    Glossary fitting =
        new Glossary(
            glossary.synonyms(),
            values(),
            metrics(),
            defaults(),
            terms(),
            glossary.joins().stream().filter(this::fits).toList(),
            glossary.verified(),
            glossary.policies(),
            glossary.version());
    glossary.policies().forEach(this::checkPolicy);
    if (unavailable.isEmpty()) {
      return new Fit(glossary, List.of());
    }
    List<String> missing = unavailable.stream().map(Unavailable::entry).toList();
    return new Fit(fitting.withVersion(glossary.version() + " without " + missing), unavailable);
  }

  /** Runs a binding; false, and noted, if it fails at a name that may exist elsewhere. */
  private boolean binds(
      String entry, List<Pattern> triggers, List<String> tables, Runnable binding) {
    try {
      binding.run();
      return true;
    } catch (UnknownNameException e) {
      if (e.isTypo()) {
        throw e;
      }
      unavailable.add(new Unavailable(entry, e.getMessage(), triggers, tables));
      return false;
    }
  }

  private List<ValueSynonym> values() {
    Map<String, List<ValueSynonym>> byColumn = new LinkedHashMap<>();
    for (ValueSynonym value : glossary.values()) {
      byColumn
          .computeIfAbsent(value.table() + "." + value.column(), c -> new ArrayList<>())
          .add(value);
    }
    List<ValueSynonym> fitting = new ArrayList<>();
    byColumn.forEach(
        (column, values) -> {
          List<Pattern> said = values.stream().map(v -> words(v.said())).toList();
          String location = values.get(0).location();
          if (binds(
              "the values of '" + column + "'", said, List.of(), () -> side(column, location))) {
            fitting.addAll(values);
          }
        });
    return fitting;
  }

  private List<Metric> metrics() {
    return glossary.metrics().stream()
        .filter(m -> binds("the metric '" + m.name() + "'", wordsFor(m), List.of(), () -> bind(m)))
        .toList();
  }

  private void bind(Metric metric) {
    metric.tables().forEach(table -> requireTable(table, metric.sql()));
    GlossarySql.expression(metric.sql(), catalog, LocalDate.EPOCH, scope);
  }

  /** A metric is meant by its name and by what stands for it. */
  private List<Pattern> wordsFor(Metric metric) {
    Stream<String> synonyms =
        glossary.synonyms().entrySet().stream()
            .filter(e -> e.getValue().stream().anyMatch(metric.name()::equalsIgnoreCase))
            .map(Map.Entry::getKey);
    return Stream.concat(Stream.of(metric.name()), synonyms).map(GlossaryCheck::words).toList();
  }

  private static Pattern words(String phrase) {
    String words =
        Arrays.stream(phrase.strip().split("[\\s_]+"))
            .map(Pattern::quote)
            .collect(Collectors.joining("[\\s_]+"));
    return Pattern.compile(
        "(?<![\\p{L}\\p{N}])" + words + "(?![\\p{L}\\p{N}])",
        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  private List<GovernedDefault> defaults() {
    List<GovernedDefault> fitting = new ArrayList<>();
    for (GovernedDefault governed : glossary.defaults()) {
      String entry = "the default '" + governed.id() + "'";
      List<String> applies =
          governed.applies().stream()
              .filter(
                  table ->
                      binds(
                          entry + " on '" + table + "'",
                          List.of(),
                          List.of(),
                          () -> requireTable(table, governed.filter())))
              .toList();
      Runnable filter =
          () -> GlossarySql.predicate(governed.filter(), catalog, LocalDate.EPOCH, scope);
      if (!applies.isEmpty() && binds(entry, List.of(), applies, filter)) {
        fitting.add(
            new GovernedDefault(
                governed.id(),
                applies,
                governed.filter(),
                governed.unless(),
                governed.statement()));
      }
    }
    return fitting;
  }

  /** A term of which fewer than two readings are left has nothing to choose from. */
  private List<AmbiguousTerm> terms() {
    List<AmbiguousTerm> fitting = new ArrayList<>();
    for (AmbiguousTerm term : glossary.ambiguous()) {
      List<Reading> readings =
          term.options().stream()
              .filter(
                  reading ->
                      binds(
                          "the reading '%s' of '%s'".formatted(reading.id(), term.name()),
                          term.triggers(),
                          List.of(),
                          () -> bind(reading)))
              .toList();
      if (readings.size() >= TWO_READINGS) {
        fitting.add(
            new AmbiguousTerm(
                term.name(), term.triggers(), term.unless(), term.prompt(), readings));
      }
    }
    return fitting;
  }

  private void bind(Reading reading) {
    LocalDate day = LocalDate.EPOCH;
    reading.order().ifPresent(o -> GlossarySql.ordering(o, catalog, day, scope));
    reading.order().ifPresent(o -> reading.by().ifPresent(by -> requireRanked(by, o)));
    reading.filter().ifPresent(f -> GlossarySql.predicate(f, catalog, day, scope));
    reading.date().ifPresent(d -> GlossarySql.expression(d, catalog, day, scope));
  }

  private boolean fits(GivenJoin join) {
    return binds(
        "the join of '%s' and '%s'".formatted(join.from(), join.to()),
        List.of(),
        List.of(),
        () -> reference(join));
  }

  private ForeignKey reference(GivenJoin join) {
    Side from = side(join.from(), join.location());
    Side to = side(join.to(), join.location());
    return new ForeignKey(
        from.table().name(),
        List.of(from.column().name()),
        to.table().name(),
        List.of(to.column().name()),
        false);
  }

  /** A rule stays in force whatever of it can be seen; what protects nothing is told. */
  private void checkPolicy(TablePolicy policy) {
    SqlText place = new SqlText(policy.table(), policy.location());
    String entry = "the rule on '" + policy.table() + "'";
    if (!binds(entry, List.of(), List.of(), () -> requireTable(policy.table(), place))) {
      return;
    }
    Stream.of(policy.deny(), policy.neverSend(), policy.masks().keySet())
        .flatMap(Collection::stream)
        .filter(column -> !column.equals(TablePolicy.ALL))
        .map(column -> policy.table() + "." + column)
        .distinct()
        .forEach(
            column ->
                binds(
                    "the rule on '" + column + "'",
                    List.of(),
                    List.of(policy.table()),
                    () -> side(column, policy.location())));
  }

  /** What is ranked: the rows of a table, or the values of {@code table.column}. */
  private void requireRanked(String by, SqlText near) {
    int dot = by.lastIndexOf('.');
    boolean isTable = catalog.tables().stream().anyMatch(t -> isNamed(t, by));
    if (isTable || dot <= 0) {
      requireTable(by, near);
    } else {
      side(by, near.location());
    }
  }

  /** The name is reported at the expression it belongs to. */
  private void requireTable(String name, SqlText near) {
    if (catalog.tables().stream().noneMatch(t -> isNamed(t, name))) {
      throw unknownTable(name, near.location());
    }
  }

  private UnknownNameException unknownTable(String name, String location) {
    boolean qualified = name.indexOf('.') > 0;
    List<String> names =
        catalog.tables().stream()
            .map(t -> qualified ? t.name().toString() : t.name().name())
            .toList();
    return UnknownNameException.at(
        location,
        "the unknown table '" + name + "' named here",
        "a table of the database",
        NearestName.of(name, names));
  }

  private static boolean isNamed(Table table, String name) {
    return table.name().name().equalsIgnoreCase(name)
        || table.name().toString().equalsIgnoreCase(name);
  }

  private record Side(Table table, Column column) {}

  private Side side(String name, String location) {
    int dot = name.lastIndexOf('.');
    String table = name.substring(0, dot);
    String column = name.substring(dot + 1);
    List<Table> tables = catalog.tables().stream().filter(t -> isNamed(t, table)).toList();
    if (tables.isEmpty()) {
      throw unknownTable(table, location);
    }
    List<Column> columns = tables.stream().flatMap(t -> t.columns().stream()).toList();
    return tables.stream()
        .flatMap(
            t ->
                t.columns().stream()
                    .filter(c -> c.name().equalsIgnoreCase(column))
                    .map(c -> new Side(t, c)))
        .findFirst()
        .orElseThrow(
            () ->
                UnknownNameException.at(
                    location,
                    "'" + name + "', which is not in the database",
                    "an existing table.column",
                    NearestName.of(column, columns.stream().map(Column::name).toList())));
  }

  /** Every table is at hand. */
  private static final class AnyTable implements GlossarySql.Scope {
    private final AtomicInteger next = new AtomicInteger();

    @Override
    public TableUse use(Table table) {
      return new TableUse(table, "t");
    }

    @Override
    public String freshAlias() {
      return "s" + next.incrementAndGet();
    }
  }
}
