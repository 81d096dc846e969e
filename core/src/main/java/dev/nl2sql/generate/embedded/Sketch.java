package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Period;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.plan.Predicate.TextMatch.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a question asks for, without joins: the bridge between words and the query.
 *
 * @param shown what is shown, in the order asked
 * @param groups what rows are grouped by
 * @param filters conditions that all hold; of the alternatives of one, any
 * @param orders sort keys
 * @param limit largest number of rows
 * @param distinct whether duplicates are removed
 * @param dateReading the reading whose date a period of the question applies to
 * @param doubts reasons to trust the reading less
 */
record Sketch(
    List<Term> shown,
    List<Term> groups,
    List<List<Filter>> filters,
    List<Order> orders,
    OptionalLong limit,
    boolean distinct,
    Optional<Glossary.Reading> dateReading,
    List<String> doubts) {

  /** Every condition, the alternatives of each one after the other. */
  Stream<Filter> allFilters() {
    return filters.stream().flatMap(List::stream);
  }

  /** Whether the term is a number, or an edge of times, for many rows. */
  static boolean isMeasure(Term term) {
    return term instanceof CountOf
        || term instanceof AggregateOf
        || term instanceof MetricOf
        || term instanceof RatioOf
        || term instanceof ShareOf
        || term instanceof DateOf d && d.function().isPresent();
  }

  /** Whether the term is an aggregate of the column. */
  static boolean isAggregateOf(Term term, Field field) {
    return term instanceof AggregateOf a && a.field().equals(field);
  }

  /** Whether the parts of the measure make up the whole. */
  static boolean isAdditive(Term measure) {
    return measure instanceof CountOf c && c.distinct().isEmpty()
        || measure instanceof MetricOf m && m.metrics().get(0).additive();
  }

  /** The same of rows that have some in the relations. */
  Sketch withRows(List<Table> relations) {
    List<List<Filter>> more = new ArrayList<>(filters);
    relations.forEach(table -> more.add(List.of(new Related(table, false))));
    return withFilters(more);
  }

  /** The same under other conditions. */
  Sketch withFilters(List<List<Filter>> others) {
    return new Sketch(shown, groups, others, orders, limit, distinct, dateReading, doubts);
  }

  /** The same with other terms shown and grouped by. */
  Sketch showing(List<Term> otherShown, List<Term> otherGroups) {
    return new Sketch(
        otherShown, otherGroups, filters, orders, limit, distinct, dateReading, doubts);
  }

  /** The same with every row once. */
  Sketch withoutDuplicates() {
    return new Sketch(shown, groups, filters, orders, limit, true, dateReading, doubts);
  }

  /** Something that has a value for a row or a group. */
  sealed interface Term {}

  /** A column. */
  record OfField(Field field) implements Term {}

  /** The rows of a relation, shown by their names. */
  record OfEntity(Table table) implements Term {}

  /** Every column of a relation. */
  record AllOf(Table table) implements Term {}

  /** The number of rows, or of different values of a column. */
  record CountOf(Table table, Optional<Field> distinct) implements Term {}

  /** An aggregate of a column. */
  record AggregateOf(Expression.Aggregate.Function function, Field field) implements Term {}

  /** A measure of the glossary, one of several known by the name. */
  record MetricOf(List<Glossary.Metric> metrics) implements Term {}

  /** An order expression of a reading. */
  record ReadingOf(Glossary.Reading reading) implements Term {}

  /** A calendar unit of a date. */
  record GrainOf(Expression.CalendarUnit unit) implements Term {}

  /** A measure divided by the number of things it is for: an average over groups. */
  record RatioOf(Term measure, Term per) implements Term {}

  /** The part of a measure, in percent, for which the conditions hold. */
  record ShareOf(Term measure, List<Filter> part) implements Term {}

  /** The date of the rows of a relation, or the first or last of these dates. */
  record DateOf(Table table, Optional<Expression.Aggregate.Function> function) implements Term {}

  /** A sort key. */
  record Order(Term term, boolean descending) {}

  /** A period applied to the date of a reading. */
  record WithinReading(Period period, Glossary.Reading reading) implements Filter {}

  /** A condition. */
  sealed interface Filter {
    /** The columns that are compared as they are, in a row of theirs. */
    default List<Field> fields() {
      return List.of();
    }
  }

  /** A column compared with a constant or bind. */
  record Compare(Field field, Operator operator, Expression value) implements Filter {
    @Override
    public List<Field> fields() {
      return List.of(field);
    }
  }

  /** A text column that has one of the spellings. */
  record OneOf(Field field, List<String> values, boolean negated) implements Filter {
    @Override
    public List<Field> fields() {
      return List.of(field);
    }
  }

  /** A text column that matches a pattern. */
  record Like(Field field, String text, Match match, boolean negated) implements Filter {
    @Override
    public List<Field> fields() {
      return List.of(field);
    }
  }

  /** A date within a period. */
  record Within(Period period, Optional<Field> date, Optional<Table> near) implements Filter {}

  /** A column without value. */
  record Missing(Field field, boolean negated) implements Filter {
    @Override
    public List<Field> fields() {
      return List.of(field);
    }
  }

  /** A boolean column. */
  record Truth(Field field, boolean negated) implements Filter {
    @Override
    public List<Field> fields() {
      return List.of(field);
    }
  }

  /** How many rows of a relation there are for a row of what is asked. */
  record Counted(Table table, Operator operator, Expression number) implements Filter {}

  /** A value of a group compared with a number. */
  record GroupCompare(Term term, Operator operator, Expression number) implements Filter {}

  /** Whether a relation has rows for a row of what is asked. */
  record Related(Table table, boolean negated) implements Filter {}

  /**
   * A column compared with an aggregate over all rows, or over those for which conditions hold.
   *
   * @param field what is compared
   * @param of what the aggregate is taken of
   */
  record AgainstAll(
      Field field,
      Operator operator,
      Expression.Aggregate.Function function,
      Field of,
      List<Filter> conditions)
      implements Filter {
    AgainstAll(Field field, Operator operator, Expression.Aggregate.Function function) {
      this(field, operator, function, field, List.of());
    }
  }

  /** Two columns compared. */
  record CompareFields(Field left, Operator operator, Field right) implements Filter {
    @Override
    public List<Field> fields() {
      return List.of(left, right);
    }
  }

  /** A relation has no row for which the conditions hold. */
  record Without(Table table, List<Filter> conditions) implements Filter {}

  /** The highest or lowest value among the rows that agree in some columns. */
  record Extreme(Field field, boolean highest, List<Field> within, List<Filter> conditions)
      implements Filter {}

  /** The condition of a reading. */
  record OfReading(Glossary.Reading reading) implements Filter {}

  /** The condition of a reading, for a period of the question instead of its own. */
  record OfReadingWithin(Glossary.Reading reading, Period period) implements Filter {}
}
