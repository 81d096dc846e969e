package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.resource.WordList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The items of a question in their order, with the tests that reading them needs. Positions outside
 * of the question may be asked for and hold nothing.
 */
record Line(List<Token> tokens, List<Item> items) {
  private static final Set<String> DETERMINERS =
      Set.copyOf(WordList.read(Line.class, "determiners.txt"));
  private static final Set<String> TELLING =
      Set.copyOf(WordList.read(Line.class, "telling_words.txt"));
  private static final Set<String> ABSENCE =
      Set.copyOf(WordList.read(Line.class, "absence_words.txt"));
  private static final Set<String> NAMING =
      Set.copyOf(WordList.read(Line.class, "naming_words.txt"));
  private static final Item NOTHING = new Item.Filler(0, 0);

  Line {
    tokens = List.copyOf(tokens);
    items = List.copyOf(items);
  }

  int size() {
    return items.size();
  }

  /** The tokens that are no part of a stored or quoted value. */
  List<Token> tokensOutsideValues() {
    return items.stream()
        .filter(item -> !(item instanceof Item.Stored || item instanceof Item.Quoted))
        .flatMap(item -> tokens.subList(item.first(), item.end()).stream())
        .toList();
  }

  boolean has(int at) {
    return at >= 0 && at < items.size();
  }

  Item at(int at) {
    return has(at) ? items.get(at) : NOTHING;
  }

  /** The words of the item in lower case. */
  String text(int at) {
    Item item = at(at);
    return tokens.subList(item.first(), item.end()).stream()
        .map(Token::lower)
        .collect(Collectors.joining(" "));
  }

  /** The first token of the item. */
  Token token(int at) {
    return tokens.get(at(at).first());
  }

  boolean is(int at, WordClass wordClass) {
    return at(at) instanceof Item.Phrase phrase && phrase.is(wordClass);
  }

  /** Whether any item is of the class. */
  boolean has(WordClass wordClass) {
    return IntStream.range(0, size()).anyMatch(at -> is(at, wordClass));
  }

  /** What each of the words that name nothing may hint at. */
  Stream<List<Candidate>> hints() {
    return items.stream()
        .flatMap(
            item ->
                item instanceof Item.Filler filler ? Stream.of(filler.hints()) : Stream.empty());
  }

  /** Whether the item's words are one of the given. */
  boolean says(int at, String... words) {
    if (!has(at)) {
      return false;
    }
    String text = text(at);
    return Arrays.asList(words).contains(text);
  }

  Optional<Item.Named> named(int at) {
    return at(at) instanceof Item.Named named ? Optional.of(named) : Optional.empty();
  }

  /** The names from a position to before another. */
  Stream<Item.Named> names(int from, int to) {
    return IntStream.range(from, to).mapToObj(this::named).flatMap(Optional::stream);
  }

  /** Whether the relation is named there, by a word of its own. */
  boolean names(Table table, int from, int to) {
    return names(from, to)
        .map(Item.Named::best)
        .anyMatch(c -> c.isTable() && c.table().equals(table));
  }

  boolean namesTable(int at) {
    return named(at).filter(n -> n.best().isTable()).isPresent();
  }

  /** Whether the question asks for what is not there. */
  boolean saysAbsence() {
    return saysAny(ABSENCE);
  }

  /** Whether a word of the question is one of these. */
  boolean saysAny(Set<String> words) {
    return tokens.stream().anyMatch(t -> words.contains(t.lower()));
  }

  /** Whether the word only says that somebody is called so, or where. */
  static boolean isNaming(Token word) {
    return NAMING.contains(word.lemma());
  }

  /** Whether the item holds something that must be used: a name, a value, a number, a time. */
  boolean isContent(int at) {
    Item item = at(at);
    return item instanceof Item.Named
        || item instanceof Item.Stored
        || item instanceof Item.Quoted
        || item instanceof Item.Number
        || item instanceof Item.Dated
        || item instanceof Item.Bind
        || item instanceof Item.Degree
        || item instanceof Item.Times
        || item instanceof Item.Unknown
        || item instanceof Item.Filler && TELLING.contains(text(at));
  }

  /** Whether the item is a constant. */
  boolean isValue(int at) {
    Item item = at(at);
    return item instanceof Item.Stored
        || item instanceof Item.Quoted
        || item instanceof Item.Number
        || item instanceof Item.Dated
        || item instanceof Item.Bind;
  }

  boolean isDeterminer(int at) {
    return has(at) && DETERMINERS.contains(text(at));
  }

  /** The position after articles and other words that only introduce a noun. */
  int afterDeterminers(int at) {
    int next = at;
    while (isDeterminer(next)) {
      next++;
    }
    return next;
  }

  boolean isConjunction(int at) {
    return is(at, WordClass.AND) || says(at, "and", ",", "&", "or");
  }

  /** Whether a new sentence begins here. */
  boolean isSentenceEnd(int at) {
    return says(at, ".", "?", ";", "!");
  }
}
