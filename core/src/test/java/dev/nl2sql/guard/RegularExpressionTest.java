package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which regular expressions every engine ends with soon. */
class RegularExpressionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "^A",
        "[^a-z]",
        "[*+{?]{2}[(|)]",
        "\\d+",
        "a.*b",
        "a*b+c{2,5}",
        "colou?r(s|ed)?",
        "(a|b|c|d|e)",
        "a{100}",
        "a{1,100}",
        "a*?b",
        "a+?b+?",
        "\\.\\*\\+\\{\\?\\(",
        "a?b?c?d?e?f?g?h?",
        "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)",
        "(a",
      })
  void harmless(String expression) {
    assertThat(RegularExpression.isHarmless(expression)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a+)+",
        "(a|aa)*",
        "(ab){2}",
        "a*b*c*d*",
        "a+b+c+d+",
        "a{101}",
        "a{1,101}",
        "a{1,}",
        "a{",
        "a{x}",
        "(a)\\1",
        "\\",
        "(?i)a",
        "(?=a)",
        "a?b?c?d?e?f?g?h?i?",
        "(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)",
        "(a|b)?(a|b)?(a|b)?(a|b)?(a|b)?",
      })
  void harmful(String expression) {
    assertThat(RegularExpression.isHarmless(expression)).isFalse();
  }

  @Test
  void lengthHasALimit() {
    assertThat(RegularExpression.isHarmless("a".repeat(200))).isTrue();
    assertThat(RegularExpression.isHarmless("a".repeat(201))).isFalse();
  }
}
