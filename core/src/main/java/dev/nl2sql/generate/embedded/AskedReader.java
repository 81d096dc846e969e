package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.resource.WordList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads what a question asks for, the rows it is asked of, and what they are grouped by. */
final class AskedReader {
  private static final Set<String> WHOLE_ROW =
      Set.copyOf(WordList.read(AskedReader.class, "whole_row_words.txt"));
  private static final Set<String> KEY_WORDS =
      Set.copyOf(WordList.read(AskedReader.class, "key_words.txt"));
  private static final Set<String> OWNER_WORDS =
      Set.of("of", "for", "in", "from", "on", "about", "to", "regarding", "across", "among");
  private static final List<String> QUANTITY_WORDS =
      WordList.read(AskedReader.class, "quantity_words.txt");
  private static final Set<String> DISPLAY_NAMES = Set.of("name", "title");
  private static final List<String> PLACE_WORDS =
      WordList.read(AskedReader.class, "place_words.txt");
  private static final Set<String> NOT_ADDED_UP =
      Set.copyOf(WordList.read(AskedReader.class, "not_added_up.txt"));
  private static final Set<String> AMOUNTS =
      Set.copyOf(WordList.read(AskedReader.class, "amount_words.txt"));
  private static final int MOST_COMPOUNDS = 3;

  private final Line line;
  private final Scope scope;
  private final RankReader ranks;
  private final Clauses clauses;
  private final List<Ask> open = new ArrayList<>();
  private final List<Integer> modifiers = new ArrayList<>();
  private boolean countAsked;
  private int sentences;
  private int listStart;

  /**
   * A noun with what stands before it.
   *
   * @param at its position
   * @param end the position after it
   * @param owner a name before it that says whose it is: "student id"
   * @param modifiers positions of values before it: "male students"
   * @param ranks positions of words of degree before it: "the 3 oldest students"
   * @param number position of a number before it, -1 for none
   */
  record Noun(
      int at,
      int end,
      Item.Named name,
      Optional<Item.Named> owner,
      List<Integer> modifiers,
      List<Integer> ranks,
      int number,
      boolean distinct) {}

  private sealed interface Ask {}

  private record Plain(Noun noun) implements Ask {}

  private record Count(Noun noun) implements Ask {}

  private record Applied(Function function, Noun noun) implements Ask {}

  private record Whole(int at) implements Ask {}

  private record Key(int at) implements Ask {}

  AskedReader(Line line, Scope scope, RankReader ranks, Clauses clauses) {
    this.line = line;
    this.scope = scope;
    this.ranks = ranks;
    this.clauses = clauses;
  }

  /** Positions of values that stood before nouns; they are conditions. */
  List<Integer> modifiers() {
    return List.copyOf(modifiers);
  }

  /** Reads from the beginning of a sentence and answers the position of its first condition. */
  int read(int from) {
    sentences++;
    if (sentences > 1) {
      clauses.subject.ifPresent(scope::enter);
    }
    int at = from;
    boolean more = true;
    while (more && line.has(at)) {
      int before = at;
      at = list(at);
      if (!open.isEmpty()) {
        at = owner(at);
      }
      more = at > before && continues(at);
      if (more) {
        at = afterConjunctions(at);
      }
    }
    return at;
  }

  /**
   * Reads a list of things asked for, in the middle of a sentence: "… and the number of orders".
   */
  int readMore(int from) {
    int at = list(from);
    return open.isEmpty() ? at : owner(at);
  }

  int afterConjunctions(int from) {
    int at = from;
    while (line.isConjunction(at)) {
      at++;
    }
    return at;
  }

  /** Whether another thing is asked for after a comma or "and", and not another condition said. */
  private boolean continues(int at) {
    return line.isConjunction(at) && asksFor(afterConjunctions(at));
  }

  /** Whether a thing asked for may begin here. */
  boolean asksFor(int from) {
    int at = line.afterDeterminers(from);
    if (line.is(at, WordClass.COMMAND) || line.is(at, WordClass.QUESTION)) {
      return !line.says(at, "who", "which", "whose", "where", "when", "whom");
    }
    if (line.is(at, WordClass.COUNT) && (!line.has(at + 1) || line.isSentenceEnd(at + 1))) {
      return true;
    }
    if (isFunction(at) || line.is(at, WordClass.COUNT)) {
      int after = at + 1;
      while (isFunction(after) || line.isConjunction(after) || line.isDeterminer(after)) {
        after++;
      }
      return noun(after).filter(n -> !isCompared(n.end())).isPresent();
    }
    Optional<Noun> noun = noun(at);
    return noun.isPresent() && noun.get().modifiers().isEmpty() && !isCompared(noun.get().end());
  }

  private boolean isCompared(int at) {
    boolean joint = line.says(at, "is", "are", "was", "were", "has", "have", "=", ":");
    return joint
        || line.isValue(at)
        || line.is(at, WordClass.COMPARE_GREATER)
        || line.is(at, WordClass.COMPARE_LESS)
        || line.is(at, WordClass.COMPARE_AT_LEAST)
        || line.is(at, WordClass.COMPARE_AT_MOST)
        || line.is(at, WordClass.COMPARE_BETWEEN) && !line.says(at, "from")
        || line.is(at, WordClass.CONTAINS)
        || line.is(at, WordClass.STARTS_WITH)
        || line.is(at, WordClass.ENDS_WITH);
  }

  private int list(int from) {
    int at = from;
    listStart = from;
    while (line.has(at)) {
      int next = item(at);
      if (next <= at) {
        return at;
      }
      at = next;
    }
    return at;
  }

  /** Reads one thing asked for, or a word before or between them; -1 where the list ends. */
  private int item(int from) {
    int at = line.afterDeterminers(from);
    if (line.isSentenceEnd(at)) {
      return open.isEmpty() && clauses.shown.isEmpty() ? at + 1 : -1;
    }
    if (line.is(at, WordClass.COUNT)) {
      return endsName(at) ? -1 : count(at);
    }
    if (isFunction(at) && !isFollowedByDegreeOnly(at)) {
      int after = functions(at);
      if (after > 0) {
        return after;
      }
    }
    if (opensGroup(at)) {
      return open.isEmpty() ? group(at) : -1;
    }
    if (line.isConjunction(at) && !open.isEmpty()) {
      return asksFor(afterConjunctions(at)) ? at + 1 : -1;
    }
    if (isWholeRow(at)) {
      open.add(new Whole(at));
      clauses.mark(at);
      return at + 1;
    }
    if (isKeyWord(at)) {
      open.add(new Key(at));
      return at + 1;
    }
    boolean mayBegin = open.isEmpty() || line.isConjunction(from - 1) || from == listStart;
    Optional<Noun> noun = mayBegin ? noun(at) : Optional.empty();
    if (noun.isPresent()) {
      return plainOrCounted(noun.get());
    }
    return open.isEmpty() && mayBeSkipped(at) ? at + 1 : -1;
  }

  /** "order count": the rows named just before are counted. */
  private int plainOrCounted(Noun noun) {
    int next = noun.end();
    boolean ends = !line.has(next + 1) || line.isSentenceEnd(next + 1) || opensGroup(next + 1);
    boolean counted =
        line.is(next, WordClass.COUNT) && line.says(next, "count", "counts", "number") && ends;
    boolean applied = isFunction(next) && (opensGroup(next + 1) || ends);
    if (applied) {
      open.add(new Applied(function(next).orElseThrow(), noun)); // "price total by type"
      return next + 1;
    }
    open.add(counted ? new Count(noun) : new Plain(noun));
    return afterUnknown(counted ? next + 1 : next);
  }

  /** "jerk score of …": a word that adds nothing known to the name before it. */
  private int afterUnknown(int at) {
    boolean goesOn = OWNER_WORDS.contains(line.text(at + 1)) || line.isConjunction(at + 1);
    return line.at(at) instanceof Item.Unknown && goesOn ? at + 1 : at;
  }

  /** "id": the key of what is asked about, whatever it is called. */
  private boolean isKeyWord(int at) {
    boolean unnamed = line.at(at) instanceof Item.Filler || line.at(at) instanceof Item.Unknown;
    return unnamed && KEY_WORDS.contains(line.token(at).lemma());
  }

  /** "phone number of the students": the word belongs to the name before it. */
  private boolean endsName(int at) {
    return line.says(at, "number of", "numbers of") && line.named(at - 1).isPresent();
  }

  private boolean isFollowedByDegreeOnly(int at) {
    return line.says(at, "least", "most") && line.at(at + 1) instanceof Item.Degree;
  }

  /** Words before the first thing asked for: commands, question words, articles. */
  private boolean mayBeSkipped(int at) {
    boolean begins =
        line.is(at, WordClass.COMMAND)
            || line.is(at, WordClass.QUESTION)
            || line.is(at, WordClass.POLITE)
            || line.is(at, WordClass.DISTINCT)
            || line.isConjunction(at)
            || line.says(at, "is", "are", "of");
    return begins || line.at(at) instanceof Item.Filler;
  }

  private boolean isWholeRow(int at) {
    boolean said = line.at(at) instanceof Item.Filler && WHOLE_ROW.contains(line.text(at));
    int next = at + 1;
    return said
        && (line.says(next, "of", "about", "on", "for", "from", "regarding")
            || line.says(
                next, "of each", "of every", "for each", "for every", "on each", "about each")
            || next == line.size());
  }

  // ---- functions

  boolean isFunction(int at) {
    return function(at).isPresent();
  }

  Optional<Function> function(int at) {
    if (line.is(at, WordClass.SUM)) {
      return Optional.of(Function.SUM);
    }
    if (line.is(at, WordClass.AVERAGE)) {
      return Optional.of(Function.AVG);
    }
    if (line.is(at, WordClass.MAXIMUM)) {
      return Optional.of(Function.MAX);
    }
    if (line.is(at, WordClass.MINIMUM)) {
      return Optional.of(Function.MIN);
    }
    return Optional.empty();
  }

  /** "the average and maximum age", "total number of": -1 if nothing follows to apply them to. */
  private int functions(int from) {
    List<Function> functions = new ArrayList<>();
    int at = from;
    while (line.has(at)) {
      if (isFunction(at) && !(line.is(at, WordClass.SUM) && line.is(at + 1, WordClass.COUNT))) {
        functions.add(function(at).orElseThrow());
      } else if (!line.isConjunction(at)
          && !line.isDeterminer(at)
          && !line.says(at, "of", "value of", "values of")
          && !(line.is(at, WordClass.SUM) && line.is(at + 1, WordClass.COUNT))) {
        break;
      }
      at++;
    }
    if (isExtremeNumber(at)) {
      functions.add(line.is(at, WordClass.MOST) ? Function.MAX : Function.MIN);
      at++;
    } else if (line.is(at, WordClass.COUNT)) {
      boolean number = noun(at + 1).filter(n -> scope.isNumber(n.name())).isPresent();
      if (functions.stream().allMatch(f -> f == Function.SUM) && !number) {
        return count(at);
      }
      if (!number) {
        return averageCount(at);
      }
      at++;
    }
    Optional<Noun> noun = noun(at);
    if (noun.isEmpty()) {
      return -1;
    }
    for (Function function : functions) {
      open.add(new Applied(function, noun.get()));
    }
    return alsoApplied(functions, noun.get().end());
  }

  /** "…, and minimum number of floors". */
  private boolean isExtremeNumber(int at) {
    boolean extreme = line.is(at, WordClass.MOST) || line.is(at, WordClass.FEWEST);
    return extreme && line.text(at).endsWith("number of");
  }

  private int averageCount(int at) {
    clauses.doubts.add("an average of numbers of rows");
    return count(at);
  }

  /** "average age and weight": the next number is averaged too. */
  private int alsoApplied(List<Function> functions, int end) {
    int next = line.afterDeterminers(afterConjunctions(end));
    boolean joined =
        line.isConjunction(end) && functions.size() == 1 && line.named(next).isPresent();
    Optional<Noun> noun = joined ? noun(next) : Optional.empty();
    boolean number =
        noun.isPresent()
            && scope.isNumber(noun.get().name())
            && noun.get().ranks().isEmpty()
            && !isCompared(noun.get().end());
    if (!number) {
      return end;
    }
    open.add(new Applied(functions.get(0), noun.get()));
    return alsoApplied(functions, noun.get().end());
  }

  /**
   * Words that count or apply a function to what follows.
   *
   * @param counted whether they count
   * @param function the function, if the last of them is one
   * @param end the position of what they are applied to
   */
  record Aggregation(boolean counted, Optional<Function> function, int end) {}

  /** "number of", "average", "total number of the": none of them is an aggregation too. */
  Aggregation aggregation(int from) {
    int at = from;
    boolean counted = false;
    Optional<Function> function = Optional.empty();
    while (line.is(at, WordClass.COUNT) || isFunction(at) || line.says(at, "of")) {
      counted = counted || line.is(at, WordClass.COUNT);
      function = function(at);
      at = line.afterDeterminers(at + 1);
    }
    return new Aggregation(counted, function, at);
  }

  private int count(int at) {
    int next = at + 1;
    while (line.is(next, WordClass.COUNT) || line.says(next, "of")) {
      next++;
    }
    Optional<Noun> noun = noun(next);
    clauses.mark(at);
    if (noun.isPresent()) {
      open.add(new Count(noun.get()));
      return noun.get().end();
    }
    countAsked = true;
    return next;
  }

  // ---- nouns

  /** The noun that begins here, with values, degrees and a number before it. */
  Optional<Noun> noun(int from) {
    List<Integer> values = new ArrayList<>();
    List<Integer> degrees = new ArrayList<>();
    int number = -1;
    boolean distinct = false;
    int at = line.afterDeterminers(from);
    while (line.has(at)) {
      if (line.is(at, WordClass.DISTINCT)) {
        distinct = true;
      } else if (line.at(at) instanceof Item.Number && number < 0 && !isCompared(at - 1)) {
        number = at;
      } else if (ranks.isDegree(at)) {
        degrees.add(at);
      } else if (line.at(at) instanceof Item.Stored && values.size() < 2) {
        values.add(at);
      } else if (isFlag(at) && line.named(at + 1).isPresent()) {
        values.add(at);
      } else if (line.named(at).isPresent()) {
        return Optional.of(compound(at, values, degrees, number, distinct));
      } else if (!line.isDeterminer(at) || degrees.isEmpty()) {
        return Optional.empty();
      }
      at++;
    }
    return Optional.empty();
  }

  /** "hazardous goods": a truth of the rows that are named next. */
  private boolean isFlag(int at) {
    return line.named(at)
        .map(n -> n.candidates().get(0))
        .flatMap(Candidate::column)
        .filter(c -> c.type() == ColumnType.BOOLEAN)
        .isPresent();
  }

  /** "student id", "the student's id": the last name is the noun, the one before owns it. */
  private Noun compound(
      int from, List<Integer> values, List<Integer> degrees, int number, boolean distinct) {
    int at = from;
    Optional<Item.Named> owner = Optional.empty();
    for (int i = 0; i < MOST_COMPOUNDS; i++) {
      int next = line.says(at + 1, "'s", "'", "s'") ? at + 2 : at + 1;
      if (line.named(next).isEmpty()
          || !owns(line.named(at).orElseThrow(), line.named(next).get())) {
        break;
      }
      owner = line.named(at);
      clauses.mark(at);
      at = next;
    }
    return new Noun(
        at, at + 1, line.named(at).orElseThrow(), owner, values, degrees, number, distinct);
  }

  private boolean owns(Item.Named owner, Item.Named owned) {
    return owner.candidates().stream()
        .filter(Candidate::isTable)
        .anyMatch(
            o ->
                owned.candidates().stream()
                    .anyMatch(
                        c ->
                            !c.isTable()
                                && (c.table().equals(o.table())
                                    || scope.graph().neighbours(o.table()).contains(c.table()))));
  }

  // ---- whose

  /** Reads "of the students", and gives what was asked for its meaning. */
  private int owner(int from) {
    int at = from;
    Optional<Noun> owner = Optional.empty();
    if ((OWNER_WORDS.contains(line.text(at)) || endsName(at)) && !opensGroup(at)) {
      owner = noun(at + 1).filter(n -> isOwner(n, from));
      ownerByValue(line.afterDeterminers(at + 1));
    }
    if (owner.isPresent()) {
      enter(owner.get());
      at = owner.get().end();
    } else if (opensGroup(at) && isOfEach(at)) {
      Optional<Noun> each =
          noun(at + 1).filter(n -> open.stream().allMatch(a -> a instanceof Whole));
      each.ifPresent(this::enter);
      at = each.map(Noun::end).orElseGet(() -> group(from));
    }
    resolve();
    return at;
  }

  /** "the salary of Mark Young": the relation that has such a name and what is asked for. */
  private void ownerByValue(int at) {
    if (scope.innermost().isPresent() || !(line.at(at) instanceof Item.Stored stored)) {
      return;
    }
    stored.values().stream()
        .map(StoredValue::table)
        .filter(t -> t.kind() == Table.Kind.TABLE)
        .max(Comparator.comparingLong(this::columnsAsked))
        .ifPresent(this::subject);
  }

  private boolean isOfEach(int at) {
    return line.says(
        at, "of each", "for each", "of every", "for every", "for all the different", "in each");
  }

  private boolean isOwner(Noun noun, int at) {
    boolean rows = scope.rows(noun.name()).isPresent();
    return rows && (line.says(at, "of") || !isCompared(noun.end())) || line.says(at, "of");
  }

  private void enter(Noun noun) {
    Candidate meaning = scope.meaning(noun.name(), Scope.Want.ROWS);
    boolean onlyColumns =
        noun.name().candidates().stream().noneMatch(c -> c.isTable() && c.score() > 0.5);
    if (noun.distinct() && open.stream().allMatch(a -> a instanceof Plain)) {
      clauses.distinct = true;
    }
    if (onlyColumns && open.stream().allMatch(this::isOnlyName)) {
      open.clear();
      open.add(new Plain(noun)); // "the names of studios": where studios are only names
    }
    Table table = asksColumnsOf(noun).orElse(meaning.table());
    clauses.mark(noun.at());
    if (clauses.subject.isEmpty()) {
      clauses.subject = Optional.of(table);
    }
    scope.enter(table);
    noun.owner().flatMap(scope::rows).filter(t -> !t.equals(table)).ifPresent(this::relate);
    modifiers.addAll(noun.modifiers());
    rank(noun, new Sketch.OfEntity(table));
  }

  private boolean isOnlyName(Ask ask) {
    return ask instanceof Plain p
        && DISPLAY_NAMES.contains(line.token(p.noun().at()).lemma())
        && line.at(p.noun().at()).end() - line.at(p.noun().at()).first() == 1;
  }

  private void relate(Table table) {
    if (clauses.related.add(table)) {
      clauses.add(new Sketch.Related(table, false));
    }
  }

  /** Of several relations a name may mean, the one that has what is asked for. */
  private Optional<Table> asksColumnsOf(Noun noun) {
    List<Candidate> tables = noun.name().candidates().stream().filter(Candidate::isTable).toList();
    double best = tables.isEmpty() ? 0 : tables.get(0).score();
    return tables.stream()
        .filter(c -> c.score() >= best - 0.25)
        .max(
            Comparator.comparingDouble((Candidate c) -> c.score() + 0.15 * columnsAsked(c.table())))
        .map(Candidate::table);
  }

  private long columnsAsked(Table table) {
    return open.stream()
        .filter(
            a ->
                nounOf(a)
                    .filter(
                        n ->
                            n.name().candidates().stream()
                                .anyMatch(c -> !c.isTable() && c.table().equals(table)))
                    .isPresent())
        .count();
  }

  private static Optional<Noun> nounOf(Ask ask) {
    if (ask instanceof Plain p) {
      return Optional.of(p.noun());
    }
    if (ask instanceof Count c) {
      return Optional.of(c.noun());
    }
    return ask instanceof Applied a ? Optional.of(a.noun()) : Optional.empty();
  }

  // ---- meaning

  private void resolve() {
    if (sentences > 1) {
      forgetFirstSentence();
    }
    if (scope.innermost().isEmpty() && open.size() > 1) {
      commonTable().ifPresent(scope::enter);
    }
    open.forEach(this::resolve);
    open.clear();
  }

  /**
   * "Which city …? List its name and the number of staff": the second sentence says what to show.
   */
  private void forgetFirstSentence() {
    sentences = 1;
    boolean ranked = clauses.shown.stream().anyMatch(PlanBuilder::isAggregate);
    if (!ranked) {
      clauses.shown.clear();
    }
  }

  /** The relation that has most of what is asked for, where no owner is named. */
  private Optional<Table> commonTable() {
    return open.stream()
        .flatMap(a -> nounOf(a).stream())
        .flatMap(n -> n.name().candidates().stream())
        .filter(c -> !c.isTable() && c.table().kind() == Table.Kind.TABLE)
        .map(Candidate::table)
        .distinct()
        .max(
            Comparator.comparingDouble(
                (Table t) -> columnsAsked(t) + (scope.isMentioned(t) ? 0.5 : 0)))
        .filter(t -> columnsAsked(t) > 1);
  }

  private void resolve(Ask ask) {
    if (ask instanceof Key key) {
      clauses.mark(key.at());
      scope.innermost().flatMap(scope::key).ifPresent(f -> clauses.show(new Sketch.OfField(f)));
    } else if (ask instanceof Whole whole) {
      whole(whole.at());
    } else if (ask instanceof Count count) {
      resolveCount(count.noun());
    } else if (ask instanceof Applied applied) {
      resolveApplied(applied);
    } else if (ask instanceof Plain plain) {
      resolvePlain(plain.noun());
    }
  }

  private void whole(int at) {
    List<String> lemmas = List.of(line.token(at).lemma());
    Optional<Table> table = scope.innermost();
    Optional<Field> column =
        table.flatMap(
            t ->
                scope.lexicon().lookup(lemmas).stream()
                    .filter(c -> !c.isTable() && c.table().equals(t))
                    .filter(c -> c.fit() == Candidate.Fit.NAME)
                    .findFirst()
                    .map(Candidate::field));
    if (column.isPresent()) {
      clauses.show(new Sketch.OfField(column.get()));
    } else {
      table.ifPresent(t -> clauses.show(new Sketch.AllOf(t)));
    }
  }

  private void known(Noun noun) {
    clauses.mark(noun.at());
    modifiers.addAll(noun.modifiers());
    noun.owner()
        .flatMap(scope::rows)
        .ifPresent(
            t -> {
              subject(t);
              scope.enter(t);
            });
  }

  private void subject(Table table) {
    if (clauses.subject.isEmpty()) {
      clauses.subject = Optional.of(table);
    }
    if (!scope.contains(table)) {
      scope.enter(table);
    }
  }

  private void resolveCount(Noun noun) {
    known(noun);
    Candidate meaning =
        scope.meaning(noun.name(), noun.distinct() ? Scope.Want.ANYTHING : Scope.Want.ROWS);
    subject(meaning.table());
    if (meaning.isTable() || isCalledLikeRows(noun, meaning)) {
      clauses.show(new Sketch.CountOf(meaning.table(), Optional.empty()));
      return;
    }
    Field field = meaning.field();
    boolean key = scope.lexicon().profile(field.table()).key().equals(List.of(field.column()));
    boolean amount =
        field.column().type().isNumeric()
            && !key
            && !noun.distinct()
            && !scope.isReference(field)
            && !Scope.isKeyLike(field.column());
    if (amount && scope.lexicon().wordsOf(field.column()).stream().noneMatch(AMOUNTS::contains)) {
      clauses.doubts.add("a number, or a number of rows");
    }
    clauses.show(
        key
            ? new Sketch.CountOf(field.table(), Optional.empty())
            : amount
                ? new Sketch.AggregateOf(Function.SUM, field)
                : new Sketch.CountOf(field.table(), Optional.of(field)));
  }

  /** A column that is named like its relation holds the names of rows: rows are counted. */
  private static boolean isCalledLikeRows(Noun noun, Candidate meaning) {
    return noun.name().candidates().stream()
        .anyMatch(
            c ->
                c.isTable()
                    && c.table().equals(meaning.table())
                    && c.score() >= meaning.score() - 0.05);
  }

  private void resolveApplied(Applied applied) {
    known(applied.noun());
    Candidate meaning = scope.meaning(applied.noun().name(), Scope.Want.NUMBER);
    subject(meaning.table());
    if (meaning.isTable()) {
      Optional<Field> amount = amountOf(meaning.table());
      clauses.show(
          amount
              .<Sketch.Term>map(f -> new Sketch.AggregateOf(applied.function(), f))
              .orElse(new Sketch.CountOf(meaning.table(), Optional.empty())));
      if (amount.isEmpty() && applied.function() != Function.SUM) {
        clauses.doubts.add("an aggregate of rows");
      }
      return;
    }
    clauses.show(new Sketch.AggregateOf(applied.function(), meaning.field()));
  }

  /** "total amount of payments": the number that rows are about. */
  private Optional<Field> amountOf(Table table) {
    return QUANTITY_WORDS.stream()
        .filter(word -> line.tokens().stream().anyMatch(t -> t.lemma().equals(word)))
        .flatMap(word -> scope.lexicon().lookup(List.of(word)).stream())
        .filter(c -> !c.isTable() && c.table().equals(table))
        .map(Candidate::field)
        .filter(f -> f.column().type().isNumeric())
        .findFirst();
  }

  private void resolvePlain(Noun noun) {
    known(noun);
    boolean ownerKnown = scope.innermost().isPresent();
    Candidate meaning =
        noun.owner()
            .flatMap(scope::rows)
            .flatMap(t -> scope.columnOf(t, noun.name()))
            .orElseGet(
                () -> scope.meaning(noun.name(), ownerKnown ? Scope.Want.COLUMN : Scope.Want.ROWS));
    if (isNameOfRows(noun, meaning)) {
      clauses.show(new Sketch.OfEntity(scope.innermost().orElseThrow()));
      return;
    }
    if (isNameOfOthers(noun, meaning)) {
      clauses.doubts.add("rows without a name are named");
      clauses.show(new Sketch.OfEntity(scope.innermost().orElseThrow()));
      return;
    }
    subject(meaning.table());
    Sketch.Term term =
        meaning.isTable()
            ? new Sketch.OfEntity(meaning.table())
            : new Sketch.OfField(meaning.field());
    if (noun.distinct()) {
      clauses.distinct = true;
    }
    Optional<Boolean> extreme = extreme(noun, meaning);
    if (extreme.isPresent()) {
      noun.ranks().forEach(clauses::mark);
      clauses.show(
          new Sketch.AggregateOf(extreme.get() ? Function.MAX : Function.MIN, meaning.field()));
      return;
    }
    clauses.show(term);
    rank(noun, term);
  }

  /** "names of courses", which is what courses are called by, though teachers have a name too. */
  private boolean isNameOfRows(Noun noun, Candidate meaning) {
    return isOnlyName(new Plain(noun))
        && scope
            .innermost()
            .filter(t -> !meaning.isTable() && !t.equals(meaning.table()))
            .map(t -> scope.lexicon().profile(t).display())
            .filter(
                display ->
                    display.size() == 1
                        && display.get(0).name().toLowerCase(Locale.ROOT).endsWith("name"))
            .isPresent();
  }

  /** "names of customers" where customers have none: that of other rows is not asked for. */
  private boolean isNameOfOthers(Noun noun, Candidate meaning) {
    return isOnlyName(new Plain(noun))
        && scope
            .innermost()
            .filter(t -> !t.equals(meaning.table()) && !scope.graph().isToOne(t, meaning.table()))
            .isPresent();
  }

  /** "the highest salary" asks for a number, "the oldest student" for a row. */
  private Optional<Boolean> extreme(Noun noun, Candidate meaning) {
    boolean number = !meaning.isTable() && NameResolver.isOrdered(meaning.column().orElseThrow());
    if (!number || noun.ranks().size() != 1 || noun.number() >= 0) {
      return Optional.empty();
    }
    return ranks.direction(noun.ranks().get(0));
  }

  private void rank(Noun noun, Sketch.Term term) {
    if (!noun.ranks().isEmpty()) {
      ranks.ofNoun(noun, term);
    } else if (noun.number() >= 0) {
      ranks.expectCount(noun.number());
    }
  }

  // ---- groups

  /** Whether rows are grouped from here on: "for each department". */
  boolean opensGroup(int at) {
    if (line.says(at, "for") && line.is(at + 1, WordClass.DISTINCT) && noun(at + 1).isPresent()) {
      return open.stream().anyMatch(a -> !(a instanceof Plain)) || clauses.isAggregated();
    }
    if (!line.is(at, WordClass.GROUP)) {
      return false;
    }
    int next = line.afterDeterminers(at + 1);
    if (line.says(
        at, "across", "in terms of", "based on", "according to", "measured by", "judged by")) {
      return false;
    }
    if (line.says(at, "by") && noun(next).filter(n -> line.isValue(n.end())).isPresent()) {
      return false; // "albums by the artist X"
    }
    boolean each = line.text(at).contains("each") || line.text(at).contains("every");
    return each || line.named(next).isPresent() || line.is(next, WordClass.DISTINCT);
  }

  /** Reads what rows are grouped by. */
  int group(int from) {
    int at = from + 1;
    while (line.has(at)) {
      Optional<Noun> noun = noun(at);
      if (noun.isEmpty()) {
        return at;
      }
      addGroup(noun.get());
      at = noun.get().end();
      if (line.says(at, "and")
          && noun(at + 1).isPresent()
          && !isFunction(line.afterDeterminers(at + 1))
          && !line.is(line.afterDeterminers(at + 1), WordClass.COUNT)
          && !isCompared(noun(at + 1).get().end())) {
        at++;
      } else {
        return line.says(at, ",") ? at + 1 : at;
      }
    }
    return at;
  }

  private void addGroup(Noun noun) {
    known(noun);
    Candidate meaning =
        scope.meaning(
            noun.name(), noun.owner().isPresent() ? Scope.Want.COLUMN : Scope.Want.ANYTHING);
    Sketch.Term term =
        meaning.isTable()
            ? new Sketch.OfEntity(meaning.table())
            : new Sketch.OfField(meaning.field());
    if (!clauses.groups.contains(term)) {
      clauses.groups.add(term);
    }
    if (!scope.contains(meaning.table())) {
      scope.enter(meaning.table());
    }
  }

  // ---- end

  void finish() {
    if (!open.isEmpty()) {
      resolve();
    }
    if (line.says(0, "when") && !clauses.isAggregated() && clauses.orders.isEmpty()) {
      askForDate();
    }
    if (line.says(0, "where")
        && clauses.shown.stream().allMatch(t -> t instanceof Sketch.OfEntity)) {
      askForPlace();
    }
    if (countAsked && clauses.shown.stream().noneMatch(PlanBuilder::isAggregate)) {
      countWhatIsSpokenOf();
    }
    sumGrouped();
    if (clauses.shown.isEmpty()) {
      clauses.subject.or(scope::innermost).ifPresent(t -> clauses.show(new Sketch.OfEntity(t)));
    }
  }

  /** "when did … leave": the date of the rows, unless a date is shown already. */
  private void askForDate() {
    boolean shown =
        clauses.shown.stream()
            .anyMatch(t -> t instanceof Sketch.OfField f && f.field().column().type().isTemporal());
    if (!shown && clauses.subject.isPresent()) {
      clauses.shown.removeIf(t -> t instanceof Sketch.OfEntity);
      clauses.show(new Sketch.DateOf(clauses.subject.get(), Optional.empty()));
    }
  }

  private void askForPlace() {
    clauses
        .subject
        .flatMap(this::placeOf)
        .ifPresent(
            place -> {
              clauses.shown.clear();
              clauses.show(new Sketch.OfField(place));
            });
  }

  private Optional<Field> placeOf(Table table) {
    return PLACE_WORDS.stream()
        .flatMap(word -> scope.lexicon().lookup(List.of(word)).stream())
        .filter(c -> !c.isTable() && c.table().equals(table))
        .map(Candidate::field)
        .findFirst();
  }

  private void countWhatIsSpokenOf() {
    clauses
        .subject
        .or(scope::innermost)
        .ifPresentOrElse(
            t -> {
              clauses.shown.remove(new Sketch.OfEntity(t));
              clauses.show(new Sketch.CountOf(t, Optional.empty()));
            },
            () -> clauses.doubts.add("a count of nothing named"));
  }

  /** "tonnes per commodity": a number of many rows in one group is added up; rows are counted. */
  private void sumGrouped() {
    if (clauses.groups.isEmpty() || clauses.isAggregated() || clauses.shown.size() != 1) {
      return;
    }
    Sketch.Term only = clauses.shown.get(0);
    boolean listed = line.is(0, WordClass.COMMAND);
    if (only instanceof Sketch.OfField f && isAmount(f.field())) {
      clauses.shown.set(0, new Sketch.AggregateOf(Function.SUM, f.field()));
    } else if (only instanceof Sketch.OfEntity e && !listed && clauses.orders.isEmpty()) {
      clauses.shown.set(0, new Sketch.CountOf(e.table(), Optional.empty()));
    }
  }

  private boolean isAmount(Field field) {
    Column column = field.column();
    return column.type().isNumeric()
        && !Scope.isKeyLike(column)
        && !scope.isReference(field)
        && scope.lexicon().wordsOf(column).stream().noneMatch(NOT_ADDED_UP::contains);
  }
}
