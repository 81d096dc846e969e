package dev.nl2sql.guard;

import dev.nl2sql.catalog.TableName;
import dev.nl2sql.plan.Dialect;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tells whether a printed statement says, token by token, what was read: nothing may be gained,
 * lost or moved. What may differ is the spelling of a name by another of the same meaning, a schema
 * before a relation, a rule in place of a relation, the case of words, and blanks where they cannot
 * join or part tokens. A text of which this is so reads like the one that was checked, without
 * being parsed again; of any other it must be shown by parsing.
 */
final class FaithfulPrint {
  private final Names names;
  private final PlainWords words;
  private final Dialect dialect;
  private final Set<String> relations;
  private final TableRules rules;
  private final List<TableName> restricted;
  private final List<SqlToken> read;
  private final List<SqlToken> printed;
  private int at;
  private int out;

  private FaithfulPrint(
      String read,
      String printed,
      NameCheck.Resolution resolved,
      PlainWords words,
      GuardContext context) {
    this.dialect = context.dialect();
    this.names = new Names(dialect);
    this.words = words;
    this.rules = context.rules();
    this.relations =
        resolved.relations().stream().map(dialect::relation).collect(Collectors.toSet());
    this.restricted = resolved.relations().stream().filter(rules::restrict).toList();
    this.read = SqlToken.all(read);
    this.printed = SqlToken.all(printed);
  }

  /** Whether the second text is the first one with its names resolved. */
  static boolean is(
      String read,
      String printed,
      NameCheck.Resolution resolved,
      PlainWords words,
      GuardContext context) {
    return new FaithfulPrint(read, printed, resolved, words, context).holds();
  }

  private boolean holds() {
    while (at < read.size() && out < printed.size()) {
      skipAddedAs();
      if (out == printed.size() || !isSameGap() || !(isSameToken() || isName() || isRule())) {
        return false;
      }
    }
    return at == read.size() && out == printed.size();
  }

  // An alias is printed behind AS. The word after it must be one that the grammar knows as nothing
  // but a name, so that it was an alias before, too.
  private void skipAddedAs() {
    boolean added =
        at > 0
            && out + 1 < printed.size()
            && printed.get(out).is("AS")
            && !read.get(at).is("AS")
            && isPlain(printed.get(out + 1))
            && read.get(at).isName()
            && !read.get(at).glued()
            && names.means(read.get(at).text(), names.meant(printed.get(out + 1).text()));
    out += added ? 1 : 0;
  }

  // Blanks part tokens or do not, but beside a parenthesis or comma that makes no difference.
  private boolean isSameGap() {
    boolean first = at == 0 || out == 0;
    return first
        || read.get(at).glued() == printed.get(out).glued()
        || (isLoose(read, at) && isLoose(printed, out));
  }

  private static boolean isLoose(List<SqlToken> tokens, int position) {
    return tokens.get(position).isLoose() || tokens.get(position - 1).isLoose();
  }

  private boolean isSameToken() {
    return read.get(at).isSame(printed.get(out)) && advance();
  }

  private boolean advance() {
    at++;
    out++;
    return true;
  }

  private boolean isName() {
    if (!read.get(at).isName()) {
      return false;
    }
    boolean alone = at + 1 == read.size() || !read.get(at + 1).is(".");
    boolean qualified = alone && isSchema();
    out += qualified ? 2 : 0;
    boolean same =
        (qualified || isPlain(printed.get(out)))
            && names.means(read.get(at).text(), names.meant(printed.get(out).text()));
    return same && advance();
  }

  private boolean isSchema() {
    boolean relationStandsHere =
        at > 0 && (read.get(at - 1).is("FROM") || read.get(at - 1).is("JOIN"));
    if (!relationStandsHere || out + 2 >= printed.size() || !printed.get(out + 1).is(".")) {
      return false;
    }
    String qualified = printed.get(out).text() + "." + printed.get(out + 2).text();
    return relations.contains(qualified) && words.isRelation(qualified);
  }

  private boolean isPlain(SqlToken token) {
    return token.isQuoted() || (token.isName() && words.isPlain(token.text()));
  }

  // A relation, with or without its schema, and in its place the rule on it with an alias.
  private boolean isRule() {
    int length = read.get(at).isName() && at + 2 < read.size() && read.get(at + 1).is(".") ? 3 : 1;
    SqlToken name = read.get(at + length - 1);
    for (TableName relation : restricted) {
      boolean meant =
          name.isName()
              && names.means(name.text(), relation.name())
              && (length == 1 || names.means(read.get(at).text(), relation.schema()));
      List<SqlToken> body = meant ? SqlToken.all("(" + rules.printed(relation) + ")") : List.of();
      if (meant && standsHere(body)) {
        at += length;
        out += body.size();
        skipAlias(relation);
        return true;
      }
    }
    return false;
  }

  private boolean standsHere(List<SqlToken> body) {
    return out + body.size() <= printed.size()
        && IntStream.range(0, body.size())
            .allMatch(i -> body.get(i).isExactly(printed.get(out + i), i == 0));
  }

  private void skipAlias(TableName relation) {
    boolean own = at < read.size() && read.get(at).is("AS");
    boolean given =
        out + 1 < printed.size()
            && printed.get(out).is("AS")
            && printed.get(out + 1).is(dialect.identifier(relation.name()))
            && isPlain(printed.get(out + 1));
    if (given && !own) {
      out += 2;
    }
  }
}
