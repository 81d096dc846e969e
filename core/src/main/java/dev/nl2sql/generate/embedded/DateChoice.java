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
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Chooses the date that a period or calendar unit of a question is about. */
final class DateChoice {
  private final SchemaLexicon lexicon;
  private final JoinGraph graph;
  private final Set<String> said = new HashSet<>();

  DateChoice(Language language, SchemaLexicon lexicon, JoinGraph graph, List<Token> tokens) {
    this.lexicon = lexicon;
    this.graph = graph;
    for (Token token : tokens) {
      said.add(token.lemma());
      said.addAll(language.synonymsOf(token.lemma()));
      if (token.index() > 0) {
        String pair = tokens.get(token.index() - 1).lemma() + " " + token.lemma();
        said.addAll(language.synonymsOf(pair));
      }
    }
  }

  /** The date of the first relation that has one, then of the nearest relation. */
  Optional<Field> choose(List<Table> preferred) {
    for (Table table : preferred) {
      Optional<Field> own = ofTable(table);
      if (own.isPresent()) {
        return own;
      }
    }
    return preferred.stream().findFirst().flatMap(this::nearest);
  }

  private Optional<Field> nearest(Table table) {
    return graph.neighbours(table).stream()
        .filter(t -> !lexicon.profile(t).dates().isEmpty())
        .min(Comparator.comparingInt((Table t) -> graph.isToOne(table, t) ? 0 : 1))
        .flatMap(this::ofTable);
  }

  /** Words of the question that are in a column's name decide; else the first date. */
  private Optional<Field> ofTable(Table table) {
    return lexicon.profile(table).dates().stream()
        .max(Comparator.comparingInt(this::saidWords).thenComparing(c -> -position(table, c)))
        .map(c -> new Field(table, c));
  }

  private int saidWords(Column column) {
    return (int) lexicon.wordsOf(column).stream().filter(said::contains).count();
  }

  private static int position(Table table, Column column) {
    return table.columns().indexOf(column);
  }

  /** Half-open: from the first day, before the day after the last. */
  static Predicate within(Expression date, ColumnType type, Period period, ZoneId zone) {
    List<Predicate> bounds = new ArrayList<>();
    period
        .from()
        .ifPresent(
            day ->
                bounds.add(
                    new Predicate.Comparison(
                        Operator.GREATER_OR_EQUAL, date, instant(day, type, zone))));
    period
        .to()
        .ifPresent(
            day ->
                bounds.add(
                    new Predicate.Comparison(Operator.LESS, date, instant(day, type, zone))));
    return Predicate.all(bounds);
  }

  private static Expression instant(LocalDate day, ColumnType type, ZoneId zone) {
    return new Expression.Literal(
        switch (type) {
          case TIMESTAMP -> day.atStartOfDay();
          case TIMESTAMP_WITH_ZONE -> day.atStartOfDay(zone).toOffsetDateTime();
          default -> day;
        });
  }
}
