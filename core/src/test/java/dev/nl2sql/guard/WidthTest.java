package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds add, choose and multiply; growth is kept apart from what is there. */
class WidthTest {
  private static final Width THREE = new Width(3, 0);
  private static final Width GROWS = new Width(2, 1);

  @Test
  void bothOneAfterTheOther() {
    assertThat(THREE.plus(GROWS)).isEqualTo(new Width(5, 1));
    assertThat(GROWS.plus(GROWS)).isEqualTo(new Width(4, 2));
  }

  @Test
  void oneOfBoth() {
    assertThat(THREE.or(GROWS)).isEqualTo(new Width(3, 1));
    assertThat(Width.NONE.or(Width.SHORT)).isEqualTo(Width.SHORT);
  }

  @Test
  void soManyOfIt() {
    assertThat(GROWS.times(4)).isEqualTo(new Width(8, 4));
    assertThat(GROWS.times(THREE)).isEqualTo(new Width(6, 3));
    assertThat(THREE.times(GROWS)).isEqualTo(new Width(6, 3));
    assertThat(GROWS.times(GROWS).growth()).isInfinite();
  }

  @Test
  void atLeastAShortValue() {
    assertThat(Width.NONE.orShort()).isEqualTo(Width.SHORT);
    assertThat(new Width(0.5, 0).orShort()).isEqualTo(Width.SHORT);
    assertThat(Width.ROUND_BEFORE.orShort()).isEqualTo(Width.ROUND_BEFORE);
    assertThat(THREE.orShort()).isEqualTo(THREE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.01, 2, Double.POSITIVE_INFINITY, Double.NaN})
  void whatHoldsTheRoundBeforeMoreThanOnceIsRefused(double growth) {
    assertThatThrownBy(() -> Widths.requireSteady(new Width(1, growth)))
        .isInstanceOf(Refusal.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1})
  void whatHoldsItOnceIsNot(double growth) {
    Width width = new Width(1, growth);
    Widths.requireSteady(width);
    assertThat(width.growth()).isLessThanOrEqualTo(1);
  }
}
