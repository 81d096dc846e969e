package dev.nl2sql.guard;

import dev.nl2sql.plan.Dialect;
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
    List<Object> nodes = Tree.all(statement);
    int parameters = NodeCheck.check(nodes);
    if (parameters != lexed.parameters()) {
      throw new Refusal(GuardVerdict.Layer.PARSER, "a question mark is not a parameter");
    }
    FunctionCheck.check(nodes, context);
    NameCheck.Resolution names = NameCheck.resolve(statement, context);
    Literals literals = new Literals(lexed.literals(), context.rules().literals());
    ValueCheck.check(nodes, names, literals, context);
    ShapeCheck.check(statement, names, literals, context);
    return printed(statement, names, literals, parameters, context.dialect());
  }

  private GuardedSql printed(
      Select statement,
      NameCheck.Resolution names,
      Literals literals,
      int parameters,
      Dialect dialect) {
    String printed =
        Emission.withLiterals(Emission.fixedPoint(statement, parser), literals, dialect);
    OptionalLong ownLimit = Emission.ownLimit(statement);
    String template = "";
    if (!printed.contains(Emission.CAP) && Emission.putCap(statement, dialect)) {
      template = Emission.withLiterals(Emission.fixedPoint(statement, parser), literals, dialect);
    }
    return new GuardedSql(printed, template, ownLimit, names.relations(), parameters);
  }
}
