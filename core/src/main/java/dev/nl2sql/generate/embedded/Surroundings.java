package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.resource.WordList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What stands around a place of a question, and what a question says as a whole: the tests that
 * reading needs and that no part of the answer changes.
 */
record Surroundings(
    Language language,
    SchemaLexicon lexicon,
    List<Token> tokens,
    List<Item> items,
    NameResolver names,
    ColumnKinds kinds) {
  private static final Set<String> COMPARING =
      Set.copyOf(WordList.read(Surroundings.class, "comparing_words.txt"));

  /** "the highest rate across all counties": all of them together. */
  boolean goesAcrossAll(Item.Phrase phrase) {
    return text(phrase).equals("across")
        && phrase.end() < tokens.size()
        && tokens.get(phrase.end()).lower().equals("all");
  }

  boolean nothingFollows(int at) {
    return next(at) == null || next(at) instanceof Item.Sign;
  }

  /** "most expensive first": an order of all rows. */
  boolean endsPart(int at) {
    return at + 1 == items.size() || items.get(at + 1) instanceof Item.Sign;
  }

  boolean isDegree(Item.Phrase phrase) {
    return phrase.end() - phrase.first() == 1
        && !language.measuresOf(tokens.get(phrase.first())).isEmpty();
  }

  boolean isComparison(Item.Phrase phrase, int at) {
    if (operator(phrase).isEmpty() && !phrase.is(WordClass.COMPARE_BETWEEN)) {
      return false;
    }
    Item next = next(at);
    if (phrase.is(WordClass.COMPARE_EQUAL)) {
      return false;
    }
    return next instanceof Item.Number
        || next instanceof Item.Bind
        || next instanceof Item.Dated
        || next instanceof Item.Quoted
        || phrase.end() - phrase.first() > 1
        || next instanceof Item.Phrase
        || next instanceof Item.Filler
        || text(phrase)
            .matches("[<>]=?|above|below|over|under|after|before|exceeds?|exceeded|exceeding");
  }

  static Optional<Operator> operator(Item.Phrase phrase) {
    if (phrase.is(WordClass.COMPARE_AT_LEAST)) {
      return Optional.of(Operator.GREATER_OR_EQUAL);
    }
    if (phrase.is(WordClass.COMPARE_AT_MOST)) {
      return Optional.of(Operator.LESS_OR_EQUAL);
    }
    if (phrase.is(WordClass.COMPARE_GREATER)) {
      return Optional.of(Operator.GREATER);
    }
    if (phrase.is(WordClass.COMPARE_LESS)) {
      return Optional.of(Operator.LESS);
    }
    return Optional.empty();
  }

  boolean betweenNumbers(int at) {
    int numbers = 0;
    for (int i = at + 1; i < Math.min(items.size(), at + 6); i++) {
      if (items.get(i) instanceof Item.Number || items.get(i) instanceof Item.Bind) {
        numbers++;
      }
    }
    return numbers >= 2;
  }

  boolean opensGroup(int at) {
    Item next = nextMeaning(at);
    return next instanceof Item.Named || next instanceof Item.Grained;
  }

  /** "all information about courses": every column is asked for. */
  boolean saysOfWhat(int at) {
    return at + 1 < items.size()
        && text(items.get(at + 1)).matches("of|about|on|for|from|regarding");
  }

  boolean followsVerb(int index) {
    return items.stream()
        .filter(i -> i.end() == index)
        .anyMatch(
            i -> i instanceof Item.Filler f && !language.is(WordClass.STOP, tokens.get(f.first())));
  }

  boolean followsFunction(int at) {
    int before = at - 1;
    while (before >= 0
        && (items.get(before) instanceof Item.Stored
            || items.get(before) instanceof Item.Ambiguous
            || items.get(before) instanceof Item.Filler f
                && language.is(WordClass.STOP, tokens.get(f.first())))) {
      before--;
    }
    return before >= 0
        && items.get(before) instanceof Item.Phrase p
        && (p.is(WordClass.SUM)
            || p.is(WordClass.AVERAGE)
            || p.is(WordClass.MAXIMUM)
            || p.is(WordClass.MINIMUM));
  }

  /** "what did customers spend": they are whose measure is asked for, and not asked for. */
  boolean asksWhatWasDone() {
    int verb = tokens.get(0).lower().equals("how") ? 2 : 1;
    return tokens.size() > verb
        && tokens.get(0).lower().matches("what|how")
        && (verb == 1 || tokens.get(1).lower().equals("much"))
        && tokens.get(verb).lower().matches("did|do|does|have|has");
  }

  /** "of the …", "in the …": the relation is where the rest belongs. */
  boolean isBelonging(int at) {
    for (int i = at - 1; i >= 0; i--) {
      if (items.get(i) instanceof Item.Filler f) {
        String word = tokens.get(f.first()).lower();
        if (word.matches("of|in|from|for|at|by|on")) {
          return true;
        }
      } else {
        return items.get(i) instanceof Item.Phrase p
            && text(p).matches("of|by|in|from|per|every|for (each|every)|of each|each|in each");
      }
    }
    return false;
  }

  boolean afterList(int at) {
    Item before = at > 0 ? items.get(at - 1) : null;
    return before instanceof Item.Sign
        || before instanceof Item.Phrase p && p.is(WordClass.AND)
        || before instanceof Item.Filler f
            && tokens.get(f.first()).lower().matches("their|its|and");
  }

  boolean endsAfter(int at) {
    return next(at) == null || next(at) instanceof Item.Sign && next(at).end() == tokens.size();
  }

  /** "who are active": a yes-or-no column after a form of "be" is a condition. */
  boolean isPredicative(int at) {
    return at > 0
        && (items.get(at - 1) instanceof Item.Filler || items.get(at - 1) instanceof Item.Phrase)
        && text(items.get(at - 1)).matches("(?:who |that |which )?(?:is|are|was|were|not)");
  }

  /** "orders with their value": asked for beside what the rows are called. */
  boolean isTheirs(int at) {
    return at > 0
        && items.get(at - 1) instanceof Item.Filler f
        && tokens.get(f.first()).lower().matches("their|its");
  }

  String lastLemma(int at) {
    return tokens.get(items.get(at).end() - 1).lemma();
  }

  /** "3 canceled orders": the relation counted, with values that narrow it between. */
  Optional<Item.Named> countedAfter(int at) {
    boolean narrowed = false;
    for (int i = at + 1; i < Math.min(items.size(), at + 5); i++) {
      Item item = items.get(i);
      if (item instanceof Item.Named named) {
        return Optional.of(named).filter(n -> names.meaning(n).isTable());
      }
      if (item instanceof Item.Phrase p && operator(p).isPresent() && text(p).matches("or .*")) {
        continue; // "8 or more canceled orders"
      }
      narrowed = narrowed || item instanceof Item.Stored || item instanceof Item.Ambiguous;
      if (!narrowed && !(item instanceof Item.Filler) && !isDistinct(item)) {
        return Optional.empty();
      }
      if (narrowed && !(item instanceof Item.Stored || item instanceof Item.Ambiguous)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean isDistinct(Item item) {
    return item instanceof Item.Phrase p && p.is(WordClass.DISTINCT);
  }

  Optional<Table> namedTable(Item item) {
    return item instanceof Item.Named named && names.meaning(named).isTable()
        ? Optional.of(names.meaning(named).table())
        : Optional.empty();
  }

  /** "brought in more than 50000 in total": not a number of single rows. */
  boolean sumFollows(int at) {
    return next(at) instanceof Item.Phrase p && (p.is(WordClass.SUM) || p.is(WordClass.AVERAGE));
  }

  /** "instruments with more than 3 courses": the number is not one of the name before. */
  boolean isCountedAhead(int at) {
    boolean quantity =
        items.get(at) instanceof Item.Named n
            && !names.meaning(n).isTable()
            && kinds.isQuantity(names.meaning(n).field());
    for (int i = at + 1; i < Math.min(items.size(), at + 5) && !quantity; i++) {
      Item item = items.get(i);
      if (item instanceof Item.Number) {
        return countedAfter(i).isPresent();
      }
      if (item instanceof Item.Named) {
        return false;
      }
    }
    return false;
  }

  boolean followsPreposition(int at) {
    int before = at - 1;
    while (before >= 0 && items.get(before) instanceof Item.Filler) {
      before--;
    }
    return before >= 0
        && items.get(before) instanceof Item.Phrase p
        && p.end() - p.first() == 1
        && !text(p).matches("[<>]=?|exceed.*");
  }

  /** "Electronics category": the column named after the value belongs to it. */
  Optional<Field> nextField(int at) {
    if (at + 1 < items.size()
        && items.get(at + 1) instanceof Item.Named n
        && !names.meaning(n).isTable()) {
      return Optional.of(names.meaning(n).field());
    }
    return Optional.empty();
  }

  /** "in Delhi and Pune": two values of one column can only be alternatives. */
  boolean joinsAlternatives(int at) {
    int i = at - 1;
    while (i >= 0 && items.get(i) instanceof Item.Filler) {
      i--;
    }
    return i >= 0
        && (items.get(i) instanceof Item.Sign
            || items.get(i) instanceof Item.Phrase p && (p.is(WordClass.AND) || p.is(WordClass.OR))
            || items.get(i) instanceof Item.Stored);
  }

  boolean isComparing() {
    return tokens.stream().anyMatch(t -> COMPARING.contains(t.lower()));
  }

  /** "card vs paypal": a row for each value. */
  boolean isComparedBefore(int at) {
    return at > 0 && COMPARING.contains(text(items.get(at - 1)));
  }

  boolean isMeasured() {
    return items.stream()
        .anyMatch(
            i ->
                i instanceof Item.Measured
                    || i instanceof Item.Ambiguous a && a.ranked().isPresent());
  }

  /** "from Delhi customers": says whose, and not when. */
  boolean isNarrowing(int at) {
    int first = narrowedFrom(at);
    boolean among =
        first > 0
            && items.get(first - 1) instanceof Item.Filler f
            && tokens.get(f.first()).lower().matches("among|amongst|within");
    return among || isBelonging(first);
  }

  /** The place before the values that narrow a name. */
  private int narrowedFrom(int at) {
    int first = at;
    while (first > 0 && items.get(first - 1) instanceof Item.Stored) {
      first--;
    }
    return first;
  }

  boolean asksForPerson() {
    return tokens.stream()
        .anyMatch(
            t -> t.lower().matches("who|whom|people|person|persons|everyone|everybody|anyone"));
  }

  boolean isCounted(int at) {
    int before = at - 1;
    while (before >= 0 && items.get(before) instanceof Item.Filler) {
      before--;
    }
    return before >= 0 && items.get(before) instanceof Item.Phrase p && p.is(WordClass.COUNT);
  }

  Item next(int at) {
    for (int i = at + 1; i < items.size(); i++) {
      if (!(items.get(i) instanceof Item.Filler)) {
        return items.get(i);
      }
    }
    return null;
  }

  /** The next item that says what is measured or named; "total" adds nothing to it. */
  Item nextMeaning(int at) {
    Item next = next(at);
    boolean sum = next instanceof Item.Phrase p && p.is(WordClass.SUM);
    return sum && next(items.indexOf(next)) instanceof Item.Measured measured ? measured : next;
  }

  /** The next name, if only words of little meaning stand between. */
  Item.Named nextName(int at) {
    for (int i = at + 1; i < items.size(); i++) {
      Item item = items.get(i);
      if (item instanceof Item.Named named) {
        return named;
      }
      if (!(item instanceof Item.Filler
          || item instanceof Item.Number
          || item instanceof Item.Degree
          || item instanceof Item.Phrase p
              && (p.is(WordClass.COUNT) || p.is(WordClass.DISTINCT)))) {
        return null;
      }
    }
    return null;
  }

  String text(Item item) {
    List<String> words = new ArrayList<>();
    for (int i = item.first(); i < item.end(); i++) {
      words.add(tokens.get(i).lower());
    }
    return String.join(" ", words);
  }
}
