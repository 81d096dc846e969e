package dev.nl2sql.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nl2sql.Cancellation;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds pairs whose questions are like another: by their words (BM25), and by their vectors where a
 * model of vectors is given. The vectors of pairs are made beside the questions, so that a first
 * question does not wait for them. Thread-safe.
 */
public final class SimilarPairs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SimilarPairs.class);
  private static final int LARGEST = 10_000;
  private static final int MOST_RANKED = 50;
  private static final int MOST_WAITING = 1_000;
  private static final long IDLE_SECONDS = 10;

  /** The usual constants of BM25: how soon a repeated word stops to count, how much length does. */
  private static final double SATURATION = 1.2;

  private static final double LENGTH = 0.75;

  /** The usual constant of merging ranks. */
  private static final double RANK_OFFSET = 60;

  private final Supplier<Language> language;
  private final Optional<Vectors> vectors;
  private final Cache<String, Said> words =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(LARGEST).build();
  private final Cache<String, float[]> known =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(LARGEST).build();
  private final ThreadPoolExecutor vectorMaker;

  /** How often each dictionary form stands in a text, and how many words it has. */
  private record Said(Map<String, Integer> counts, int length) {}

  /** Makes a vector of a text. */
  @FunctionalInterface
  public interface Vectors {
    float[] of(String text, Cancellation cancellation);
  }

  /**
   * @param language gives the language of the questions when it is first needed
   * @param vectors makes vectors; without it words alone decide
   */
  public SimilarPairs(Supplier<Language> language, Optional<Vectors> vectors) {
    this.language = language;
    this.vectors = vectors;
    this.vectorMaker =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            SimilarPairs::thread);
    vectorMaker.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "nl2sql-vectors");
    thread.setDaemon(true);
    thread.setContextClassLoader(SimilarPairs.class.getClassLoader());
    return thread;
  }

  /**
   * The most similar pairs first; those that have nothing in common with the question are left out.
   */
  public List<Pair> of(
      String question, List<Pair> candidates, int most, Cancellation cancellation) {
    Map<Pair, Double> scores = new HashMap<>();
    rank(byWords(question, candidates), scores);
    vectors.ifPresent(v -> rank(byVectors(v, question, candidates, cancellation), scores));
    return scores.entrySet().stream()
        .sorted(
            Map.Entry.<Pair, Double>comparingByValue()
                .reversed()
                .thenComparing(e -> e.getKey().question())
                .thenComparing(e -> e.getKey().sql()))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static void rank(List<Pair> best, Map<Pair, Double> scores) {
    for (int i = 0; i < best.size(); i++) {
      scores.merge(best.get(i), 1 / (RANK_OFFSET + i), Double::sum);
    }
  }

  /** BM25; a store may hold thousands of pairs, so only the words of the question are counted. */
  private List<Pair> byWords(String question, List<Pair> candidates) {
    Set<String> asked = said(question).counts().keySet();
    List<Said> all = candidates.stream().map(c -> said(c.question())).toList();
    double average = Math.max(1, all.stream().mapToInt(Said::length).average().orElse(1));
    Map<String, Double> rarities = new HashMap<>();
    for (String word : asked) {
      int documents = 0;
      for (Said said : all) {
        documents += said.counts().containsKey(word) ? 1 : 0;
      }
      rarities.put(word, Math.log(1 + (candidates.size() - documents + 0.5) / (documents + 0.5)));
    }
    Best best = new Best();
    for (int i = 0; i < candidates.size(); i++) {
      best.add(candidates.get(i), score(all.get(i), rarities, average));
    }
    return best.inOrder();
  }

  private static double score(Said said, Map<String, Double> rarities, double average) {
    double score = 0;
    for (Map.Entry<String, Double> word : rarities.entrySet()) {
      int count = said.counts().getOrDefault(word.getKey(), 0);
      if (count > 0) {
        double length = 1 - LENGTH + LENGTH * said.length() / average;
        score += word.getValue() * count * (SATURATION + 1) / (count + SATURATION * length);
      }
    }
    return score;
  }

  private List<Pair> byVectors(
      Vectors maker, String question, List<Pair> candidates, Cancellation cancellation) {
    try {
      float[] asked = known.get(question, q -> maker.of(q, cancellation));
      Best best = new Best();
      for (Pair candidate : candidates) {
        float[] vector = known.getIfPresent(candidate.question());
        if (vector == null) {
          makeSoon(maker, candidate.question());
        } else {
          best.add(candidate, cosine(asked, vector));
        }
      }
      return best.inOrder();
    } catch (RuntimeException e) {
      cancellation.check();
      LOG.warn("no vector of the question: words alone decide which examples are like it", e);
      return List.of();
    }
  }

  private void makeSoon(Vectors maker, String text) {
    try {
      vectorMaker.execute(
          () -> {
            try {
              known.put(text, maker.of(text, new Cancellation()));
            } catch (RuntimeException e) {
              LOG.debug("no vector of an example", e);
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("enough vectors are being made", e);
    }
  }

  /** The best of many: a store may hold thousands of pairs, and nobody asks for more than a few. */
  private static final class Best {
    private static final Comparator<Scored> BEST_FIRST =
        Comparator.comparingDouble((Scored s) -> -s.score())
            .thenComparing(s -> s.pair().at(), Comparator.reverseOrder())
            .thenComparing(s -> s.pair().question());

    private final PriorityQueue<Scored> kept =
        new PriorityQueue<>(MOST_RANKED + 1, BEST_FIRST.reversed());

    private record Scored(Pair pair, double score) {}

    /** Adds a pair, unless it has nothing in common with the question. */
    void add(Pair pair, double score) {
      boolean isWorse = kept.size() == MOST_RANKED && score < kept.peek().score();
      if (score <= 0 || isWorse) {
        return;
      }
      kept.add(new Scored(pair, score));
      if (kept.size() > MOST_RANKED) {
        kept.remove();
      }
    }

    List<Pair> inOrder() {
      return kept.stream().sorted(BEST_FIRST).map(Scored::pair).toList();
    }
  }

  private static double cosine(float[] left, float[] right) {
    double product = 0;
    double leftSquares = 0;
    double rightSquares = 0;
    for (int i = 0; i < Math.min(left.length, right.length); i++) {
      product += left[i] * right[i];
      leftSquares += left[i] * left[i];
      rightSquares += right[i] * right[i];
    }
    double lengths = Math.sqrt(leftSquares * rightSquares);
    return lengths == 0 ? 0 : product / lengths;
  }

  private Said said(String text) {
    return words.get(
        text,
        t -> {
          Map<String, Integer> counts = new HashMap<>();
          List<Token> tokens = language.get().tokenize(t);
          tokens.forEach(token -> counts.merge(token.lemma(), 1, Integer::sum));
          return new Said(Map.copyOf(counts), tokens.size());
        });
  }

  /** Ends what is being made. Idempotent. */
  @Override
  public void close() {
    vectorMaker.shutdownNow();
  }
}
