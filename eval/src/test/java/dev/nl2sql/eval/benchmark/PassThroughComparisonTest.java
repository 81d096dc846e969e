package dev.nl2sql.eval.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassThroughComparisonTest {
  private static final String URL = "jdbc:h2:mem:comparison;DB_CLOSE_DELAY=-1";

  @ParameterizedTest
  @ValueSource(strings = {"selectOne", "pointLookup", "scan", "batchInsert", "connect"})
  void everyBenchmarkRunsByEveryWay(String benchmark) throws Exception {
    for (Way way : Way.values()) {
      PassThroughWork work = new PassThroughWork(benchmark, way.name(), URL);

      assertThatCode(() -> work.run(2)).as(way.name()).doesNotThrowAnyException();
    }
  }

  @Test
  void aRatioIsThatOfItsOwnFork() throws Exception {
    List<List<String>> asked = new ArrayList<>();
    Iterator<String> printed =
        List.of(
                """
                RAW 100.0 1.0 10
                NL2SQL 200.0 2.0 34
                P6SPY 300.0 3.0 40
                DATASOURCE_PROXY 400.0 4.0 50
                """,
                """
                RAW 400.0 1.0 12
                NL2SQL 800.0 2.0 36
                P6SPY 1200.0 3.0 40
                DATASOURCE_PROXY 1600.0 4.0 50
                """)
            .iterator();
    StringWriter out = new StringWriter();

    new PassThroughComparison(
            List.of("selectOne"),
            7,
            arguments -> {
              asked.add(arguments);
              return printed.next();
            },
            line -> {})
        .run("H2", URL, 2, new PrintWriter(out));

    assertThat(asked)
        .containsOnly(List.of("selectOne", URL, "7", "RAW", "NL2SQL", "P6SPY", "DATASOURCE_PROXY"));
    assertThat(out.toString())
        .contains(
            "| selectOne | 100 ns | 2.000 (2.000 to 2.000) | 3.000 (3.000 to 3.000)"
                + " | 4.000 (4.000 to 4.000) | 10 | 34 |");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RAW 100.0 1.0 10", "an error", ""})
  void aForkThatDidNotMeasureAllIsNoMeasurement(String printed) {
    PassThroughComparison comparison =
        new PassThroughComparison(List.of("scan"), 1, arguments -> printed, line -> {});

    assertThatThrownBy(() -> comparison.run("H2", URL, 1, new PrintWriter(new StringWriter())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a fork");
  }
}
