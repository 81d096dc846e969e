package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Token;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.resource.WordList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the relation whose rows are people, for "who", "people", "everyone". */
final class People {
  private static final double SURE = 0.94;
  private static final double SAID_GENERALLY = 0.8;
  private static final List<String> PERSON_WORDS = WordList.read(People.class, "person_words.txt");
  private static final Set<String> GENERAL_WORDS =
      Set.copyOf(WordList.read(People.class, "people_words.txt"));

  private final SchemaLexicon lexicon;

  People(SchemaLexicon lexicon) {
    this.lexicon = lexicon;
  }

  /** The relation, if there is exactly one. */
  Optional<Table> relation() {
    List<Table> people =
        PERSON_WORDS.stream()
            .flatMap(word -> lexicon.lookup(List.of(word)).stream())
            .filter(c -> c.isTable() && c.score() > SURE)
            .map(Candidate::table)
            .distinct()
            .toList();
    return people.size() == 1 ? Optional.of(people.get(0)) : Optional.empty();
  }

  /** Words for people in general, as names of that relation. */
  List<Item.Named> offers(List<Token> tokens) {
    return tokens.stream()
        .filter(t -> isGeneral(t) || asksWho(tokens, t))
        .flatMap(t -> relation().map(table -> named(t, table)).stream())
        .toList();
  }

  private static boolean isGeneral(Token token) {
    return GENERAL_WORDS.contains(token.lower()) || GENERAL_WORDS.contains(token.lemma());
  }

  /** "who bought …", but not "who are the owners": that names them. */
  private static boolean asksWho(List<Token> tokens, Token token) {
    return token.index() == 0
        && token.lower().equals("who")
        && tokens.size() > 1
        && !tokens.get(1).lemma().equals("be");
  }

  private static Item.Named named(Token token, Table table) {
    Candidate candidate = new Candidate(table, Optional.empty(), SAID_GENERALLY);
    return new Item.Named(token.index(), token.index() + 1, List.of(candidate));
  }
}
