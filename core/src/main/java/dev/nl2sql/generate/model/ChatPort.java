package dev.nl2sql.generate.model;

import dev.nl2sql.Cancellation;
import dev.nl2sql.generate.ModelCall;
import java.util.function.Consumer;

/**
 * A language model, reduced to what the product asks of it. Thread-safe. Transient faults are tried
 * again inside, as the {@code retry.*} settings say, until the cancellation fires.
 */
public interface ChatPort extends AutoCloseable {

  /**
   * Asks and waits for the whole answer.
   *
   * @param calls told of every request that left the process, the failed ones included
   * @param cancellation ends the call within 100 ms; must fire at the latest when the time budget
   *     is spent
   * @return the answer's text, never blank
   * @throws ModelFailedException if the model cannot be reached or gives nothing that can be used
   * @throws java.util.concurrent.CancellationException once the cancellation has fired
   */
  String send(ChatTask task, Consumer<ModelCall> calls, Cancellation cancellation);

  /**
   * Asks and hands on the pieces of the answer as they come, on the calling thread. What was handed
   * on is never taken back: a fault after the first piece is not tried again.
   *
   * @param piece receives the pieces in order
   * @return the whole text
   * @throws ModelFailedException as for {@link #send}
   */
  String stream(
      ChatTask task, Consumer<String> piece, Consumer<ModelCall> calls, Cancellation cancellation);

  /** Ends calls that are still running and frees threads and connections. Idempotent. */
  @Override
  void close();
}
