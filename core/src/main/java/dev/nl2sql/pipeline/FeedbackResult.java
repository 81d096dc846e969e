package dev.nl2sql.pipeline;

import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import java.util.List;

/**
 * What became of feedback.
 *
 * @param outcome {@code Answered} if it is kept, else why not
 * @param notices what the user must know all the same
 */
public record FeedbackResult(Outcome outcome, List<Notice> notices) {
  public FeedbackResult {
    notices = List.copyOf(notices);
  }
}
