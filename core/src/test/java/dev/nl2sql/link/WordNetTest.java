package dev.nl2sql.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordNetTest {
  private final WordNet nouns = WordNet.nouns();

  @ParameterizedTest
  @CsvSource({"aerodrome, airport", "nation, country", "enterprise, endeavor"})
  void knowsNounsThatMeanTheSame(String noun, String same) {
    assertThat(nouns.same(noun)).contains(same).doesNotContain(noun);
  }

  @ParameterizedTest
  @CsvSource({"windstorm, storm", "employee, worker", "altitude, elevation"})
  void knowsWhatANounIsAKindOf(String noun, String general) {
    assertThat(nouns.general(noun)).contains(general);
  }

  @Test
  void knowsNothingOfWhatIsNoNoun() {
    assertThat(nouns.same("sbtxstatus")).isEmpty();
    assertThat(nouns.general("sbtxstatus")).isEmpty();
  }
}
