package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.generate.Generation;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Queries that leave out what the question names, or say something that means nothing, although two
 * readers may come to them: each is mended or in doubt. A dash stands where there has to be doubt.
 */
class MisgivingsTest {
  private static final double SURE = 0.7;

  private static Library festival;

  @BeforeAll
  static void open() {
    festival = Library.openFestival();
  }

  @AfterAll
  static void close() throws SQLException {
    festival.close();
  }

  /** The names are those of people, the rows are directors: only theirs are asked for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          names of directors; Ann Lee, Cy Day
          What are the names and cities of directors?; Ann Lee|Oslo, Cy Day|Oslo
          """)
  void rowsThatAreNamedAndHaveNothingToShow(String question, String expected) {
    assertThat(sureAnswer(question)).isPresent();
    assertRightOrUnsure(question, expected);
  }

  /** Different values where nothing says whose; one for each row where it is said. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          Show all genres; Drama, Comedy
          Which genres are there?; Drama, Comedy
          Show the genres of all films; Drama, Drama, Comedy
          What are the genres of films?; Drama, Drama, Comedy
          """)
  void categoriesOnce(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Small words written in capitals are names; what is counted is no word of grammar. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          How many films are from the US?; 1
          titles of films from the US; Dawn
          How many orders does Ann Lee have?; -
          How many films have the rating code R?; 1
          """)
  void smallWords(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          What are the names of people of the film Dawn?; -
          Which film has the most screenings?; -
          What is the most common rating description?; for everybody
          Show the numbers of all films; -
          What is the average number of minutes of Drama and Comedy films?; -
          Which people play in all films?; -
          Find all genres and number of them; Drama|2, Comedy|1
          Where does Ann Lee live? And what is her name?; -
          Which genres were never rated R?; Comedy
          How many films never had more than 30 seats?; 2
          Which genre has an average of minutes above the average of all films?; Drama
          """)
  void queriesThatMeanSomethingElse(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Whatever the words and their order, reading ends; a loop would hold the caller for ever. */
  @Test
  void everyReadingEnds() {
    List<String> words =
        List.of(
            ("show names of the people films number average most least each per by for with and or"
                    + " not never more than 3 between 10 , . ? 'Dawn' Drama Oslo US all every whose"
                    + " who which how many in on same as other total highest lowest order descending"
                    + " minutes city genre where and their it of years 2020 to along only both")
                .split(" "));
    Random random = new Random(7);
    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () -> {
          for (int i = 0; i < 3_000; i++) {
            String question =
                IntStream.range(0, 2 + random.nextInt(14))
                    .mapToObj(w -> words.get(random.nextInt(words.size())))
                    .collect(Collectors.joining(" "));
            assertThat(festival.ask(question)).as(question).isNotNull();
          }
        });
  }

  private static void assertRightOrUnsure(String question, String expected) {
    sureAnswer(question)
        .ifPresent(
            answer -> {
              assertThat(expected).as(answer.interpretation()).isNotEqualTo("-");
              assertThat(festival.rows(answer.plan()))
                  .as(answer.interpretation())
                  .containsExactlyInAnyOrder(expected.split(", "));
            });
  }

  private static Optional<Generation.Planned> sureAnswer(String question) {
    return festival.ask(question) instanceof Generation.Planned planned
            && planned.confidence() >= SURE
        ? Optional.of(planned)
        : Optional.empty();
  }
}
