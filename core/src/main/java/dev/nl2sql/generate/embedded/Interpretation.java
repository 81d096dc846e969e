package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in a sentence how a question was understood. */
final class Interpretation {
  private Interpretation() {}

  static String of(Sketch sketch) {
    StringBuilder text = new StringBuilder(terms(sketch.shown()));
    if (!sketch.filters().isEmpty()) {
      text.append(" where ");
      text.append(
          sketch.filters().stream()
              .map(
                  any ->
                      any.stream().map(Interpretation::filter).collect(Collectors.joining(" or ")))
              .collect(Collectors.joining(" and ")));
    }
    if (!sketch.groups().isEmpty()) {
      text.append(" for each ").append(terms(sketch.groups()));
    }
    if (!sketch.orders().isEmpty()) {
      text.append(" ordered by ");
      text.append(
          sketch.orders().stream()
              .map(o -> term(o.term()) + (o.descending() ? ", highest first" : ", lowest first"))
              .collect(Collectors.joining(", then ")));
    }
    sketch.limit().ifPresent(n -> text.append(" (the first ").append(n).append(")"));
    return text.toString();
  }

  private static String terms(List<Sketch.Term> terms) {
    List<String> texts = new ArrayList<>();
    terms.forEach(t -> texts.add(term(t)));
    return String.join(", ", texts);
  }

  static String term(Sketch.Term term) {
    if (term instanceof Sketch.OfField f) {
      return name(f.field());
    }
    if (term instanceof Sketch.OfEntity e) {
      return name(e.table());
    }
    if (term instanceof Sketch.AllOf all) {
      return "all of " + name(all.table());
    }
    if (term instanceof Sketch.CountOf c) {
      return c.distinct()
          .map(f -> "number of different " + name(f))
          .orElse("number of " + name(c.table()));
    }
    if (term instanceof Sketch.AggregateOf a) {
      return function(a.function()) + " " + name(a.field());
    }
    if (term instanceof Sketch.MetricOf m) {
      return m.metrics().get(0).name();
    }
    if (term instanceof Sketch.RatioOf r) {
      return "average " + term(r.measure()) + " per " + term(r.per());
    }
    if (term instanceof Sketch.ShareOf s) {
      return "percentage of the "
          + term(s.measure())
          + " where "
          + s.part().stream().map(Interpretation::filter).collect(Collectors.joining(" and "));
    }
    if (term instanceof Sketch.DateOf d) {
      return d.function().map(f -> function(f) + " ").orElse("") + "date of " + name(d.table());
    }
    if (term instanceof Sketch.ReadingOf r) {
      return label(r.reading());
    }
    return ((Sketch.GrainOf) term).unit().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String function(Expression.Aggregate.Function function) {
    return switch (function) {
      case COUNT -> "number of";
      case SUM -> "total";
      case AVG -> "average";
      case MIN -> "lowest";
      case MAX -> "highest";
    };
  }

  private static String filter(Sketch.Filter filter) {
    if (filter instanceof Sketch.Compare c) {
      return name(c.field()) + " " + operator(c.operator()) + " " + value(c.value());
    }
    if (filter instanceof Sketch.OneOf o) {
      return name(o.field())
          + (o.negated() ? " is not " : " is ")
          + String.join(" or ", o.values());
    }
    if (filter instanceof Sketch.Like l) {
      return name(l.field())
          + (l.negated() ? " does not " : " does ")
          + l.match().name().toLowerCase(Locale.ROOT).replace("s_", " ").replaceAll("s$", "")
          + " '"
          + l.text()
          + "'";
    }
    if (filter instanceof Sketch.Within w) {
      return w.date().map(Interpretation::name).orElse("the date") + " in " + w.period().label();
    }
    if (filter instanceof Sketch.WithinReading w) {
      return "the date in " + w.period().label();
    }
    if (filter instanceof Sketch.Missing m) {
      return name(m.field()) + (m.negated() ? " is given" : " is missing");
    }
    if (filter instanceof Sketch.Truth t) {
      return (t.negated() ? "not " : "") + name(t.field());
    }
    if (filter instanceof Sketch.Counted c) {
      return "number of "
          + name(c.table())
          + " "
          + operator(c.operator())
          + " "
          + value(c.number());
    }
    if (filter instanceof Sketch.GroupCompare g) {
      return term(g.term()) + " " + operator(g.operator()) + " " + value(g.number());
    }
    if (filter instanceof Sketch.Related r) {
      return "there " + (r.negated() ? "are no " : "are ") + name(r.table());
    }
    if (filter instanceof Sketch.AgainstAll a) {
      return name(a.field())
          + " "
          + operator(a.operator())
          + " the "
          + function(a.function())
          + " of all";
    }
    if (filter instanceof Sketch.CompareFields c) {
      return name(c.left()) + " " + operator(c.operator()) + " " + name(c.right());
    }
    if (filter instanceof Sketch.Extreme e) {
      return name(e.field())
          + (e.highest() ? " is the highest of its " : " is the lowest of its ")
          + e.within().stream().map(Interpretation::name).collect(Collectors.joining(" and "));
    }
    if (filter instanceof Sketch.Without w) {
      return "there are no "
          + name(w.table())
          + w.conditions().stream()
              .map(c -> " where " + filter(c))
              .collect(Collectors.joining(" and"));
    }
    if (filter instanceof Sketch.OfReadingWithin w) {
      return label(w.reading()) + ", but in " + w.period().label();
    }
    return label(((Sketch.OfReading) filter).reading());
  }

  private static String label(Glossary.Reading reading) {
    return reading.label().toLowerCase(Locale.ROOT);
  }

  private static String operator(Operator operator) {
    return switch (operator) {
      case EQUAL -> "is";
      case NOT_EQUAL -> "is not";
      case LESS -> "is less than";
      case LESS_OR_EQUAL -> "is at most";
      case GREATER -> "is more than";
      case GREATER_OR_EQUAL -> "is at least";
    };
  }

  private static String value(Expression expression) {
    return expression instanceof Expression.Literal l ? l.value().toString() : "?";
  }

  static String name(Field field) {
    return field.column().name();
  }

  private static String name(Table table) {
    return table.name().name();
  }
}
