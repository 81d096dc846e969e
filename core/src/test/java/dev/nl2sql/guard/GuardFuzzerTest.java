package dev.nl2sql.guard;

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
class GuardFuzzerTest {
  private static final Path SEEDS = Path.of("src/test/fuzz/guard");

  static List<Path> seeds() throws IOException {
    try (Stream<Path> files = Files.list(SEEDS)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aSeedEndsWithAVerdict(Path seed) throws IOException {
    byte[] data = Files.readAllBytes(seed);
    assertThatCode(() -> GuardFuzzer.fuzzerTestOneInput(data)).doesNotThrowAnyException();
  }

  @Test
  void theFuzzerSeesWhatItAsksFor() {
    GuardContext context = StatementListsTest.context("postgresql");
    assertThat(GuardFuzzer.isAccepted("SELECT name FROM author", context)).isTrue();
    assertThat(GuardFuzzer.isAccepted("DELETE FROM author", context)).isFalse();
  }
}
