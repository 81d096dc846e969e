package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The inputs that fuzzing begins with, or once stumbled over, run in every build. */
class StatementGrammarFuzzerTest {
  private static final Path SEEDS = Path.of("src/test/fuzz/grammar");

  static List<Path> seeds() throws IOException {
    try (Stream<Path> files = Files.list(SEEDS)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aSeedIsRead(Path seed) throws IOException {
    byte[] data = Files.readAllBytes(seed);
    assertThatCode(() -> StatementGrammarFuzzer.fuzzerTestOneInput(data))
        .doesNotThrowAnyException();
  }

  @Test
  void theFuzzerTellsQuestionsFromPlainSql() {
    assertThat(StatementGrammarFuzzer.isPlain("SELECT 1", false)).isTrue();
    assertThat(StatementGrammarFuzzer.isPlain("ASK 'how many'", true)).isFalse();
  }
}
