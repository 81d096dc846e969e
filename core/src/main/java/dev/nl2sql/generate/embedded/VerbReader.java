package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import dev.nl2sql.resource.WordList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads words that name nothing: verbs tell what was done, or was not. */
final class VerbReader {
  private static final Set<String> DURATION = Set.of("time", "duration", "delay", "wait");
  private static final Set<String> TELLING =
      Set.copyOf(WordList.read(VerbReader.class, "telling_words.txt"));
  private static final Set<String> ACTS =
      Set.copyOf(WordList.read(VerbReader.class, "act_verbs.txt"));
  private static final Set<String> WHOLE_ROW =
      Set.copyOf(WordList.read(VerbReader.class, "whole_row_words.txt"));

  private final SketchDraft draft;
  private final Surroundings around;
  private final Language language;
  private final List<Token> tokens;
  private final List<Item> items;
  private final NameResolver names;

  VerbReader(SketchDraft draft, Surroundings around) {
    this.draft = draft;
    this.around = around;
    this.language = around.language();
    this.tokens = around.tokens();
    this.items = around.items();
    this.names = around.names();
  }

  int filler(Item.Filler filler, int at) {
    String word = tokens.get(filler.first()).lower();
    if (tells(tokens.get(filler.first())) || isUnreadUnit(filler, at)) {
      draft.unexplained.add(around.text(filler));
    }
    if (draft.zone == Zone.HEAD
        && draft.shown.isEmpty()
        && WHOLE_ROW.contains(word)
        && around.saysOfWhat(at)) {
      draft.wholeRow = true;
    }
    if (draft.negated && isVerb(filler) && (isMissing(filler.hints()) || neverDone(filler))) {
      draft.negated = false;
      return at + 1;
    }
    if (isVerb(filler)) {
      happened(filler);
      done(filler, at);
    }
    draft.joint(word, at);
    return at + 1;
  }

  private boolean isVerb(Item.Filler filler) {
    Token word = tokens.get(filler.first());
    boolean past = word.lower().endsWith("ed") || !word.lower().startsWith(word.lemma());
    return !filler.hints().isEmpty()
        || past && !language.is(WordClass.STOP, word)
        || ACTS.contains(word.lemma());
  }

  /** "average days between", "days with more than 10 orders": time that is not read. */
  private boolean isUnreadUnit(Item.Filler filler, int at) {
    Token word = tokens.get(filler.first());
    boolean unit = language.calendarUnit(word).isPresent();
    boolean average =
        draft.pendingFunctions.contains(Function.AVG) && DURATION.contains(word.lower());
    boolean years =
        word.lemma().equals("year") && at > 0 && items.get(at - 1) instanceof Item.Number;
    return average || unit && !years;
  }

  /** Words that are common and yet change what is asked, in a way that is not read. */
  private boolean tells(Token token) {
    if (token.lower().equals("only")) {
      int next = token.index() + 1;
      boolean points =
          next < tokens.size()
              && tokens.get(next).lower().matches("those|the|these|ones|show|list");
      return !points;
    }
    if (token.lower().equals("all")) {
      boolean phrase =
          token.index() > 0 && tokens.get(token.index() - 1).lower().matches("at|of|in");
      return !phrase && !draft.entities.isEmpty() && draft.zone == Zone.FILTER
          || isAllOfOthers(token.index());
    }
    if (token.lower().matches("up|down") && around.followsVerb(token.index())) {
      return false; // "picked up"
    }
    return TELLING.contains(token.lower()) || TELLING.contains(token.lemma());
  }

  /** "bought all products": every one of them, and not just any. */
  private boolean isAllOfOthers(int index) {
    return !draft.entities.isEmpty()
        && index + 1 < tokens.size()
        && items.stream()
            .filter(i -> i.first() > index && i.first() <= index + 2)
            .anyMatch(
                i ->
                    around
                        .namedTable(i)
                        .filter(t -> !t.equals(draft.entities.iterator().next()))
                        .isPresent());
  }

  /** "paid orders": there is a date of it, or there are rows with one. */
  private void done(Item.Filler verb, int at) {
    Optional<Table> next =
        at + 1 < items.size() ? around.namedTable(items.get(at + 1)) : Optional.empty();
    if (next.isEmpty() || verb.hints().isEmpty()) {
      return;
    }
    Table rows = next.get();
    Optional<Field> own =
        verb.hints().stream()
            .filter(c -> !c.isTable() && c.table().equals(rows))
            .map(Candidate::field)
            .filter(f -> f.column().type().isTemporal() && f.column().nullable())
            .findFirst();
    if (own.isPresent()) {
      draft.add(new Sketch.Missing(own.get(), true));
    } else if (verb.hints().stream().noneMatch(c -> c.table().equals(rows))) {
      verb.hints().stream()
          .map(Candidate::table)
          .filter(names.dependants(rows)::contains)
          .findFirst()
          .ifPresent(t -> draft.add(new Sketch.Related(t, false)));
    }
  }

  /** "products sold last week": the date is that of the only rows that tell of it. */
  private void happened(Item.Filler verb) {
    boolean dated = items.stream().anyMatch(i -> i instanceof Item.Dated);
    if (!dated || draft.entities.isEmpty() || draft.hasOwnDate() || !verb.hints().isEmpty()) {
      return;
    }
    Set<Table> told = names.dependants(draft.entities.iterator().next());
    if (told.size() == 1 && !draft.entities.containsAll(told)) {
      draft.add(new Sketch.Related(told.iterator().next(), false));
    }
  }

  /** "not sold", "not paid": there are no rows of the only relation that could tell of it. */
  private boolean neverDone(Item.Filler verb) {
    boolean open =
        verb.hints().stream()
            .anyMatch(
                c -> c.column().filter(d -> d.type().isTemporal() && d.nullable()).isPresent());
    if (open) {
      return false; // a row without the date and no row at all are different things
    }
    Set<Table> told = new LinkedHashSet<>();
    verb.hints().stream()
        .map(Candidate::table)
        .filter(t -> !draft.entities.contains(t))
        .forEach(told::add);
    if (told.isEmpty() && !draft.entities.isEmpty()) {
      told.addAll(names.dependants(draft.entities.iterator().next()));
    }
    if (told.size() != 1 || draft.entities.isEmpty()) {
      return false;
    }
    Table absent = told.iterator().next();
    draft.add(new Sketch.Related(absent, true));
    draft.zone = Zone.FILTER;
    draft.assumptions.add(
        new Assumption(
            Assumption.Kind.READING,
            "not '%s' means that there are no rows in %s"
                .formatted(around.text(verb), absent.name().name())));
    return true;
  }

  /** "unpaid orders": the date is missing, or there are no rows with one. */
  int undone(Item.Undone undone, int at) {
    if (!isMissing(undone.dates()) && !neverDone(new Item.Filler(at, at + 1, undone.dates()))) {
      draft.unexplained.add(around.text(undone));
    }
    return at + 1;
  }

  /** "not returned": a date of the rows that may be missing. */
  private boolean isMissing(List<Candidate> dates) {
    Set<Table> near = new LinkedHashSet<>(draft.entities);
    near.addAll(names.mentionedTables());
    Optional<Field> date =
        dates.stream()
            .filter(c -> !c.isTable() && near.contains(c.table()))
            .map(Candidate::field)
            .filter(f -> f.column().type().isTemporal() && f.column().nullable())
            .findFirst();
    date.ifPresent(field -> draft.add(new Sketch.Missing(field, false)));
    return date.isPresent();
  }
}
