package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalDouble;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What expressions without columns come to. */
class ConstantsTest {
  private static final double DAY = 86_400;
  private static final List<String> TEXTS =
      List.of(
          "2024-03-01",
          "2024-03-01 12:30",
          "2024-03-01T00:00:07Z",
          "1 day",
          "90 minutes",
          "x",
          "2",
          "10000-01-01",
          "2024-02-31",
          "3 fortnights");
  private static final Constants CONSTANTS = new Constants(new Literals(TEXTS, List.of()));

  private static Expression parsed(String sql) throws JSQLParserException {
    return CCJSqlParserUtil.parseExpression(sql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 | 7",
        "2.5 | 2.5",
        "-7 | -7",
        "+7 | 7",
        "(7) | 7",
        "1 + 2 | 3",
        "1 - 2 | -1",
        "3 * 4 | 12",
        "9 / 2 | 4.5",
        "CAST(5 AS int) | 5",
        "(2 + 3) * -4 | -20",
        "99999999999999999999 | 1e20",
      })
  void numbers(String sql, double expected) throws JSQLParserException {
    assertThat(CONSTANTS.number(parsed(sql))).hasValue(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "1 + a", "a + 1", "7 % 2", "abs(1)", "(1, 2)", "-a", "'x'"})
  void noNumbers(String sql) throws JSQLParserException {
    assertThat(CONSTANTS.number(parsed(sql))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'q0' | 0",
        "date 'q0' | 0",
        "timestamp 'q1' | 45000",
        "CAST('q1' AS timestamp) | 45000",
        "('q2') | 7",
        "date_trunc('q3', timestamp 'q1') | 45000",
        "date 'q0' + 2 | 172800",
        "date 'q0' - 2 | -172800",
        "date 'q0' + interval 'q3' | 86400",
        "date 'q0' - interval 'q4' | -5400",
      })
  void pointsInTime(String sql, double secondsFromMarch) throws JSQLParserException {
    double march = LocalDate.of(2024, 3, 1).toEpochDay() * DAY;
    assertThat(CONSTANTS.time(parsed(sql))).hasValue(march + secondsFromMarch);
  }

  @Test
  void yearsOfFiveDigits() throws JSQLParserException {
    assertThat(CONSTANTS.time(parsed("'q7'")))
        .hasValue(LocalDate.of(10_000, 1, 1).toEpochDay() * DAY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CURRENT_DATE", "current_timestamp", "now()"})
  void nowIsToday(String sql) throws JSQLParserException {
    double now = CONSTANTS.time(parsed(sql)).orElseThrow();
    double today = LocalDate.now(ZoneOffset.UTC).toEpochDay() * DAY;
    assertThat(now).isBetween(today - DAY, today + DAY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'q5'",
        "'q8'",
        "'q99'",
        "a",
        "now(1)",
        "date_trunc('q3')",
        "other('q3', 'q0')",
        "date 'q0' * 2",
        "date 'q0' + a",
        "a + 1",
        "sysdate()"
      })
  void noPointsInTime(String sql) throws JSQLParserException {
    assertThat(CONSTANTS.time(parsed(sql))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'q3' | 86400",
        "interval 'q3' | 86400",
        "CAST('q4' AS interval) | 5400",
        "interval 'q6' DAY | 172800",
        "interval 3 SECOND | 3",
        "interval 3 MINUTE | 180",
        "interval 2 HOUR | 7200",
        "interval 1 MONTH | 2419200",
        "interval 1 YEAR | 31536000",
      })
  void steps(String sql, double seconds) throws JSQLParserException {
    assertThat(CONSTANTS.step(parsed(sql))).hasValue(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'q5'", "'q9'", "1", "a", "interval (a) DAY", "interval (0 - 1) DAY"})
  void noSteps(String sql) throws JSQLParserException {
    assertThat(CONSTANTS.step(parsed(sql))).isEqualTo(OptionalDouble.empty());
  }

  @ParameterizedTest
  @CsvSource({"'''q1''',2024-03-01 12:30", "q0,2024-03-01", "p0,rule"})
  void placeholdersHaveValues(String placeholder, String value) {
    Literals literals = new Literals(TEXTS, List.of("rule"));
    assertThat(literals.value(placeholder)).contains(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"q10", "p1", "x0", "q", "q123456", "'q", "2024"})
  void otherTextsAreNoPlaceholders(String text) {
    assertThat(new Literals(TEXTS, List.of("rule")).value(text)).isEmpty();
  }
}
