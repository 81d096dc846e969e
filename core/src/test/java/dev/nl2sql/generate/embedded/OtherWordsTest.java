package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.generate.Generation;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns called by words that are not their names, and names that are kept in two parts. */
class OtherWordsTest {
  private static final double SURE = 0.7;

  private static Library firm;

  @BeforeAll
  static void open() {
    firm = Library.openFirm();
  }

  @AfterAll
  static void close() throws SQLException {
    firm.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          names of staff; Ann|Lee, Bo|Ek, Cy|Day
          What are the full names of staff?; Ann|Lee, Bo|Ek, Cy|Day
          full name and job of all staff; Ann|Lee|cook, Bo|Ek|clerk, Cy|Day|cook
          first names of staff; Ann, Bo, Cy
          Show the last name of each staff; Lee, Ek, Day
          """)
  void namesInTwoParts(String question, String expected) {
    assertRight(question, expected);
  }

  /** Phrases and plurals among the synonyms are found like single words. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          Show the head office of each company; Oslo, Bergen
          name and main office of all companies; Acme|Oslo, Brix|Bergen
          telephone number of Acme; 11
          What are the telephone numbers of companies?; 11, 22
          first names and occupation of staff; Ann|cook, Bo|clerk, Cy|cook
          last names and birthplaces of staff; Lee|Paris, Ek|Rome, Day|Rome
          """)
  void otherWords(String question, String expected) {
    assertRight(question, expected);
  }

  /** In a list, information is one thing of several; alone it is everything. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          name and information of companies; Acme|makes anvils, Brix|sells toys
          name and details of companies; Acme|makes anvils, Brix|sells toys
          names and details for each company; Acme|makes anvils, Brix|sells toys
          Show the details and name of each company; makes anvils|Acme, sells toys|Brix
          Show all information about companies; 1|Acme|Oslo|11|makes anvils, 2|Brix|Bergen|22|sells toys
          """)
  void information(String question, String expected) {
    assertRight(question, expected);
  }

  /** Words that command elsewhere are values, columns and what happened here. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          How many orders have a delete reason?; 2
          How many orders of state update are there?; 1
          How many rows are in orders?; 3
          How many records did we insert into orders per month?; 2026-01-01|2, 2026-02-01|1
          Show the orders of state update and drop per month; 2026-01-01|2
          When were orders updated?; 2026-02-01, 2026-03-01, 2026-03-02
          How many orders were updated in March 2026?; 2
          """)
  void wordsOfCommands(String question, String expected) {
    assertRight(question, expected);
  }

  /** What happened when, beside something else: it is shown, or the answer is in doubt. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Which companies have an order, and when were they updated?",
        "names of companies and when they were founded",
        "Show when staff were hired"
      })
  void timesAreNotLeftOut(String question) {
    assertThat(firm.ask(question))
        .satisfiesAnyOf(
            answer -> assertThat(answer).isNotInstanceOf(Generation.Planned.class),
            answer -> assertThat(((Generation.Planned) answer).confidence()).isLessThan(SURE));
  }

  private static void assertRight(String question, String expected) {
    assertThat(firm.ask(question))
        .isInstanceOfSatisfying(
            Generation.Planned.class,
            answer -> {
              assertThat(answer.confidence()).isGreaterThanOrEqualTo(SURE);
              assertThat(firm.rows(answer.plan())).containsExactlyInAnyOrder(expected.split(", "));
            });
  }
}
