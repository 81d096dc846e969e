package dev.nl2sql.guard;

import dev.nl2sql.plan.Dialect;
import java.util.OptionalLong;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.statement.select.Fetch;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperationList;

/** Prints a checked tree: literals from their values, the row cap on the outermost query. */
final class Emission {
  /** Stands for the cap in a template; no literal of a statement can spell it. */
  static final String CAP = "9223372036854775807";

  private Emission() {}

  /**
   * A statement as it runs.
   *
   * @param sql without a cap of ours
   * @param template with the placeholder of a cap; empty where none could be put
   */
  record Printed(String sql, String template, OptionalLong ownLimit) {}

  /** Shows that a printed text reads like the tree it was printed from. */
  interface Proof {
    /**
     * Whether it does.
     *
     * @param added what was put at the end of the statement that was read
     */
    boolean holds(String printed, String added);
  }

  /** Prints a tree, and has it proved that what runs reads like the tree. */
  static Printed print(Select statement, Literals literals, Dialect dialect, Proof proof) {
    OptionalLong ownLimit = ownLimit(statement);
    return ownLimit.isPresent() && canCap(statement, dialect)
        ? limited(statement, ownLimit.getAsLong(), literals, dialect, proof)
        : unlimited(statement, ownLimit, literals, dialect, proof);
  }

  /** Its capped form differs from its own in a number only, so that one print shows both. */
  private static Printed limited(
      Select statement, long limit, Literals literals, Dialect dialect, Proof proof) {
    setLimit(statement, CAP);
    String capped = statement.toString();
    String template = withLiterals(capped, literals, dialect);
    boolean once = template.indexOf(CAP) == template.lastIndexOf(CAP);
    String number = Long.toString(limit);
    if (once) {
      require(proof.holds(capped.replace(CAP, number), ""));
      return new Printed(template.replace(CAP, number), template, OptionalLong.of(limit));
    }
    setLimit(statement, number);
    String text = statement.toString();
    require(proof.holds(text, ""));
    return new Printed(withLiterals(text, literals, dialect), "", OptionalLong.of(limit));
  }

  /** A statement without a limit runs with the cap, so that form is proved. */
  private static Printed unlimited(
      Select statement, OptionalLong ownLimit, Literals literals, Dialect dialect, Proof proof) {
    String text = statement.toString();
    String sql = withLiterals(text, literals, dialect);
    boolean limited = statement.getLimit() != null || statement.getFetch() != null;
    if (limited || sql.contains(CAP) || !canCap(statement, dialect)) {
      require(proof.holds(text, ""));
      return new Printed(sql, "", ownLimit);
    }
    setLimit(statement, CAP);
    String capped = statement.toString();
    require(proof.holds(capped, " LIMIT " + CAP));
    return new Printed(sql, withLiterals(capped, literals, dialect), ownLimit);
  }

  private static void require(boolean same) {
    if (!same) {
      throw new Refusal(
          GuardVerdict.Layer.EMISSION, "the statement does not read the same when printed anew");
    }
  }

  /** The text with every placeholder replaced by its literal. */
  static String withLiterals(String text, Literals literals, Dialect dialect) {
    StringBuilder out = new StringBuilder();
    int position = 0;
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c == '"' || c == '`') {
        int end = closing(text, position);
        out.append(text, position, end);
        position = end;
      } else if (c == '\'') {
        int end = closing(text, position);
        out.append(written(literal(text.substring(position, end), literals), dialect));
        position = end;
      } else {
        out.append(c);
        position++;
      }
    }
    return out.toString();
  }

  private static int closing(String text, int open) {
    char mark = text.charAt(open);
    int position = open + 1;
    while (true) {
      int close = text.indexOf(mark, position);
      if (close < 0) {
        throw new Refusal(GuardVerdict.Layer.EMISSION, "a quotation mark is not closed");
      }
      boolean doubled = close + 1 < text.length() && text.charAt(close + 1) == mark;
      if (!doubled) {
        return close + 1;
      }
      position = close + 2;
    }
  }

  private static String literal(String placeholder, Literals literals) {
    return literals
        .value(placeholder)
        .orElseThrow(() -> new Refusal(GuardVerdict.Layer.EMISSION, "a literal of unknown origin"));
  }

  // What a backslash means in a plain literal may depend on a setting of the session; in an escape
  // literal it does not.
  private static String written(String value, Dialect dialect) {
    boolean escaped =
        value.indexOf('\\') >= 0 && AllowList.of(dialect).has("lexical", "escape-literals");
    return escaped
        ? "E" + dialect.textLiteral(value).replace("\\", "\\\\")
        : dialect.textLiteral(value);
  }

  /** The statement's own limit, if it is a plain number. */
  private static OptionalLong ownLimit(Select statement) {
    Limit limit = statement.getLimit();
    if (limit != null && limit.getRowCount() instanceof LongValue rows) {
      return OptionalLong.of(rows.getValue());
    }
    Fetch fetch = statement.getFetch();
    if (isPlain(fetch) && fetch.getExpression() instanceof LongValue rows) {
      return OptionalLong.of(rows.getValue());
    }
    return OptionalLong.empty();
  }

  private static boolean isPlain(Fetch fetch) {
    return fetch != null
        && fetch.getFetchParameters().stream()
            .allMatch(
                p ->
                    p.equalsIgnoreCase("ROWS")
                        || p.equalsIgnoreCase("ROW")
                        || p.equalsIgnoreCase("ONLY"));
  }

  /** Whether a cap can stand where the outermost limit stands. */
  private static boolean canCap(Select statement, Dialect dialect) {
    boolean query = statement instanceof PlainSelect || statement instanceof SetOperationList;
    return query && dialect.limitsByLimit();
  }

  /** Puts a number where the outermost limit stands. Changes the tree. */
  private static void setLimit(Select statement, String rows) {
    boolean offset = statement.getLimit() != null && statement.getLimit().getOffset() != null;
    Limit limit = offset ? statement.getLimit() : new Limit();
    limit.setRowCount(new LongValue(rows));
    statement.setFetch(null);
    statement.setLimit(limit);
  }
}
