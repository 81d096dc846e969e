package dev.nl2sql.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.junit.jupiter.api.Test;

class NearestKeysTest {
  /** What is not measured would not have been near enough. */
  @Test
  void findsWhatMeasuringEveryKeyFinds() {
    Random random = new Random(3);
    List<String> keys = Stream.generate(() -> word(random)).distinct().limit(400).toList();
    NearestKeys nearest = new NearestKeys(keys);
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    int found = 0;
    for (int asked = 0; asked < 300; asked++) {
      String word = word(random);
      int farthest = random.nextInt(4);
      List<String> expected =
          keys.stream()
              .filter(key -> distance.apply(key, word) <= farthest)
              .sorted(
                  Comparator.comparingInt((String key) -> distance.apply(key, word))
                      .thenComparing(Comparator.naturalOrder()))
              .toList();
      assertThat(nearest.to(word, farthest)).as(word).isEqualTo(expected);
      found += expected.size();
    }
    assertThat(found).isGreaterThan(300);
  }

  private static String word(Random random) {
    return IntStream.range(0, 1 + random.nextInt(6))
        .mapToObj(i -> "abcdeä\u4e00".substring(random.nextInt(6)).substring(0, 1))
        .reduce("", String::concat);
  }
}
