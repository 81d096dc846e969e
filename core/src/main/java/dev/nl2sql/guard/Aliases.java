package dev.nl2sql.guard;

import dev.nl2sql.plan.Dialect;
import java.util.List;
import java.util.ListIterator;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.WithItem;

/**
 * Writes names given to columns and relations so that no engine takes them for anything else: after
 * AS, and in quotation marks where the engine has another use for the word. Behind a table {@code
 * PARTITION (p)} picks a part of it in MySQL, and {@code POSITIONAL} changes the join in DuckDB.
 */
final class Aliases {
  private final Names names;

  private Aliases(Dialect dialect) {
    this.names = new Names(dialect);
  }

  /** Changes the tree. */
  static void makePlain(List<Object> nodes, Dialect dialect) {
    Aliases aliases = new Aliases(dialect);
    for (Object node : nodes) {
      if (node instanceof SelectItem<?> item && item.getAlias() != null) {
        item.getAlias().setUseAs(true);
        aliases.name(item.getAlias());
      } else if (node instanceof FromItem item && item.getAlias() != null) {
        item.getAlias().setUseAs(dialect.writesAsBeforeRelationAlias());
        aliases.name(item.getAlias());
      }
    }
  }

  /** The names of WITH in lower case, without quotation marks. */
  static Set<String> ofWith(List<Object> nodes) {
    return nodes.stream()
        .filter(WithItem.class::isInstance)
        .map(w -> ((WithItem<?>) w).getAlias().getName())
        .map(n -> (Names.isQuoted(n) ? n.substring(1, n.length() - 1) : n).toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  private void name(Alias alias) {
    names.refuseSpecial(alias.getName());
    alias.setName(names.plain(alias.getName()));
    if (alias.getAliasColumns() != null) {
      ListIterator<Alias.AliasColumn> columns = alias.getAliasColumns().listIterator();
      while (columns.hasNext()) {
        Alias.AliasColumn column = columns.next();
        names.refuseSpecial(column.name);
        columns.set(new Alias.AliasColumn(names.plain(column.name), column.colDataType));
      }
    }
  }
}
