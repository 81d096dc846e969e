package dev.nl2sql.generate.model;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Collects a body in memory and stops the transfer where it becomes too long. */
final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final int limit;
  private final CompletableFuture<byte[]> result = new CompletableFuture<>();
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private Flow.Subscription subscription;

  LimitedBody(int limit) {
    this.limit = limit;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return result;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (held.size() + buffer.remaining() > limit) {
        subscription.cancel();
        result.completeExceptionally(
            ModelFault.lasting("too long", "its answer is longer than " + limit + " bytes"));
        return;
      }
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      held.write(bytes, 0, bytes.length);
    }
    subscription.request(1);
  }

  @Override
  public void onError(Throwable problem) {
    result.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    result.complete(held.toByteArray());
  }
}
