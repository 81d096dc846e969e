package dev.nl2sql.pipeline;

import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.catalog.Column;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells a model what a database said of its SQL. A message of a database may hold stored values
 * ("invalid input: 'Alice'"), so unless samples may be sent only the state, the position and names
 * of the catalog go out.
 */
final class DatabaseErrors {
  private static final Pattern POSITION =
      Pattern.compile("(?i)\\b(position|line|column)\\W{1,3}(\\d{1,6})\\b");
  private static final Pattern WORDS = Pattern.compile("[^\\p{L}\\p{N}_$]+");
  private static final int MOST_NAMES = 8;
  private static final int LONGEST_MESSAGE = 400;

  /** What the classes of SQLStates mean, in words a repair can use. */
  private static final List<String[]> MEANINGS =
      List.of(
          new String[] {"42P01", "a relation does not exist"},
          new String[] {"42S02", "a relation does not exist"},
          new String[] {"42703", "a column does not exist"},
          new String[] {"42S22", "a column does not exist"},
          new String[] {"42883", "a function does not exist for these types"},
          new String[] {"42803", "a column must be grouped or aggregated"},
          new String[] {"42702", "a column name is ambiguous"},
          new String[] {"42804", "types do not match"},
          new String[] {"22012", "division by zero"},
          new String[] {"21", "a sub-query gives more than one row"},
          new String[] {"22", "a value cannot be converted or computed"},
          new String[] {"42", "syntax error or wrong name or type"},
          new String[] {"0A", "the database does not have this feature"});

  String described(SQLException e, SessionView view, Settings settings) {
    String state = e.getSQLState() == null ? "none" : e.getSQLState();
    String message = e.getMessage() == null ? "" : e.getMessage();
    StringBuilder text = new StringBuilder("the database refused it with SQLState ").append(state);
    MEANINGS.stream()
        .filter(m -> state.startsWith(m[0]))
        .findFirst()
        .ifPresent(m -> text.append(": ").append(m[1]));
    // A message does not say of which column a value is, and some may never be sent.
    if (settings.flag(Setting.LLM_SEND_SAMPLES) && view.glossary().policies().isEmpty()) {
      return text.append("; it says: ")
          .append(message, 0, Math.min(message.length(), LONGEST_MESSAGE))
          .toString();
    }
    Matcher position = POSITION.matcher(message);
    if (position.find()) {
      text.append("; at ").append(position.group(1).toLowerCase(Locale.ROOT));
      text.append(' ').append(position.group(2));
    }
    String names = names(message, view);
    return names.isEmpty() ? text.toString() : text.append("; it names ").append(names).toString();
  }

  /** Words of the message that are names of the catalog. */
  private static String names(String message, SessionView view) {
    Set<String> words =
        WORDS
            .splitAsStream(message)
            .map(w -> w.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    Stream<String> known =
        view.catalog().tables().stream()
            .flatMap(
                t ->
                    Stream.concat(
                        Stream.of(t.name().name()), t.columns().stream().map(Column::name)));
    return known
        .filter(name -> words.contains(name.toLowerCase(Locale.ROOT)))
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .limit(MOST_NAMES)
        .collect(Collectors.joining(", "));
  }
}
