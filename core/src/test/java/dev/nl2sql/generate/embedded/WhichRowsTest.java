package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.generate.Generation;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions are on the column and the rows that are meant, or the reading is in doubt. */
class WhichRowsTest {
  private static final double SURE = 0.7;

  private static Library insurer;

  @BeforeAll
  static void open() {
    insurer = Library.openInsurer();
  }

  @AfterAll
  static void close() throws SQLException {
    insurer.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          holders with policies but no claims; Karl Benz
          brokers with policies but no claims; Pia Holm
          how many holders have policies but no claims; 1
          number of active policies; 2
          how many open claims are there; 1
          titles of closed claims; Garage
          claims with labels urgent and large; Roof
          """)
  void answers(String question, String expected) {
    Generation.Planned answer = (Generation.Planned) insurer.ask(question);
    assertThat(answer.confidence()).as(answer.interpretation()).isGreaterThanOrEqualTo(SURE);
    assertThat(insurer.rows(answer.plan()))
        .as(answer.interpretation())
        .containsExactlyInAnyOrder(expected.split(", "));
  }

  /** Each of these has a reading that is near at hand and wrong. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "brokers led by Vera Stone",
        "number of brokers led by Vera Stone",
        "brokers reporting to Vera Stone",
        "brokers under Vera Stone",
        "open floods",
        "open urgent claims",
        "policies that are still active",
        "policies that are still sold",
        "claims of Otto Kern",
        "brokers in Ohio",
        "brokers from Utah",
        "claims with more than 10 hours",
        "claims labelled both urgent and large",
        "claims that were never billable",
        "claims without billable visits",
        "holders without disputed claims",
        "holders whose claims are all disputed",
        "claims that are neither done nor open",
        "policies ending next month",
        "policies starting in 2026",
        "legal extras",
        "claims titled by nobody",
        "brokers led by somebody",
        "surveyors currently active",
        "valid policies",
        "open claims without checking in Ohio",
        "brokers other than their chief",
        "brokers advised by a firm other than their home firm",
        "brokers who never saw a firm",
        "claims that never billed",
      })
  void isInDoubt(String question) {
    assertThat(insurer.ask(question))
        .isInstanceOfSatisfying(
            Generation.Planned.class,
            answer -> assertThat(answer.confidence()).as(answer.interpretation()).isLessThan(SURE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"the holder with the most policies", "surveyor with the most claims"})
  void oneOfManyIsTold(String question) {
    assertThat(insurer.ask(question))
        .isInstanceOfSatisfying(
            Generation.Planned.class,
            answer ->
                assertThat(answer.assumptions())
                    .anyMatch(a -> a.text().contains("others may have the same value")));
  }
}
