package dev.nl2sql.pipeline;

import dev.nl2sql.execute.SandboxResult;
import dev.nl2sql.generate.FailedAttempt;

/**
 * Rows came that hardly answer the question. One more attempt is made; if it fails they stand, with
 * the warning that is on them.
 */
final class Doubtful extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;
  private final transient SandboxResult rows;
  private final transient FailedAttempt failure;

  Doubtful(Reply reply, SandboxResult rows, FailedAttempt failure) {
    super(failure.reason(), null, false, false);
    this.reply = reply;
    this.rows = rows;
    this.failure = failure;
  }

  Reply reply() {
    return reply;
  }

  SandboxResult rows() {
    return rows;
  }

  FailedAttempt failure() {
    return failure;
  }
}
