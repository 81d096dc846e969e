package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogLinearTrainerTest {

  /** Examples drawn from known weights give the weights back. */
  @Test
  void findsTheWeightsTheExamplesWereDrawnFrom() {
    Random random = new Random(7);
    List<LogLinearTrainer.Example> examples = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      double value = random.nextGaussian();
      double probability = 1 / (1 + Math.exp(-(0.5 + 2 * value)));
      boolean right = random.nextDouble() < probability;
      examples.add(new LogLinearTrainer.Example(Map.of("base", 1.0, "value", value), right));
    }

    Map<String, Double> weights = LogLinearTrainer.fit(examples);

    assertThat(weights.get("base")).isBetween(0.4, 0.6);
    assertThat(weights.get("value")).isBetween(1.9, 2.1);
  }

  /** Where a feature tells everything, its weight would grow without end but for the penalty. */
  @Test
  void staysFiniteWhereAFeatureTellsEverything() {
    List<LogLinearTrainer.Example> examples =
        List.of(
            new LogLinearTrainer.Example(Map.of("good", 1.0), true),
            new LogLinearTrainer.Example(Map.of("bad", 1.0), false));

    Map<String, Double> weights = LogLinearTrainer.fit(examples);

    assertThat(weights.get("good")).isBetween(0.1, 5.0);
    assertThat(weights.get("bad")).isBetween(-5.0, -0.1);
  }

  @Test
  void needsSomethingToLearnFrom() {
    assertThatIllegalArgumentException().isThrownBy(() -> LogLinearTrainer.fit(List.of()));
  }
}
