package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Assumption;
import dev.nl2sql.generate.Generation;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whose and of when: people, times and columns are those of the rows that the question speaks of,
 * or the answer is in doubt. A dash stands where there has to be doubt.
 */
class WhoAndWhenTest {
  private static final double SURE = 0.7;

  private static Library rental;

  @BeforeAll
  static void open() {
    rental = Library.openRental();
  }

  @AfterAll
  static void close() throws SQLException {
    rental.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          When was the Golf rented?; 2023-03-01, 2022-07-01
          When was the Golf returned?; 2023-03-05, 2022-07-02
          When did John Smith rent the Tesla?; 2024-03-01
          When was the last rental?; 2024-03-01
          When was Ben Novak hired?; 2016-03-01
          When were the cars rented?; 2023-03-01, 2024-03-01, 2022-07-01
          When did the customers rent?; 2023-03-01, 2024-03-01, 2022-07-01
          When did Mia Rossi bring the Golf?; 2022-07-02
          """)
  void timeOfWhatHappened(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Nobody means the day of birth, or of the last service, without saying so. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          customers who rented in 2023; John|Smith
          How many customers rented in 2023?; 1
          How many customers were born in 2023?; 1
          cars rented in 2023; 1|VW|Golf|2019|60000|2023-01-05|1
          How many cars from 2022 are there?; 1
          How many cars were serviced in 2023?; 1
          employees not hired in 2016; Eva|Hill, Tom|Brown
          show customers per month; -
          """)
  void periodOfWhatHappened(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          Who rented the Golf?; John|Smith, Mia|Rossi
          Who was hired first?; Eva|Hill
          Who was hired last?; Ben|Novak
          Who earns the most?; Eva|Hill
          Who is the oldest customer?; John|Smith
          Who manages Ben Novak?; Eva|Hill
          Which employee earns the most?; Eva|Hill
          Which employee earns the least?; Ben|Novak
          Who took the most damages?; -
          """)
  void people(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          occupation of employees; clerk, boss, clerk
          jobs of customers; pilot, cook, pilot
          email of employees; -
          salary of customers; -
          Which make has the most mileage?; VW
          Which model has the most mileage?; Passat
          title of employees; -
          title of customers; -
          address of the branches; -
          names of cars; -
          the phone of the cars; -
          name of branches; North, South
          phone of branches; 11-22, null
          Which branch has the most mileage?; -
          Which customer has the most km driven?; -
          cars with more than 60000 km; -
          """)
  void columnsOfTheRowsNamed(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** One of several dates, or that of another relation, is told; the only one is not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          rentals per month; month: of PICKUP_DATE
          number of rentals per year; year: of PICKUP_DATE
          When was the last rental?; when: the PICKUP_DATE of RENTALS
          total repair cost per month; month: of PICKUP_DATE
          employees hired per year; -
          """)
  void timesThatWereChosenAreTold(String question, String expected) {
    Generation.Planned answer = (Generation.Planned) rental.ask(question);
    List<String> told =
        answer.assumptions().stream()
            .map(Assumption::text)
            .filter(text -> text.contains(": "))
            .toList();
    assertThat(told).isEqualTo(expected.equals("-") ? List.of() : List.of(expected));
  }

  private static void assertRightOrUnsure(String question, String expected) {
    if (rental.ask(question) instanceof Generation.Planned answer && answer.confidence() >= SURE) {
      assertThat(expected).as(answer.interpretation()).isNotEqualTo("-");
      assertThat(rental.rows(answer.plan()))
          .as(answer.interpretation())
          .containsExactlyInAnyOrder(expected.split(", "));
    }
  }
}
