package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What faults of a model's endpoint leave in the heap, and that none of them exhausts it. */
@Timeout(600)
class FaultHeapTest {
  private static final int ROUNDS = Integer.getInteger("nl2sql.heapRounds", 3);
  private static final int QUESTIONS = 16;

  /** What may be in use more after the last round than after the first, which loads classes. */
  private static final long GROWTH_KILOBYTES = 3_000;

  /** Eight questions at once, each with a body of which two megabytes are read. */
  private static final String HEAP = "-Xmx160m";

  @Test
  void roundAfterRoundOfFaultsLeavesNothing() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                FaultHeapProgram.class.getName(),
                Integer.toString(ROUNDS),
                Integer.toString(QUESTIONS))
            .redirectErrorStream(true)
            .start();
    List<String> said;
    try {
      said = process.inputReader(StandardCharsets.UTF_8).lines().toList();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).as(() -> String.join("\n", said)).isZero();
    List<long[]> rounds =
        said.stream()
            .filter(line -> line.startsWith("round "))
            .map(line -> line.split(" "))
            .map(parts -> new long[] {Long.parseLong(parts[2]), Long.parseLong(parts[3])})
            .toList();
    assertThat(rounds).hasSize(ROUNDS);
    System.out.printf(
        "heap of %d questions: %d KB after the first round, %d KB after the last, %d KB at most%n",
        ROUNDS * 9 * QUESTIONS,
        rounds.get(0)[0],
        rounds.get(ROUNDS - 1)[0],
        rounds.get(ROUNDS - 1)[1]);
    assertThat(rounds.get(ROUNDS - 1)[0] - rounds.get(0)[0]).isLessThan(GROWTH_KILOBYTES);
  }
}
