package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many rows a series has, as far as its arguments tell. */
class SeriesCheckTest {
  private static final List<String> TEXTS =
      List.of("2024-01-01", "2024-01-31", "1 day", "1 hour", "1 second", "3000-01-01");
  private static final SeriesCheck SERIES =
      new SeriesCheck(new Constants(new Literals(TEXTS, List.of())));

  private static Function call(String sql) throws JSQLParserException {
    return (Function) CCJSqlParserUtil.parseExpression(sql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "generate_series(1, 10) | 10",
        "GENERATE_SERIES(1, 10, 2) | 5.5",
        "generate_series(10, 1, -1) | 10",
        "system_range(0, 99) | 100",
        "range(5) | 6",
        "range(0, 5, 1) | 6",
        "generate_series(date 'q0', date 'q1', interval 'q2') | 31",
        "generate_series(date 'q0', date 'q1', interval 'q3') | 721",
        "generate_series(a, b, interval 'q2') | 1",
        "generate_series(1, a) | 1",
        "generate_series(-1000000, a) | 1",
        "generate_series(a, 1000000) | 1",
        "generate_series(a, b) | 1",
        "generate_series(1, length(a)) | 1",
        "generate_series(1, a + 1) | 1",
        "generate_series(1, (SELECT max(a) FROM t)) | 1",
        "generate_series(1, (SELECT count(*) FROM t)) | 1",
        "generate_series(1, CAST(a AS int)) | 1",
        "range(a) | 1",
        "generate_series(1, a, 2) | 1",
        "abs(1) | 1",
        "unnest(a) | 1",
        "generate_series() | 1",
      })
  void rows(String sql, double expected) throws JSQLParserException {
    assertThat(SERIES.rows(call(sql))).isEqualTo(expected);
    SERIES.requireBound(call(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "generate_series(1)",
        "generate_series(1, 1000001)",
        "generate_series(1, 10, 0)",
        "generate_series(1, a * 1000)",
        "generate_series(1, a + 1001)",
        "generate_series(1, a, 0.5)",
        "generate_series(1, 5, a)",
        "generate_series(1, (SELECT a FROM t))",
        "generate_series(1, (SELECT max(a), 1 FROM t))",
        "generate_series(1, (SELECT sum(a) FROM t))",
        "generate_series(1, (SELECT max(a * 9) FROM t))",
        "generate_series(1, (SELECT max(a) FROM t UNION SELECT 1))",
        "generate_series(1, exp(a))",
        "generate_series(a * 2, b)",
        "generate_series(date 'q0', date 'q5', interval 'q4')",
        "generate_series(a, b, interval 'q3')",
        "range(1, 100000000000)",
        "generate_series(99999999999999999999, a)",
        "generate_series(-1000001, a)",
        "generate_series(a, 1000001)",
        "range(a, 1000001)",
      })
  void hiddenOrLarge(String sql) throws JSQLParserException {
    Function call = call(sql);
    assertThatThrownBy(() -> SERIES.requireBound(call))
        .as(sql)
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> assertThat(r.verdict().layer()).isEqualTo(GuardVerdict.Layer.SHAPE));
  }

  @ParameterizedTest
  @CsvSource({"generate_series,true", "RANGE,true", "system_range,true", "unnest,false"})
  void seriesByName(String name, boolean series) throws JSQLParserException {
    assertThat(SERIES.isSeries(call(name + "(1)"))).isEqualTo(series);
  }
}
