package dev.nl2sql.guard;

import dev.nl2sql.catalog.TableName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.sf.jsqlparser.statement.select.Select;

/**
 * Decides whether SQL that was generated may run, and prints the form in which it does: one query
 * on relations of the catalog with listed functions, printed from the checked tree. Whatever is not
 * understood is refused. Thread-safe.
 */
public final class SqlGuard {
  private final GuardParser parser = new GuardParser();

  /** Checks a statement. Never throws. */
  public GuardVerdict check(String sql, GuardContext context) {
    try {
      return new GuardVerdict.Accepted(accept(sql, context));
    } catch (Refusal refusal) {
      return refusal.verdict();
    } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError problem) {
      String name = problem.getClass().getSimpleName();
      return new GuardVerdict.Refused(
          GuardVerdict.Layer.PARSER, "the statement cannot be checked: " + name, Optional.empty());
    }
  }

  private GuardedSql accept(String sql, GuardContext context) {
    SqlLexer.Lexed lexed = SqlLexer.read(sql, context.dialect());
    Select statement = parser.parse(lexed.text());
    int parameters = NodeCheck.check(statement, context);
    if (parameters != lexed.parameters()) {
      throw new Refusal(GuardVerdict.Layer.PARSER, "a question mark is not a parameter");
    }
    List<TableName> relations = NameCheck.resolve(statement, context);
    String text = Emission.fixedPoint(statement, parser);
    String printed = Emission.withLiterals(text, lexed.literals(), context.dialect());
    OptionalLong ownLimit = Emission.ownLimit(statement);
    String template = "";
    if (!printed.contains(Emission.CAP) && Emission.putCap(statement, context.dialect())) {
      String capped = Emission.fixedPoint(statement, parser);
      template = Emission.withLiterals(capped, lexed.literals(), context.dialect());
    }
    return new GuardedSql(printed, template, ownLimit, relations, parameters);
  }
}
