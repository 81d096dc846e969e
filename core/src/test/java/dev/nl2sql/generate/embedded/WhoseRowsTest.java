package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.generate.Generation;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shown is what the question asks for, and not something that only looks like it. */
class WhoseRowsTest {
  private static final double SURE = 0.7;

  private static Library office;

  @BeforeAll
  static void open() {
    office = Library.openOffice();
  }

  @AfterAll
  static void close() throws SQLException {
    office.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          lawyers; Ann Cole, Sam Fox, Leo Marsh
          lawyers without matters; Leo Marsh
          number of matters per lawyer; Ann Cole|1, Sam Fox|2
          titles of lawyers; Partner, Associate, Trainee
          individual clients; Mary Doyle, Tom Hughes
          how many individual clients are there; 2
          individual clients in Cork; Tom Hughes
          matters closed in 2026; Claim
          matters closed in 2025; Divorce
          matters opened in 2026; Lease, Divorce
          lawyers who left in 2026; Leo Marsh
          insurer with the most clients; Axis
          insurer with the fewest clients; Axis
          """)
  void answers(String question, String expected) {
    Generation.Planned answer = (Generation.Planned) office.ask(question);
    assertThat(answer.confidence()).as(answer.interpretation()).isGreaterThanOrEqualTo(SURE);
    assertThat(office.rows(answer.plan()))
        .as(answer.interpretation())
        .containsExactlyInAnyOrder(expected.split(", "));
  }

  /** Each of these has a reading that is near at hand and wrong. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "who supervises Sam Fox",
        "lawyers under Ann Cole",
        "which lawyers report to Ann Cole",
        "hearings that expired",
        "lawyers who left",
        "longest hearing",
        "shortest hearing",
        "top 2 clients by budget",
        "top 3 lawyers by budget",
        "which client has the most budget",
        "number of bills per lawyer",
        "matter lawyer of Lease",
        "which lawyers have a title, and when did they join",
        "address of the lawyers",
        "city of the matters"
      })
  void isInDoubt(String question) {
    if (office.ask(question) instanceof Generation.Planned answer) {
      assertThat(answer.confidence()).as(answer.interpretation()).isLessThan(SURE);
    }
  }
}
