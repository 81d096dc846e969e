package dev.nl2sql.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.language.Language;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names written in one are taken apart where both parts are words and the whole is none. */
class RunTogetherTest {
  private final RunTogether names = new RunTogether(Language.english(), Set.of("dept"));

  @ParameterizedTest
  @CsvSource({
    "fullname, full name",
    "clientname, client name",
    "closedon, closed on",
    "lefton, left on",
    "hourlyrate, hourly rate",
    "clienttype, client type",
    "invoicedate, invoice date",
    "deptname, dept name",
    "mattertitle, matter title"
  })
  void seam(String name, String expected) {
    assertThat(names.apart(name)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "surname",
        "candidate",
        "discount",
        "account",
        "separate",
        "corporate",
        "capacity",
        "session",
        "maritime",
        "context",
        "common",
        "station",
        "subtitle",
        "name",
        "date",
        "custid",
        "validate"
      })
  void wordsStayWhole(String word) {
    assertThat(names.apart(word)).isEqualTo(word);
  }
}
