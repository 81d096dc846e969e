package dev.nl2sql.jdbc;

import dev.nl2sql.Choice;
import dev.nl2sql.Condition;
import dev.nl2sql.Question;
import dev.nl2sql.pipeline.AskRequest;
import dev.nl2sql.pipeline.Feedback;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads the statements that are the driver's own. All other text is not looked at beyond its first
 * word. Immutable and thread-safe.
 */
final class StatementGrammar {
  private static final int MAX_LENGTH = 20_000;

  private final List<String> markers;
  private final boolean explainDescribesTables;
  private final QuestionLook look;
  private final InsideGrammar inside;
  private final InsideGrammar.KnownNames names;

  /**
   * @param markers words that begin a question; none switches everything off
   * @param explainDescribesTables whether the database reads {@code EXPLAIN name} as a description
   *     of a table
   * @param lexis how the database writes what is no word
   * @param names what the session has that our words may mean
   */
  StatementGrammar(
      List<String> markers,
      boolean explainDescribesTables,
      SqlLexis lexis,
      InsideGrammar.KnownNames names) {
    this.markers = List.copyOf(markers);
    this.explainDescribesTables = explainDescribesTables;
    this.look = new QuestionLook(markers);
    this.inside = new InsideGrammar(look.inside(), lexis);
    this.names = names;
  }

  /** A grammar for a database of which nothing is known. */
  StatementGrammar(List<String> markers, boolean explainDescribesTables) {
    this(markers, explainDescribesTables, SqlLexis.STANDARD, InsideGrammar.KnownNames.NONE);
  }

  /** Told when the schema may have changed. */
  void schemaChanged() {
    names.forget();
  }

  /** Reads a statement of a plain {@code Statement}; empty if it is plain SQL. */
  Optional<Command> read(String text) throws SQLException {
    return read(text, BindPlaces.NONE);
  }

  /** Reads a statement of a {@code PreparedStatement}; empty if it is plain SQL. */
  Optional<Command> readPrepared(String text) throws SQLException {
    return read(text, BindPlaces.STAND_ALONE);
  }

  private Optional<Command> read(String text, BindPlaces binds) throws SQLException {
    if (text == null || markers.isEmpty()) {
      return Optional.empty();
    }
    Optional<Command> whole = look.mayBegin(text) ? readWhole(text, binds) : Optional.empty();
    return whole.isPresent() || !look.mayHold(text) ? whole : readInside(text, binds);
  }

  private Optional<Command> readInside(String text, BindPlaces binds) throws SQLException {
    InsideGrammar.Questions questions =
        new InsideGrammar.Questions() {
          @Override
          public Optional<Command> read(StatementReader content) throws SQLException {
            return question(content, binds);
          }

          @Override
          public Command call(String question, int values) throws SQLException {
            demandPlaces(question, values, binds);
            return ask(question, values);
          }
        };
    return inside.read(text, questions, names).map(Function.identity());
  }

  private static Command ask(String question, int values) throws SQLException {
    return new Command.Ask(
        AskRequest.Mode.RUN, new Question(checked(question), List.of(), Optional.empty()), values);
  }

  private Optional<Command> readWhole(String text, BindPlaces binds) throws SQLException {
    StatementReader reader = new StatementReader(text).skipBlanks();
    int parentheses = 0;
    while (reader.take('(')) {
      parentheses++;
      reader.skipBlanks();
    }
    if (!mayBeOurs(reader)) {
      return Optional.empty();
    }
    if (parentheses > 0) {
      Optional<StatementReader> inner = withoutParentheses(reader, parentheses);
      return inner.isEmpty() ? Optional.empty() : question(inner.get(), binds);
    }
    Optional<Command> question = question(reader.copy(), binds);
    return question.isPresent() ? question : command(reader);
  }

  private boolean mayBeOurs(StatementReader reader) {
    return markers.stream().anyMatch(m -> takeMarker(reader.copy(), m))
        || QuestionLook.firstWords().stream().anyMatch(w -> reader.copy().takeWord(w));
  }

  private static boolean takeMarker(StatementReader reader, String marker) {
    for (String word : marker.strip().split("\\s+")) {
      if (!reader.takeWord(word)) {
        return false;
      }
    }
    return reader.atEnd()
        || Character.isWhitespace(reader.current())
        || reader.current() == ';'
        || startsQuote(reader);
  }

  private static boolean startsQuote(StatementReader reader) {
    return reader.current() == '\'' || reader.rest().startsWith("$$");
  }

  /** The text inside the parentheses, if their ends close the statement. */
  private static Optional<StatementReader> withoutParentheses(StatementReader reader, int count) {
    int end = endOfContent(reader);
    for (int i = 0; i < count; i++) {
      if (end <= reader.position()
          || reader.until(end).rest().charAt(end - 1 - reader.position()) != ')') {
        return Optional.empty();
      }
      end = endOfContent(reader.until(end - 1));
    }
    return closesEarly(reader.until(end).rest())
        ? Optional.empty()
        : Optional.of(reader.until(end));
  }

  private static boolean closesEarly(String text) {
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      } else if (!quoted && c == '(') {
        depth++;
      } else if (!quoted && c == ')' && --depth < 0) {
        return true;
      }
    }
    return false;
  }

  /** Where the text ends without trailing blanks, comments and semicolons. */
  private static int endOfContent(StatementReader reader) {
    int start = reader.position();
    String text = reader.rest();
    int length = text.length();
    while (true) {
      int before = length;
      length = TrailingText.lengthWithoutComment(text.substring(0, length));
      while (length > 0
          && (Character.isWhitespace(text.charAt(length - 1)) || text.charAt(length - 1) == ';')) {
        length--;
      }
      if (length == before) {
        return start + length;
      }
    }
  }

  private Optional<Command> question(StatementReader reader, BindPlaces binds) throws SQLException {
    StatementReader start = reader.copy();
    AskRequest.Mode mode = AskRequest.Mode.RUN;
    boolean chart = false;
    if (start.takeWord("EXPLAIN")) {
      mode = AskRequest.Mode.EXPLAIN;
    } else if (start.takeWord("NARRATE")) {
      mode = AskRequest.Mode.NARRATE;
    } else if (start.takeWord("CHART")) {
      chart = true;
      if (start.takeWord("AS")) {
        start.word();
      }
    }
    Optional<String> marker = markers.stream().filter(m -> takeMarker(start.copy(), m)).findFirst();
    if (marker.isEmpty()) {
      return Optional.empty();
    }
    takeMarker(start, marker.get());
    if (mode == AskRequest.Mode.EXPLAIN && !isExplainedQuestion(start)) {
      return Optional.empty();
    }
    if (chart) {
      throw notUnderstood("CHART ASK is not available in this version; use ASK");
    }
    if (start.copy().take('@')) {
      throw notUnderstood("ASK @database is not available in this version; leave the name out");
    }
    Optional<Command> quoted = quoted(start.copy(), mode, binds);
    return quoted.isPresent() ? quoted : Optional.of(bare(start, mode, binds));
  }

  private boolean isExplainedQuestion(StatementReader reader) {
    StatementReader next = reader.copy().skipBlanks();
    if (next.atEnd()) {
      return false;
    }
    if (startsQuote(next)) {
      return true;
    }
    String words = next.rest().strip();
    return !explainDescribesTables
        && Arrays.stream(words.split("[\\s;]+")).filter(w -> !w.isEmpty()).count() >= 2;
  }

  /** The quoted form; empty if more than clauses follow the literal: then it is a bare question. */
  private static Optional<Command> quoted(
      StatementReader reader, AskRequest.Mode mode, BindPlaces binds) throws SQLException {
    Optional<String> literal = reader.literal();
    if (literal.isEmpty()) {
      return Optional.empty();
    }
    Optional<Integer> using = reader.copy().takeWord("USING") ? using(reader) : Optional.of(0);
    Optional<List<Choice>> choices =
        reader.copy().takeWord("WITH") ? choices(reader) : Optional.of(List.of());
    if (using.isEmpty() || choices.isEmpty()) {
      return Optional.empty();
    }
    reader.skipBlanks();
    if (!reader.atEnd() && reader.current() != ';') {
      return Optional.empty();
    }
    demandNothingAfter(reader);
    demandPlaces(literal.get(), using.get(), binds);
    Question question = new Question(checked(literal.get()), choices.get(), Optional.empty());
    return Optional.of(new Command.Ask(mode, question, using.get()));
  }

  private static void demandPlaces(String question, int values, BindPlaces binds)
      throws SQLException {
    int places = BindPlaces.count(question);
    if (values > 0 && values != places) {
      throw notUnderstood(
          "the question has %d stand-alone ? but %d values are given for it"
              .formatted(places, values));
    }
    if (values > 0 && binds == BindPlaces.NONE) {
      throw notUnderstood("a value for ? needs a PreparedStatement, which alone can give it");
    }
  }

  private static Optional<Integer> using(StatementReader reader) {
    reader.takeWord("USING");
    int count = 0;
    do {
      if (!reader.take('?')) {
        return Optional.empty();
      }
      count++;
    } while (reader.take(','));
    return Optional.of(count);
  }

  private static Optional<List<Choice>> choices(StatementReader reader) {
    reader.takeWord("WITH");
    if (!reader.take('(')) {
      return Optional.empty();
    }
    Optional<List<Choice>> choices = choiceList(reader);
    return choices.isPresent() && reader.take(')') ? choices : Optional.empty();
  }

  private static Optional<List<Choice>> choiceList(StatementReader reader) {
    List<Choice> choices = new ArrayList<>();
    do {
      Optional<String> term = reader.word();
      if (term.isEmpty() || !reader.take('=')) {
        return Optional.empty();
      }
      Optional<String> option = reader.word();
      if (option.isEmpty()) {
        return Optional.empty();
      }
      choices.add(new Choice(lowerCase(term.get()), lowerCase(option.get()), reader.literal()));
    } while (reader.take(','));
    return Optional.of(choices);
  }

  private static Command bare(StatementReader reader, AskRequest.Mode mode, BindPlaces binds)
      throws SQLException {
    String rest = reader.rest();
    int semicolon = rest.indexOf(';');
    int length = semicolon < 0 ? rest.length() : semicolon;
    if (semicolon >= 0) {
      StatementReader after = reader.copy();
      StatementReader tail = new StatementReader(after.rest().substring(semicolon));
      demandNothingAfter(tail);
    }
    String text = TrailingText.strip(rest.substring(0, length));
    List<Choice> choices = List.of();
    int with = lastWith(text);
    if (with >= 0) {
      StatementReader clause = new StatementReader(text.substring(with));
      Optional<List<Choice>> found = choices(clause);
      if (found.isPresent() && clause.skipBlanks().atEnd()) {
        choices = found.get();
        text = text.substring(0, with).strip();
      }
    }
    int parameters = binds == BindPlaces.NONE ? 0 : BindPlaces.countInBareQuestion(text);
    return new Command.Ask(
        mode, new Question(checked(text), choices, Optional.empty()), parameters);
  }

  private static int lastWith(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    return text.endsWith(")") && upper.length() == text.length() ? upper.lastIndexOf("WITH") : -1;
  }

  private static Optional<Command> command(StatementReader reader) throws SQLException {
    if (reader.takeWord("CLARIFY")) {
      return Optional.of(clarify(reader));
    }
    if (reader.takeWord("SHOW")) {
      return reader.takeWord("NL") ? show(reader) : Optional.empty();
    }
    if (!reader.takeWord("NL")) {
      return Optional.empty();
    }
    if (reader.takeWord("REFRESH")) {
      demandNothingAfter(reader);
      return Optional.of(new Command.Refresh());
    }
    if (reader.takeWord("SET")) {
      return Optional.of(set(reader));
    }
    if (reader.takeWord("FEEDBACK")) {
      return Optional.of(feedback(reader));
    }
    throw notUnderstood("NL is followed by REFRESH, FEEDBACK or SET name = value");
  }

  private static Command feedback(StatementReader reader) throws SQLException {
    Optional<String> id = reader.takeWord("FOR") ? reader.word() : Optional.empty();
    boolean good = reader.takeWord("GOOD");
    if (!good && !reader.takeWord("BAD")) {
      throw notUnderstood("NL FEEDBACK is followed by [FOR id] GOOD or BAD ['correct SQL']");
    }
    Optional<String> sql = good ? Optional.empty() : reader.literal();
    demandNothingAfter(reader);
    return new Command.Feedback(
        id, good ? Feedback.Verdict.GOOD : Feedback.Verdict.BAD, sql.map(String::strip));
  }

  private static Command clarify(StatementReader reader) throws SQLException {
    StatementReader number = reader.copy();
    Optional<String> word = number.word();
    if (word.isPresent() && word.get().matches("\\d{1,6}")) {
      demandNothingAfter(number);
      return new Command.ClarifyRow(Integer.parseInt(word.get()));
    }
    Optional<List<Choice>> choices = choiceList(reader);
    if (choices.isEmpty()) {
      throw notUnderstood("CLARIFY is followed by name = option, or by the number of an option");
    }
    demandNothingAfter(reader);
    return new Command.Clarify(choices.get());
  }

  private static Optional<Command> show(StatementReader reader) throws SQLException {
    Optional<Command.Show.Topic> topic =
        Arrays.stream(Command.Show.Topic.values())
            .filter(t -> reader.copy().takeWord(t.name()))
            .findFirst();
    if (topic.isEmpty()) {
      Optional<String> other = reader.copy().word();
      if (other.isEmpty() || !Character.isLetter(other.get().charAt(0))) {
        return Optional.empty();
      }
      String topics =
          Arrays.stream(Command.Show.Topic.values())
              .map(Enum::name)
              .collect(Collectors.joining(", "));
      throw notUnderstood(
          "SHOW NL %s: there is nothing of this name; SHOW NL is followed by %s"
              .formatted(other.get(), topics));
    }
    reader.takeWord(topic.get().name());
    demandNothingAfter(reader);
    return Optional.of(new Command.Show(topic.get()));
  }

  private static Command set(StatementReader reader) throws SQLException {
    Optional<String> name = reader.word();
    if (name.isEmpty() || !reader.take('=')) {
      throw notUnderstood("NL SET is followed by name = value");
    }
    Optional<String> value = reader.literal();
    if (value.isEmpty()) {
      String rest = TrailingText.strip(reader.rest());
      int semicolon = rest.indexOf(';');
      if (semicolon >= 0) {
        demandNothingAfter(new StatementReader(rest.substring(semicolon)));
        rest = rest.substring(0, semicolon).strip();
      }
      return new Command.Set(name.get(), rest);
    }
    demandNothingAfter(reader);
    return new Command.Set(name.get(), value.get());
  }

  /** Refuses text behind the statement's end, for it would silently not run. */
  private static void demandNothingAfter(StatementReader reader) throws SQLException {
    while (reader.take(';')) {
      reader.skipBlanks();
    }
    if (!reader.skipBlanks().atEnd()) {
      throw notUnderstood(
          "there is text after the end of the statement; send one statement at a time");
    }
  }

  private static String checked(String question) throws SQLException {
    String text = question.strip();
    if (text.isEmpty()) {
      throw notUnderstood("the question is empty; write ASK and then what you want to know");
    }
    if (text.length() > MAX_LENGTH) {
      throw notUnderstood(
          "the question has %d characters; at most %d are read"
              .formatted(text.length(), MAX_LENGTH));
    }
    if (text.chars().anyMatch(c -> Character.isISOControl(c) && !Character.isWhitespace(c))) {
      throw notUnderstood("the question contains control characters");
    }
    return text;
  }

  private static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static SQLException notUnderstood(String message) {
    return Conditions.exception(Condition.NOT_UNDERSTOOD, message);
  }
}
