package dev.nl2sql.eval.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTest {
  @Test
  void pairsAreComparedOneByOne() {
    Ratio ratio = Ratio.of(List.of(2.0, 20.0, 200.0), List.of(1.0, 10.0, 100.0));

    assertThat(ratio.mean()).isCloseTo(2, within(1e-9));
    assertThat(ratio.low()).isCloseTo(2, within(1e-9));
    assertThat(ratio.high()).isCloseTo(2, within(1e-9));
  }

  @Test
  void theIntervalIsThatOfStudentsT() {
    // logarithms 0.1 and 0.3: mean 0.2, standard error 0.1, t(1) = 12.706
    Ratio ratio = Ratio.of(List.of(Math.exp(0.1), Math.exp(0.3)), List.of(1.0, 1.0));

    assertThat(Math.log(ratio.mean())).isCloseTo(0.2, within(1e-9));
    assertThat(Math.log(ratio.low())).isCloseTo(0.2 - 1.2706, within(1e-9));
    assertThat(Math.log(ratio.high())).isCloseTo(0.2 + 1.2706, within(1e-9));
  }

  @Test
  void scoresThatAreNotPairsAreRefused() {
    assertThatThrownBy(() -> Ratio.of(List.of(1.0, 2.0), List.of(1.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 and 1");
  }
}
