package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowComparisonTest {
  private static Connection h2;

  @BeforeAll
  static void open() throws SQLException {
    h2 = DriverManager.getConnection("jdbc:h2:mem:comparison");
  }

  @AfterAll
  static void close() throws SQLException {
    h2.close();
  }

  @ParameterizedTest(name = "{0} and {1}: ordered {2}, extra columns {3}: {4}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "VALUES (1, 'a'), (2, 'b'); VALUES (2, 'b'), (1, 'a'); false; false; true",
        "VALUES (1, 'a'), (2, 'b'); VALUES (2, 'b'), (1, 'a'); true; false; false",
        "VALUES (1, 'a'), (2, 'b'); VALUES ('a', 1), ('b', 2); true; false; true",
        // Columns hold the same values, but not in the same rows.
        "VALUES (1, 'a'), (2, 'b'); VALUES (2, 'a'), (1, 'b'); false; false; false",
        // How often a row stands there counts.
        "VALUES (1), (1), (2); VALUES (1), (2), (2); false; false; false",
        "VALUES (1, 'a'); VALUES (1, 'a', 'x'); false; false; false",
        "VALUES (1, 'a'); VALUES ('x', 'a', 1); false; true; true",
        "VALUES (1, 'a', 'x'); VALUES (1, 'a'); false; true; false",
        // Two columns of the gold need two columns of the answer.
        "VALUES (1, 1); VALUES (1, 2); false; true; false",
        "VALUES (1, 2), (2, 1); VALUES (2, 1), (1, 2); false; false; true",
        "VALUES (1); VALUES ('1'); false; false; false",
        "VALUES (1); VALUES (NULL); false; false; false",
        "VALUES (CAST(NULL AS INT)); VALUES (CAST(NULL AS VARCHAR)); false; false; true",
        "SELECT 1 WHERE FALSE; SELECT 2 WHERE FALSE; false; false; true",
        "SELECT 1 WHERE FALSE; VALUES (0); false; false; false",
      })
  void rowsAreComparedByWhatTheySay(
      String gold, String answer, boolean ordered, boolean extra, boolean same)
      throws SQLException {
    assertThat(
            new RowComparison(ordered, extra)
                .same(QuestionRunner.rows(h2, gold), QuestionRunner.rows(h2, answer)))
        .isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "CAST(2 AS INT); CAST(2 AS BIGINT)",
        "CAST(2.50 AS DECIMAL(10,2)); CAST(2.5 AS DOUBLE PRECISION)",
        "CAST(10 AS DECIMAL(10,2)); CAST(10 AS REAL)",
        "CAST(0.3 AS DOUBLE PRECISION); CAST(0.1 AS DOUBLE PRECISION) + CAST(0.2 AS DOUBLE PRECISION)",
        "DATE '2026-10-01'; TIMESTAMP '2026-10-01 00:00:00'",
        "CAST('a' AS CHAR(3)); 'a'",
        "CAST('a' AS CLOB); 'a'",
      })
  void typesOfDriversDoNotMatter(String one, String other) throws SQLException {
    assertThat(
            new RowComparison(true, false)
                .same(
                    QuestionRunner.rows(h2, "SELECT " + one),
                    QuestionRunner.rows(h2, "SELECT " + other)))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.14159, 3.14", "2.0049, 2", "-0.001, 0"})
  void centsAreComparedLeniently(String pair) throws SQLException {
    Rows one = QuestionRunner.rows(h2, "SELECT " + pair.split(",")[0]);
    Rows other = QuestionRunner.rows(h2, "SELECT " + pair.split(",")[1]);
    RowComparison comparison = new RowComparison(false, false);

    assertThat(comparison.same(one, other)).isFalse();
    assertThat(comparison.same(one.roundedToCents(), other.roundedToCents())).isTrue();
  }

  @Test
  void rowsBeyondTheLimitAreNeverCalledTheSame() throws SQLException {
    Rows many = QuestionRunner.rows(h2, "SELECT 1 FROM SYSTEM_RANGE(1, " + (Rows.MOST + 1) + ")");

    assertThat(many.cut()).isTrue();
    assertThat(new RowComparison(false, false).same(many, many)).isFalse();
  }
}
