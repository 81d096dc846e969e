package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Language;
import dev.nl2sql.link.SchemaLexicon;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words for people name the only relation of people, or nothing. */
class PeopleTest {
  private static final Language ENGLISH = Language.english();

  private static Library club;
  private static Library library;

  @BeforeAll
  static void open() {
    club = Library.openClub();
    library = Library.open();
  }

  @AfterAll
  static void close() throws SQLException {
    club.close();
    library.close();
  }

  private static People people(Catalog catalog) {
    return new People(new SchemaLexicon(catalog, Glossary.empty(), ENGLISH));
  }

  private static List<Integer> places(Library asked, String text) {
    return people(asked.catalog()).offers(ENGLISH.tokenize(text)).stream()
        .map(Item.Named::first)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "who booked a court, 0",
    "Who has bookings, 0",
    "list everyone from Turku, 1",
    "how many persons live here, 2",
    "bookings of somebody, 2"
  })
  void peopleAreTheRowsOfTheirRelation(String text, int place) {
    assertThat(places(club, text)).containsExactly(place);
    assertThat(people(club.catalog()).offers(ENGLISH.tokenize(text)))
        .flatExtracting(Item.Named::candidates)
        .allSatisfy(c -> assertThat(c.table().name().name()).isEqualToIgnoringCase("player"))
        .allSatisfy(c -> assertThat(c.isTable()).isTrue());
  }

  /** "who are the …" names them itself, and a later "who" belongs to what was named. */
  @ParameterizedTest
  @ValueSource(
      strings = {"who are the players", "Who is there", "players who booked", "who", "the courts"})
  void otherWordsNameNobody(String text) {
    assertThat(places(club, text)).isEmpty();
  }

  @Test
  void oneOfTwoRelationsOfPeopleIsNotChosen() {
    assertThat(people(library.catalog()).relation()).isEmpty();
    assertThat(places(library, "who booked and everyone")).isEmpty();
  }
}
