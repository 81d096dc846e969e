package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.util.concurrent.Callable;

/**
 * One question on its way: what was asked, where it may run, and what is known of the answer so
 * far.
 */
record Inquiry(AskRequest request, Session session, AnswerDraft draft) {

  static Inquiry of(AskRequest request, Session session) {
    AnswerDraft draft =
        new AnswerDraft(
            request.question().text(), new Trace(), request.settings().flag(Setting.EXPOSE_SQL));
    return new Inquiry(request, session, draft);
  }

  Settings settings() {
    return request.settings();
  }

  Cancellation cancellation() {
    return request.cancellation();
  }

  /** Runs a stage, unless the caller has given up. */
  <T> T stage(String name, Callable<T> work) throws Exception {
    cancellation().check();
    return draft.trace().stage(name, work);
  }
}
