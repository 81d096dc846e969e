package dev.nl2sql.eval;

import java.util.List;

/**
 * The results of one set in one configuration.
 *
 * @param name what was run, for example {@code shop-engine}
 * @param results one a question
 */
record Run(String name, List<QuestionResult> results) {
  Run {
    results = List.copyOf(results);
  }

  Scores scores() {
    return new Scores(results);
  }
}
