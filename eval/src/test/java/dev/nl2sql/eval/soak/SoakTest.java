package dev.nl2sql.eval.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The short form of the soak; the long one is a command. */
class SoakTest {
  private static final int THREADS = 64;

  @Test
  void nothingIsWrongAndNothingIsLeft() throws SQLException, InterruptedException {
    Soak.Result result =
        new Soak("jdbc:h2:mem:soaktest;DB_CLOSE_DELAY=-1", THREADS).run(Duration.ofSeconds(20));

    assertThat(result.operations()).isPositive();
    assertThat(result.disturbances()).isPositive();
    assertThat(result.slowQuestions()).isPositive();
    assertThat(result.faults()).isEmpty();
    assertThat(result.wrongAnswers()).isZero();
    assertThat(result.lostRows()).isZero();
    assertThat(result.blocked()).isZero();
    assertThat(result.connectionsLeft()).isZero();
    assertThat(result.statementsLeft()).isZero();
    assertThat(result.threadsLeft()).isZero();
  }
}
