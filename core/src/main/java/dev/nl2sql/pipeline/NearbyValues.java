package dev.nl2sql.pipeline;

import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.ValueIndex;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Expression.ColumnReference;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.QueryPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tells what is stored near the values of a condition. Bound values are never looked up, and
 * columns without values by the rules of the index have none here either.
 */
final class NearbyValues {
  private static final int MOST_VALUES = 3;

  private final ValueIndex values;

  NearbyValues(ValueIndex values) {
    this.values = values;
  }

  /** A sentence for each comparison with a value that is not stored as it was asked. */
  List<String> of(Predicate predicate) {
    List<String> sentences = new ArrayList<>();
    collect(predicate, sentences);
    return sentences.stream().distinct().limit(MOST_VALUES).toList();
  }

  private void collect(Predicate predicate, List<String> sentences) {
    if (predicate instanceof Predicate.And and) {
      and.operands().forEach(p -> collect(p, sentences));
    } else if (predicate instanceof Predicate.Or or) {
      or.operands().forEach(p -> collect(p, sentences));
    } else if (predicate instanceof Predicate.Exists exists && !exists.negated()) {
      collect(exists.plan(), sentences);
    } else if (predicate instanceof Predicate.InSubquery in && !in.negated()) {
      collect(in.plan(), sentences);
    } else if (predicate instanceof Predicate.InList in && !in.negated()) {
      in.values().forEach(v -> compared(in.argument(), v, sentences));
    } else if (predicate instanceof Predicate.TextMatch match && !match.negated()) {
      compared(match.argument(), new Expression.Literal(match.text()), sentences);
    } else if (predicate instanceof Predicate.Comparison comparison
        && comparison.operator() != Predicate.Comparison.Operator.NOT_EQUAL) {
      compared(comparison.left(), comparison.right(), sentences);
      compared(comparison.right(), comparison.left(), sentences);
    }
  }

  private void collect(QueryPlan plan, List<String> sentences) {
    if (plan instanceof QueryPlan.Select select) {
      select.where().ifPresent(w -> collect(w, sentences));
    }
  }

  private void compared(Expression side, Expression value, List<String> sentences) {
    if (side instanceof Expression.TextFunction function) {
      compared(function.argument(), value, sentences);
    } else if (value instanceof Expression.TextFunction function) {
      compared(side, function.argument(), sentences);
    } else if (side instanceof ColumnReference column
        && value instanceof Expression.Literal literal) {
      if (literal.value() instanceof String text) {
        texts(column, text, sentences);
      } else {
        range(column, sentences);
      }
    }
  }

  private void texts(ColumnReference reference, String text, List<String> sentences) {
    QueryPlan.TableUse use = reference.table();
    boolean stored =
        values.exact(text, List.of(use.table())).stream()
            .map(StoredValue::column)
            .anyMatch(reference.column()::equals);
    if (stored) {
      return;
    }
    List<String> near = values.nearest(text, use.table(), reference.column(), MOST_VALUES);
    if (!near.isEmpty()) {
      sentences.add(
          near.stream()
              .map(v -> "'" + v + "'")
              .collect(
                  Collectors.joining(
                      ", ",
                      "the values of %s nearest to '%s' are ".formatted(name(reference), text),
                      "")));
    }
  }

  private void range(ColumnReference reference, List<String> sentences) {
    values
        .range(reference.table().table(), reference.column())
        .ifPresent(
            r ->
                sentences.add(
                    "%s goes from %s to %s%s"
                        .formatted(
                            name(reference),
                            r.lowest(),
                            r.highest(),
                            r.complete() ? "" : " in the rows looked at")));
  }

  private static String name(ColumnReference reference) {
    return reference.table().table().name().name() + "." + reference.column().name();
  }
}
