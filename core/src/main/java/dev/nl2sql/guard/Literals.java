package dev.nl2sql.guard;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.StringValue;

/**
 * The values that the placeholders of a statement stand for: those of its own literals and those of
 * the rules put into it. Immutable.
 *
 * @param own the literals of the statement, placeholders {@code 'q0'}, {@code 'q1'}, …
 * @param rules the literals of rules, placeholders {@code 'p0'}, {@code 'p1'}, …
 */
record Literals(List<String> own, List<String> rules) {
  private static final Pattern PLACEHOLDER = Pattern.compile("'?([qp])(\\d{1,5})'?");

  Literals {
    own = List.copyOf(own);
    rules = List.copyOf(rules);
  }

  /** The value of a placeholder, with or without its quotation marks. */
  Optional<String> value(String placeholder) {
    Matcher matcher = PLACEHOLDER.matcher(placeholder);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    List<String> values = matcher.group(1).equals("q") ? own : rules;
    int index = Integer.parseInt(matcher.group(2));
    return index < values.size() ? Optional.of(values.get(index)) : Optional.empty();
  }

  /** The value of a text in the tree. */
  Optional<String> value(StringValue node) {
    return value(node.getValue());
  }
}
