package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The same calls on the raw and on the wrapped driver: values, metadata, warnings, exceptions and
 * what the tables hold afterwards do not differ.
 */
class SameOutcomesTest {
  private static final int FEWEST_OUTCOMES = 3_000;
  private static final AtomicInteger COMPARED = new AtomicInteger();

  @TestFactory
  Stream<DynamicTest> differNowhere() {
    return Arrays.stream(TwinEngine.values())
        .flatMap(
            engine ->
                Stream.concat(
                        TwinScenarios.all().entrySet().stream(),
                        VendorScenarios.of(engine).entrySet().stream())
                    .map(
                        scenario ->
                            DynamicTest.dynamicTest(
                                engine + ": " + scenario.getKey(),
                                () -> compare(engine, scenario.getValue()))));
  }

  @AfterAll
  static void enoughWasCompared() {
    System.out.println("outcomes compared: " + COMPARED.get());
    assertThat(COMPARED.get()).isGreaterThan(FEWEST_OUTCOMES);
  }

  private static void compare(TwinEngine engine, TwinScenarios.Scenario scenario) throws Exception {
    List<String> expected = outcomes(engine, engine.raw(), scenario);
    List<String> actual = outcomes(engine, engine.wrapped(), scenario);
    List<String> differences = new ArrayList<>();
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      if (!actual.get(i).equals(expected.get(i))) {
        differences.add("raw: " + expected.get(i) + "\nwrapped: " + actual.get(i));
      }
    }
    assertThat(differences).isEmpty();
    COMPARED.addAndGet(expected.size());
  }

  private static List<String> outcomes(
      TwinEngine engine, Connection connection, TwinScenarios.Scenario scenario) throws Exception {
    Outcomes outcomes = new Outcomes();
    try {
      outcomes.see("scenario", () -> scenario.run(connection, outcomes));
      outcomes.see("autocommit", connection::getAutoCommit);
      outcomes.see("contents", () -> engine.contents(connection));
    } finally {
      outcomes.see("close", () -> connection.close());
    }
    return outcomes.all();
  }
}
