package dev.nl2sql.glossary;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.plan.QueryPlan.TableUse;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Checks that everything a glossary names exists in the catalog. */
public final class GlossaryCheck {
  private GlossaryCheck() {}

  /**
   * Binds every expression once.
   *
   * @throws ConfigurationException at the first that does not fit, with its place in the file
   */
  public static void check(Glossary glossary, Catalog catalog) {
    GlossarySql.Scope scope = new AnyTable();
    LocalDate day = LocalDate.EPOCH;
    for (Glossary.Metric metric : glossary.metrics()) {
      metric.tables().forEach(t -> requireTable(t, metric.sql(), catalog));
      GlossarySql.expression(metric.sql(), catalog, day, scope);
    }
    for (Glossary.GovernedDefault governed : glossary.defaults()) {
      governed.applies().forEach(t -> requireTable(t, governed.filter(), catalog));
      GlossarySql.predicate(governed.filter(), catalog, day, scope);
    }
    for (Glossary.AmbiguousTerm term : glossary.ambiguous()) {
      for (Glossary.Reading option : term.options()) {
        option.order().ifPresent(o -> GlossarySql.ordering(o, catalog, day, scope));
        option.order().ifPresent(o -> option.by().ifPresent(by -> requireRanked(by, o, catalog)));
        option.filter().ifPresent(f -> GlossarySql.predicate(f, catalog, day, scope));
        option.date().ifPresent(d -> GlossarySql.expression(d, catalog, day, scope));
      }
    }
    glossary.policies().forEach(p -> requirePolicy(p, catalog));
  }

  /** A rule on a name that does not exist would protect nothing. */
  private static void requirePolicy(Glossary.TablePolicy policy, Catalog catalog) {
    SqlText place = new SqlText(policy.table(), policy.location());
    requireTable(policy.table(), place, catalog);
    Stream.concat(policy.deny().stream(), policy.neverSend().stream())
        .forEach(column -> side(policy.table() + "." + column, policy.location(), catalog));
  }

  /** What is ranked: the rows of a table, or the values of {@code table.column}. */
  private static void requireRanked(String by, SqlText near, Catalog catalog) {
    int dot = by.lastIndexOf('.');
    boolean isColumn =
        dot > 0
            && catalog.tables().stream()
                .filter(t -> isNamed(t, by.substring(0, dot)))
                .flatMap(t -> t.columns().stream())
                .anyMatch(c -> c.name().equalsIgnoreCase(by.substring(dot + 1)));
    if (!isColumn) {
      requireTable(by, near, catalog);
    }
  }

  /** The name is reported at the expression it belongs to. */
  private static void requireTable(String name, SqlText near, Catalog catalog) {
    if (catalog.tables().stream().noneMatch(t -> isNamed(t, name))) {
      throw new ConfigurationException(
          "%s: found the unknown table '%s' named here; expected a table of the"
                  .formatted(near.location(), name)
              + " database"
              + nearest(name, catalog));
    }
  }

  private static String nearest(String name, Catalog catalog) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return catalog.tables().stream()
        .map(t -> t.name().name())
        .min(
            Comparator.comparingInt(
                t -> distance.apply(t.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT))))
        .map(t -> ", such as '" + t + "'")
        .orElse("");
  }

  private static boolean isNamed(Table table, String name) {
    return table.name().name().equalsIgnoreCase(name)
        || table.name().toString().equalsIgnoreCase(name);
  }

  /** The references a glossary gives, as catalog objects. */
  public static List<ForeignKey> joins(Glossary glossary, Catalog catalog) {
    List<ForeignKey> keys = new ArrayList<>();
    for (Glossary.GivenJoin join : glossary.joins()) {
      Side from = side(join.from(), join.location(), catalog);
      Side to = side(join.to(), join.location(), catalog);
      keys.add(
          new ForeignKey(
              from.table().name(),
              List.of(from.column().name()),
              to.table().name(),
              List.of(to.column().name()),
              false));
    }
    return keys;
  }

  private record Side(Table table, Column column) {}

  private static Side side(String name, String location, Catalog catalog) {
    int dot = name.lastIndexOf('.');
    String table = name.substring(0, dot);
    String column = name.substring(dot + 1);
    Optional<Side> found =
        catalog.tables().stream()
            .filter(t -> isNamed(t, table))
            .flatMap(
                t ->
                    t.columns().stream()
                        .filter(c -> c.name().equalsIgnoreCase(column))
                        .map(c -> new Side(t, c)))
            .findFirst();
    return found.orElseThrow(
        () ->
            new ConfigurationException(
                "%s: found '%s', which is not in the database; expected an existing table.column"
                    .formatted(location, name)));
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
