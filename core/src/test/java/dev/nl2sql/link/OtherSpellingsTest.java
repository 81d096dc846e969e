package dev.nl2sql.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtherSpellingsTest {
  private final OtherSpellings spellings = new OtherSpellings();

  @ParameterizedTest
  @CsvSource({
    "male, sex, M",
    "Female, gender, F",
    "German, nationality, Germany",
    "Germany, nationality, German",
    "US, country, USA",
    "united states, country, USA",
    "Louisiana, state, LA",
    "LA, state, Louisiana"
  })
  void findsHowAValueMayBeStored(String said, String column, String stored) {
    assertThat(spellings.of(said))
        .filteredOn(other -> other.fits(List.of(column)))
        .extracting(OtherSpellings.Stored::text)
        .contains(stored);
  }

  /** A letter means a sex in a column of sexes only, and two letters a state in one of states. */
  @ParameterizedTest
  @CsvSource({"male, grade, M", "no, name, N", "Louisiana, city, LA"})
  void keepsShortCodesToTheirColumns(String said, String column, String stored) {
    assertThat(spellings.of(said))
        .filteredOn(other -> other.fits(List.of(column)))
        .extracting(OtherSpellings.Stored::text)
        .doesNotContain(stored);
  }

  @ParameterizedTest
  @CsvSource({"order", "Oslo", "''"})
  void knowsNothingOfOtherWords(String said) {
    assertThat(spellings.of(said)).isEmpty();
  }
}
