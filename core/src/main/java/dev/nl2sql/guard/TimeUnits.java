package dev.nl2sql.guard;

import dev.nl2sql.plan.Dialect;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.DateUnitExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.schema.Column;

/**
 * The parser takes a word like {@code month} for a unit of time wherever it stands. To the engine
 * it is one only where a function takes a unit; anywhere else it is a name, and must be resolved
 * like one.
 */
final class TimeUnits {
  private final AllowList allowed;
  private final Set<Object> units = Collections.newSetFromMap(new IdentityHashMap<>());

  private TimeUnits(Dialect dialect) {
    this.allowed = AllowList.of(dialect);
  }

  /**
   * Puts columns in place of units of time that are none. Changes the tree.
   *
   * @return whether there were any
   */
  static boolean asNames(List<Object> nodes, Dialect dialect) {
    if (nodes.stream().noneMatch(DateUnitExpression.class::isInstance)) {
      return false;
    }
    TimeUnits units = new TimeUnits(dialect);
    nodes.forEach(units::note);
    boolean changed = false;
    for (Object node : nodes) {
      changed |= Tree.replaceChildren(node, units::asName);
    }
    return changed;
  }

  private void note(Object node) {
    if (node instanceof Function call
        && call.getName() != null
        && call.getParameters() != null
        && !call.getParameters().isEmpty()
        && allowed.has("unit-function", call.getName())) {
      units.add(call.getParameters().get(0));
      units.add(call.getParameters().get(call.getParameters().size() - 1));
    }
  }

  private Object asName(Object node) {
    return node instanceof DateUnitExpression unit && !units.contains(unit)
        ? new Column(unit.getType().name().toLowerCase(Locale.ROOT))
        : node;
  }
}
