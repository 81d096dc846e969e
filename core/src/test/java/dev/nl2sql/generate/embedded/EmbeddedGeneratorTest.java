package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.generate.Generation;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedGeneratorTest {
  private static Library library;

  @BeforeAll
  static void open() {
    library = Library.open();
  }

  @AfterAll
  static void close() throws SQLException {
    library.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          How many members are there?; 4
          How many members live in Oslo?; 2
          What is the average price of books?; 21.875
          What is the total fine of loans?; 8.00
          List the titles of all books; Tides, Harbour, Roads, Winter
          Show the title and price of novels; Harbour|20.00, Roads|25.00
          Titles of books with more than 300 pages; Harbour, Roads
          Which members are older than 30?; Mia Holt, Lee Park
          How many loans per member?; Mia Holt|3, Noa Reed|1, Lee Park|1
          number of books per genre; Poetry|1, Novel|2, Travel|1
          Which member has the most loans?; Mia Holt
          What is the most expensive book?; Winter
          Which members have more than 2 loans?; Mia Holt
          members without loans; Kim Vale
          Which members never loaned a book?; Kim Vale
          How many members joined last month?; 2
          How many loans were there in 2026?; 4
          How many loans were there before 2026 or after September 2026?; 2
          Which members who joined in 2025 had loans since August 2025?; Lee Park
          Titles of books with a price above the average; Roads, Winter
          names of authors from Sweden or Ireland; Ada Moor, Cora Lind
          names of members whose email is missing; Noa Reed
          What are the different towns of members?; Bergen, Oslo
          titles of books in descending order of pages; Roads, Harbour, Winter, Tides
          top 2 books by price; Winter, Roads
          Which books are not novels?; Tides, Winter
          titles of books by Ada Moor; Tides, Harbour
          What is the maximum and minimum price of books?; 30.00|12.50
          How many different genres are there?; 3
          titles of books whose title starts with 'Ha'; Harbour
          books with a price between 15 and 26; Harbour, Roads
          """)
  void answersEverydayQuestions(String question, String expected) {
    Generation generation = library.ask(question);
    assertThat(generation).isInstanceOf(Generation.Planned.class);
    Generation.Planned planned = (Generation.Planned) generation;
    assertThat(library.rows(planned.plan()))
        .as(planned.interpretation())
        .containsExactlyInAnyOrder(expected.split(", "));
    assertThat(planned.confidence()).as(planned.interpretation()).isGreaterThan(0.6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"How many spaceships are there?", "frobnicate the members", "blue sky thoughts"})
  void isUnsureOfWhatItDoesNotUnderstand(String question) {
    Generation generation = library.ask(question);
    if (generation instanceof Generation.Planned planned) {
      assertThat(planned.confidence()).isLessThan(0.5);
      assertThat(planned.notices()).isNotEmpty();
    } else {
      assertThat(generation).isNotInstanceOf(Generation.Ambiguous.class);
    }
  }

  /** No loan has both, so that an empty answer would say nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "How many loans in August 2026 and how many in September 2026?",
        "Did loans in August 2026 exceed those in September 2026?",
        "Which members had loans before 2025 and again in 2026?"
      })
  void doesNotAnswerForPeriodsThatExcludeEachOther(String question) {
    assertThat(library.ask(question)).isInstanceOf(Generation.NotUnderstood.class);
  }

  /** An answer that leaves the time out would be one for all days. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "How many loans were made in the last 24 hours?",
        "How many loans were there 99999999999 years ago?",
        "How many loans this time last year?",
        "How many loans late last year?",
        "How many loans within the year?",
        "How many loans in September of each year?",
        "How many loans were made in January and March 2026?",
        "How many loans last month vs this month?",
        "How many loans in the last 30 days including today?",
        "How many loans not in 2026?",
        "How many loans on Monday morning?",
        "How many loans between 9 am and 10 am?"
      })
  void isUnsureOfATimeWithoutDays(String question) {
    assertThat(library.ask(question))
        .isInstanceOfSatisfying(
            Generation.Planned.class, planned -> assertThat(planned.confidence()).isLessThan(0.5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Delete all members", "", "Hello"})
  void doesNotAnswerWhatIsNoQuestion(String question) {
    assertThat(library.ask(question))
        .isNotInstanceOfAny(Generation.Planned.class, Generation.Ambiguous.class);
  }
}
