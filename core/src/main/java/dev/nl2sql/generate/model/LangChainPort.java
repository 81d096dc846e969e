package dev.nl2sql.generate.model;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.generate.ModelCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/** A model behind langchain4j, ours or one handed to the data source. */
final class LangChainPort implements ChatPort {
  private final ModelPlace place;
  private final ChatModel whole;
  private final Optional<StreamingChatModel> streamed;
  private final Retries retries;
  private final Duration timeout;
  private final Workers workers;
  private final Function<Throwable, ModelFault> faults;
  private final Map<AnswerShape, ResponseFormat> formats = new ConcurrentHashMap<>();

  /** Where requests go, for the ledger. */
  record ModelPlace(String provider, String model, String host) {}

  LangChainPort(
      ModelPlace place,
      ChatModel whole,
      Optional<StreamingChatModel> streamed,
      Retries retries,
      Duration timeout,
      Workers workers,
      Function<Throwable, ModelFault> faults) {
    this.faults = faults;
    this.place = place;
    this.whole = whole;
    this.streamed = streamed;
    this.retries = retries;
    this.timeout = timeout;
    this.workers = workers;
  }

  /** What came back. */
  private record Reply(String text, long tokensIn, long tokensOut) {
    static Reply of(ChatResponse response) {
      String text =
          Optional.ofNullable(response)
              .map(ChatResponse::aiMessage)
              .map(message -> message.text())
              .orElse("");
      if (response != null && response.finishReason() == FinishReason.LENGTH) {
        throw ModelFault.lasting(
            "cut", "its answer was cut at the length allowed (nl2sql.llm.maxTokens)");
      }
      // One of the clients writes a text that is null as that word.
      if (text.isBlank() || text.strip().equals("null")) {
        throw ModelFault.lasting("no content", "its answer has no content");
      }
      Optional<TokenUsage> usage = Optional.ofNullable(response.tokenUsage());
      return new Reply(
          text,
          usage.map(TokenUsage::inputTokenCount).orElse(0),
          usage.map(TokenUsage::outputTokenCount).orElse(0));
    }
  }

  /** One request. */
  private interface Asking {
    Reply ask() throws TimeoutException, ExecutionException;
  }

  @Override
  public String send(ChatTask task, Consumer<ModelCall> calls, Cancellation cancellation) {
    ChatRequest request = request(task, supportsSchema());
    for (int tries = 1; ; tries++) {
      try {
        return recorded(
                task,
                calls,
                cancellation,
                () ->
                    workers.within(
                        limit(cancellation), cancellation, () -> Reply.of(whole.chat(request))))
            .text();
      } catch (ModelFault fault) {
        waitOrFail(fault, tries, cancellation);
      }
    }
  }

  @Override
  public String stream(
      ChatTask task, Consumer<String> piece, Consumer<ModelCall> calls, Cancellation cancellation) {
    if (streamed.isEmpty()) {
      String text = send(task, calls, cancellation);
      piece.accept(text);
      return text;
    }
    ChatRequest request = request(task, false);
    for (int tries = 1; ; tries++) {
      Pieces pieces = new Pieces(piece);
      try {
        return recorded(
                task,
                calls,
                cancellation,
                () -> pieces.from(request, limit(cancellation), cancellation))
            .text();
      } catch (ModelFault fault) {
        waitOrFail(pieces.began() ? lasting(fault) : fault, tries, cancellation);
      }
    }
  }

  private static ModelFault lasting(ModelFault fault) {
    return ModelFault.lasting(fault.ending(), fault.getMessage());
  }

  private void waitOrFail(ModelFault fault, int tries, Cancellation cancellation) {
    if (!retries.waitAfter(fault, tries, cancellation)) {
      throw new ModelFailedException(
          failed(fault.getMessage()) + whenAgain(fault), failed(fault.ending()) + whenAgain(fault));
    }
  }

  private String failed(String how) {
    return "the model (%s %s) failed: %s".formatted(place.provider(), place.model(), how);
  }

  private static String whenAgain(ModelFault fault) {
    return fault
        .retryAfter()
        .map(d -> "; it asks to be tried again in " + Math.max(1, d.toSeconds()) + " s")
        .orElse("");
  }

  private Reply recorded(
      ChatTask task, Consumer<ModelCall> calls, Cancellation cancellation, Asking asking) {
    Instant at = Instant.now();
    long start = System.nanoTime();
    try {
      Reply reply = asking.ask();
      calls.accept(call(task, at, start, reply.tokensIn(), reply.tokensOut(), "answered"));
      return reply;
    } catch (CancellationException e) {
      String ending = cancellation.isFired() ? word(cancellation.reason()) : "interrupted";
      calls.accept(call(task, at, start, 0, 0, ending));
      throw e;
    } catch (TimeoutException e) {
      calls.accept(call(task, at, start, 0, 0, "timeout"));
      throw ModelFault.passing("timeout", "it did not answer within " + millis(start) + " ms");
    } catch (ExecutionException e) {
      ModelFault fault = known(e.getCause());
      calls.accept(call(task, at, start, 0, 0, fault.ending()));
      throw fault;
    }
  }

  private ModelFault known(Throwable cause) {
    return ModelFault.in(cause).orElseGet(() -> faults.apply(cause));
  }

  private static String word(Condition condition) {
    return condition.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private ModelCall call(
      ChatTask task, Instant at, long start, long tokensIn, long tokensOut, String ending) {
    return new ModelCall(
        task.name(),
        place.provider(),
        place.model(),
        place.host(),
        at,
        Duration.ofNanos(System.nanoTime() - start),
        bytes(task.instructions()) + bytes(task.data()),
        tokensIn,
        tokensOut,
        task.contents(),
        ending);
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static long millis(long start) {
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  private Duration limit(Cancellation cancellation) {
    Duration remaining = cancellation.remaining();
    return timeout.compareTo(remaining) < 0 ? timeout : remaining;
  }

  private boolean supportsSchema() {
    return whole.supportedCapabilities().contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
  }

  private ChatRequest request(ChatTask task, boolean withSchema) {
    ChatRequest.Builder builder =
        ChatRequest.builder()
            .messages(
                List.of(SystemMessage.from(task.instructions()), UserMessage.from(task.data())));
    task.shape()
        .filter(shape -> withSchema)
        .ifPresent(
            shape -> builder.responseFormat(formats.computeIfAbsent(shape, LangChainPort::format)));
    return builder.build();
  }

  private static ResponseFormat format(AnswerShape shape) {
    return ResponseFormat.builder()
        .type(ResponseFormatType.JSON)
        .jsonSchema(JsonSchemas.of(shape))
        .build();
  }

  @Override
  public void close() {
    workers.close();
  }

  /** The pieces of one streamed answer, handed on by the thread that waits for them. */
  private final class Pieces {
    private final Consumer<String> receiver;
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private boolean began;

    Pieces(Consumer<String> receiver) {
      this.receiver = receiver;
    }

    boolean began() {
      return began;
    }

    @SuppressWarnings("try") // the registration only has to be closed
    Reply from(ChatRequest request, Duration time, Cancellation cancellation)
        throws TimeoutException, ExecutionException {
      cancellation.check();
      long end = System.nanoTime() + time.toNanos();
      Future<Reply> running = workers.submit(() -> streamed(request));
      try (Cancellation.Registration link = cancellation.onFire(() -> running.cancel(true))) {
        while (!running.isDone()) {
          long left = end - System.nanoTime();
          if (left <= 0) {
            throw new TimeoutException();
          }
          handOn(
              queue.poll(Math.min(left, TimeUnit.MILLISECONDS.toNanos(20)), TimeUnit.NANOSECONDS));
        }
        cancellation.check();
        for (String piece = queue.poll(); piece != null; piece = queue.poll()) {
          handOn(piece);
        }
        return running.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted");
      } finally {
        running.cancel(true);
      }
    }

    private void handOn(String piece) {
      if (piece != null && !piece.isEmpty()) {
        began = true;
        receiver.accept(piece);
      }
    }

    private Reply streamed(ChatRequest request) throws Exception {
      Collector collector = new Collector(queue::add);
      streamed.orElseThrow().chat(request, collector);
      return Reply.of(collector.complete().get());
    }
  }

  /** Passes pieces on and holds how the stream ended. */
  private static final class Collector implements StreamingChatResponseHandler {
    private final Consumer<String> pieces;
    private final java.util.concurrent.CompletableFuture<ChatResponse> complete =
        new java.util.concurrent.CompletableFuture<>();

    Collector(Consumer<String> pieces) {
      this.pieces = pieces;
    }

    java.util.concurrent.CompletableFuture<ChatResponse> complete() {
      return complete;
    }

    @Override
    public void onPartialResponse(String text) {
      pieces.accept(text);
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
      complete.complete(response);
    }

    @Override
    public void onError(Throwable problem) {
      complete.completeExceptionally(problem);
    }
  }
}
