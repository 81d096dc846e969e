package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random sequences of calls of the whole JDBC surface, made on the raw and on the wrapped driver in
 * step: every outcome must be the same, and the same object must come back where the raw driver
 * gives the same object.
 */
class RandomCallsTest {
  private static final long FIRST_SEED = Long.getLong("nl2sql.seed", 1);
  private static final int SEQUENCES = Integer.getInteger("nl2sql.sequences", 15);
  private static final int CALLS = 250;

  @ParameterizedTest
  @EnumSource(TwinEngine.class)
  void everyOutcomeIsTheSame(TwinEngine engine) throws SQLException, IOException {
    int compared = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SEQUENCES; seed++) {
      Connection raw = engine.raw();
      Connection ours = engine.wrapped();
      TwinCalls calls = new TwinCalls(engine, seed, raw, ours);
      for (int i = 0; i < CALLS; i++) {
        calls.step();
      }
      assertThat(engine.contents(ours)).as(calls.story()).isEqualTo(engine.contents(raw));
      calls.close();
      compared += calls.compared();
    }
    assertThat(compared).isGreaterThan(SEQUENCES * CALLS / 2);
  }
}
