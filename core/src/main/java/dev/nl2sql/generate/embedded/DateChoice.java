package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Period;
import dev.nl2sql.language.Token;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.resource.WordList;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Chooses the date that a period or calendar unit of a question is about. */
final class DateChoice {
  private static final Set<String> UNASKED =
      Set.copyOf(WordList.read(DateChoice.class, "unasked_dates.txt"));

  private final SchemaLexicon lexicon;
  private final JoinGraph graph;
  private final Set<String> said = new HashSet<>();

  DateChoice(Language language, SchemaLexicon lexicon, JoinGraph graph, Line line) {
    this.lexicon = lexicon;
    this.graph = graph;
    List<Token> tokens = line.tokens();
    for (Token token : line.tokensOutsideValues()) {
      said.add(token.lemma());
      said.addAll(language.synonymsOf(token.lemma()));
      if (token.index() > 0) {
        String pair = tokens.get(token.index() - 1).lemma() + " " + token.lemma();
        said.addAll(language.synonymsOf(pair));
      }
    }
  }

  /**
   * The date that is meant: that of the first relation that has one; where none has, its year; then
   * the date of another relation, and then of the nearest.
   *
   * @param own the relations that are asked about, most likely first
   * @param others relations the question needs beside them
   */
  Optional<Field> choose(List<Table> own, List<Table> others) {
    return dated(own)
        .or(() -> own.stream().flatMap(t -> ofTable(t).stream()).findFirst())
        .or(() -> dated(others))
        .or(() -> own.stream().flatMap(t -> nearest(t).stream()).findFirst());
  }

  /** Whether the date was chosen without the asker's saying so: others might be meant. */
  boolean isChosen(Field date, Table asked) {
    Table table = date.table();
    return !table.equals(asked) || days(table).size() > 1 && saidWords(table, date.column()) == 0;
  }

  private Optional<Field> dated(List<Table> tables) {
    return tables.stream().filter(t -> !days(t).isEmpty()).findFirst().flatMap(this::ofTable);
  }

  private Optional<Field> nearest(Table table) {
    return graph.neighbours(table).stream()
        .filter(t -> !dates(t).isEmpty())
        .min(Comparator.comparingInt((Table t) -> graph.isToOne(table, t) ? 0 : 1))
        .flatMap(this::ofTable);
  }

  /** The dates of a relation; where there is none, its years. */
  private List<Column> dates(Table table) {
    List<Column> dates = days(table);
    return dates.isEmpty()
        ? table.columns().stream().filter(c -> holdsYears(c) && isYear(c)).toList()
        : dates;
  }

  /** The dates of a relation, without those that are only meant where they are said. */
  private List<Column> days(Table table) {
    return lexicon.profile(table).dates().stream()
        .filter(c -> saidWords(table, c) > 0 || tellsWhen(lexicon, c))
        .toList();
  }

  /** Whether the date says when the row came about, though nobody says its name. */
  static boolean tellsWhen(SchemaLexicon lexicon, Column date) {
    return lexicon.wordsOf(date).stream().noneMatch(UNASKED::contains);
  }

  /** Years of four digits are in the same order as texts. */
  private static boolean holdsYears(Column column) {
    return column.type().isNumeric() || column.type() == ColumnType.TEXT;
  }

  private boolean isYear(Column column) {
    return lexicon.wordsOf(column).contains("year");
  }

  /**
   * Words of the question that are in a column's name decide, except those that name the relation;
   * else the first date.
   */
  private Optional<Field> ofTable(Table table) {
    return dates(table).stream()
        .max(
            Comparator.comparingInt((Column c) -> saidWords(table, c))
                .thenComparing(c -> -position(table, c)))
        .map(c -> new Field(table, c));
  }

  private int saidWords(Table table, Column column) {
    List<String> own = lexicon.profile(table).words();
    return (int)
        lexicon.wordsOf(column).stream()
            .filter(word -> said.contains(word) && !own.contains(word))
            .count();
  }

  private static int position(Table table, Column column) {
    return table.columns().indexOf(column);
  }

  /**
   * Half-open: from the first day, before the day after the last.
   *
   * @param date makes the date anew for each bound, since the aliases of a sub-query must differ
   */
  static Predicate within(Supplier<Expression> date, Period period, ZoneId zone) {
    List<Predicate> bounds = new ArrayList<>();
    lowerBound(date, period, zone).ifPresent(bounds::add);
    upperBound(date, period, zone).ifPresent(bounds::add);
    return Predicate.all(bounds);
  }

  static Optional<Predicate> lowerBound(Supplier<Expression> date, Period period, ZoneId zone) {
    return period.from().map(day -> bound(Operator.GREATER_OR_EQUAL, date, day, zone));
  }

  static Optional<Predicate> upperBound(Supplier<Expression> date, Period period, ZoneId zone) {
    return period.to().map(day -> bound(Operator.LESS, date, day, zone));
  }

  private static Predicate bound(
      Operator operator, Supplier<Expression> date, LocalDate day, ZoneId zone) {
    Expression value = date.get();
    return new Predicate.Comparison(operator, value, instant(day, typeOf(value), zone));
  }

  /** The type of a date or of the date a sub-query shows. */
  private static ColumnType typeOf(Expression date) {
    if (date instanceof Expression.ColumnReference reference) {
      return reference.column().type();
    }
    if (date instanceof Expression.ScalarSubquery subquery
        && subquery.plan() instanceof dev.nl2sql.plan.QueryPlan.Select select) {
      return typeOf(select.projections().get(0).expression());
    }
    if (date instanceof Expression.Aggregate aggregate && aggregate.argument().isPresent()) {
      return typeOf(aggregate.argument().get());
    }
    return ColumnType.DATE;
  }

  /** A column of years can only be compared with the first day of a year. */
  private static Expression instant(LocalDate day, ColumnType type, ZoneId zone) {
    if (type.isNumeric() || type == ColumnType.TEXT) {
      if (day.getDayOfYear() != 1) {
        throw PlanBuilder.noDate();
      }
      return type == ColumnType.TEXT
          ? new Expression.Literal(Integer.toString(day.getYear()))
          : new Expression.Literal((long) day.getYear());
    }
    return new Expression.Literal(
        switch (type) {
          case TIMESTAMP -> day.atStartOfDay();
          case TIMESTAMP_WITH_ZONE -> day.atStartOfDay(zone).toOffsetDateTime();
          default -> day;
        });
  }
}
