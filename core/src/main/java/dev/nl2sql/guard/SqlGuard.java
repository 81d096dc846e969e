package dev.nl2sql.guard;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.statement.select.Select;

/**
 * Decides whether SQL that was generated may run, and prints the form in which it does: one query
 * on relations of the catalog with listed functions, printed from the checked tree. Whatever is not
 * understood is refused. Thread-safe.
 */
public final class SqlGuard {
  private final GuardParser parser = new GuardParser();
  private final PlainWords words = new PlainWords();

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
    return parser.during(session -> accept(lexed, context, session));
  }

  private GuardedSql accept(
      SqlLexer.Lexed lexed, GuardContext context, GuardParser.Session session) {
    Select statement = session.parse(lexed.text());
    Tree tree = new Tree();
    List<Object> nodes = tree.all(statement);
    int parameters = NodeCheck.check(nodes, tree);
    NodeCheck.checkTop(nodes, context.dialect());
    if (parameters != lexed.parameters()) {
      throw new Refusal(GuardVerdict.Layer.PARSER, "a question mark is not a parameter");
    }
    FunctionCheck.check(nodes, context);
    if (TimeUnits.asNames(nodes, context.dialect())) {
      tree = new Tree();
      nodes = tree.all(statement);
    }
    Aliases.makePlain(nodes, context.dialect());
    Set<String> withNames = Aliases.ofWith(nodes);
    NameCheck.Resolution names = NameCheck.resolve(statement, nodes, tree, context);
    Literals literals = new Literals(lexed.literals(), context.rules().literals());
    Tree resolved = new Tree();
    ValueCheck.check(nodes, resolved, literals, context);
    ShapeCheck.check(statement, resolved, names, literals, context);
    Emission.Proof proof =
        (text, added) ->
            FaithfulPrint.is(lexed.text() + added, text, names, words, context)
                || (session.isFixedPoint(text)
                    && LostWords.none(lexed.text(), text, withNames, words));
    Emission.Printed printed = Emission.print(statement, literals, context.dialect(), proof);
    return new GuardedSql(
        printed.sql(), printed.template(), printed.ownLimit(), names.relations(), parameters);
  }
}
