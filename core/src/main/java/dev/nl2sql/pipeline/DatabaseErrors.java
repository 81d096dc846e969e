package dev.nl2sql.pipeline;

import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.generate.model.QuotedData;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells a model what a database said of its SQL. A message of a database may hold stored values
 * ("invalid input: 'Alice'"), so unless samples may be sent nothing is read out of the message but
 * which names of the statement itself it repeats; the place is what the driver gives as a number.
 */
final class DatabaseErrors {
  private static final Pattern WORDS = Pattern.compile("[^\\p{L}\\p{N}_$]+");
  private static final int MOST_NAMES = 8;
  private static final int LONGEST_MESSAGE = 400;
  private static final int LONGEST_PLACE = 60;

  /**
   * What was run.
   *
   * @param isVerbatim whether places in it are those that the database counts: there are no
   *     parameters, which drivers rewrite, and no EXPLAIN stood in front of it
   */
  record Ran(String sql, boolean isVerbatim) {}

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

  String described(SQLException e, Ran ran, SessionView view, Settings settings) {
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
    place(e, ran, view).ifPresent(place -> text.append("; at ").append(place));
    String names = names(message, ran, view);
    return names.isEmpty() ? text.toString() : text.append("; it names ").append(names).toString();
  }

  /**
   * The part of the statement at which the database stopped. The author wrote it in other words, so
   * a number would say nothing; a policy's filter may stand there, which nobody is shown.
   */
  private static Optional<String> place(SQLException e, Ran ran, SessionView view) {
    if (!ran.isVerbatim() || !view.glossary().policies().isEmpty()) {
      return Optional.empty();
    }
    String sql = ran.sql();
    OptionalInt position = ErrorPosition.of(e);
    return position.isPresent() && position.getAsInt() <= sql.length()
        ? Optional.of(
            QuotedData.of(
                sql.substring(
                    position.getAsInt() - 1,
                    Math.min(sql.length(), position.getAsInt() - 1 + LONGEST_PLACE)),
                LONGEST_PLACE))
        : Optional.empty();
  }

  /** Names of the catalog in the message that the statement has, too. */
  private static String names(String message, Ran ran, SessionView view) {
    Set<String> words = words(message);
    words.retainAll(words(ran.sql()));
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

  private static Set<String> words(String text) {
    return WORDS
        .splitAsStream(text)
        .map(w -> w.toLowerCase(Locale.ROOT))
        .collect(Collectors.toCollection(HashSet::new));
  }
}
