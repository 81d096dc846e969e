package dev.nl2sql.eval;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.util.TablesNamesFinder;

/**
 * Names what most likely kept a question from being right, by rules over its ending and both
 * statements. The first rule that holds names the kind: what the gold is built with and the answer
 * is not comes before what differs inside the same building.
 */
final class FailureKind {
  /** What a statement may be built with, the rarest first, as seen in its text without literals. */
  private enum Construct {
    WINDOW("window function", "\\bover\\s*\\("),
    SET("set operation", "\\b(union|intersect|except)\\b"),
    CASE("case distinction", "\\bcase\\b|\\bfilter\\s*\\("),
    DATES(
        "date arithmetic",
        "\\b(date_trunc|extract|interval|to_char|age|strftime|julianday|date_part|now)\\b"
            + "|\\bcurrent_date\\b"),
    NESTED("nested query or common table expression", "\\(\\s*select\\b"),
    ARITHMETIC(
        "arithmetic between columns",
        "[\\w)]\\s*[/*+-]\\s*(nullif\\s*\\(|cast\\s*\\(|sum\\s*\\(|count\\s*\\(|[a-z])"),
    HAVING("condition on groups", "\\bhaving\\b"),
    GROUP("grouping", "\\bgroup\\s+by\\b"),
    LIKE("match of a part of a text", "\\bi?like\\b|~"),
    DISTINCT("distinct", "\\bdistinct\\b"),
    LIMIT("limit", "\\blimit\\b"),
    AGGREGATE("aggregate", "\\b(count|sum|avg|min|max)\\s*\\(");

    private final String words;
    private final Pattern text;

    Construct(String words, String text) {
      this.words = words;
      this.text = Pattern.compile(text);
    }

    boolean isIn(String sql) {
      return text.matcher(sql).find();
    }
  }

  private FailureKind() {}

  /** Empty for a question that ended right. */
  static String of(QuestionResult result) {
    return switch (result.ending()) {
      case RIGHT -> "";
      case NOT_UNDERSTOOD ->
          result.message().startsWith("too unsure")
              ? "too unsure"
              : result.message().contains("not understood:")
                  ? "words not understood"
                  : "no reading found";
      case CLARIFIED -> "asked back";
      case REFUSED -> "refused";
      case ERROR -> "error " + result.sqlState();
      case GOLD_FAILED -> "gold failed";
      case WRONG -> wrong(result);
    };
  }

  private static String wrong(QuestionResult result) {
    String gold = bare(result.question().gold());
    String sql = bare(result.told().sql());
    Set<String> missing = relations(result.question().gold());
    missing.removeAll(relations(result.told().sql()));
    Set<String> further = relations(result.told().sql());
    further.removeAll(relations(result.question().gold()));
    return Arrays.stream(Construct.values())
        .filter(c -> c.isIn(gold) && !c.isIn(sql))
        .findFirst()
        .map(c -> "lacks " + c.words)
        .orElseGet(
            () ->
                !missing.isEmpty()
                    ? "relation missing"
                    : !further.isEmpty() ? "relation too many" : differs(result));
  }

  private static String differs(QuestionResult result) {
    if (result.components().isEmpty()) {
      return "cannot be compared";
    }
    ComponentMatch match = result.components().get();
    return Arrays.stream(Order.values())
        .filter(o -> !match.same().get(o.part))
        .findFirst()
        .map(o -> o.words)
        .orElse("same parts, other rows");
  }

  /** Which difference explains the others. */
  private enum Order {
    JOIN(SqlComponents.Part.JOIN, "other joins"),
    WHERE(SqlComponents.Part.WHERE, "other conditions"),
    GROUP(SqlComponents.Part.GROUP, "other grouping"),
    SELECT(SqlComponents.Part.SELECT, "other columns"),
    ORDER(SqlComponents.Part.ORDER, "other order or limit");

    private final SqlComponents.Part part;
    private final String words;

    Order(SqlComponents.Part part, String words) {
      this.part = part;
      this.words = words;
    }
  }

  private static String bare(String sql) {
    return sql.toLowerCase(Locale.ROOT).replaceAll("'[^']*'", "''");
  }

  private static Set<String> relations(String sql) {
    Set<String> names = new HashSet<>();
    try {
      for (String name : TablesNamesFinder.findTables(sql)) {
        String plain = name.substring(name.lastIndexOf('.') + 1).replace("\"", "");
        names.add(plain.toLowerCase(Locale.ROOT));
      }
    } catch (JSQLParserException | UnsupportedOperationException e) {
      names.clear();
    }
    return names;
  }
}
