package dev.nl2sql.generate.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import javax.net.ssl.SSLException;

/**
 * Sends the requests of a provider's client and judges the answers: no redirect is followed, a body
 * has a longest length, and only complete JSON is an answer. Interrupting the thread ends a request
 * at once and closes its connection. Thread-safe.
 */
final class LimitedHttp implements HttpClient {
  static final int LARGEST_ANSWER = 2_000_000;

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);
  private static final int HTTP_OK = 200;
  private static final int HTTP_NO_CONTENT = 204;
  private static final int FIRST_REDIRECT = 300;
  private static final int FIRST_ERROR = 400;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int FIRST_SERVER_ERROR = 500;

  /** Server errors that another try will not mend: not implemented, wrong version of HTTP. */
  private static final Set<Integer> LASTING_SERVER_ERRORS = Set.of(501, 505);

  /** The clients hold no key; what they send in its place is left out. */
  private static final Set<String> KEY_HEADERS =
      Set.of("authorization", "x-api-key", "x-goog-api-key");

  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final ModelSettings settings;
  private final Redaction redaction;
  private final java.net.http.HttpClient client;

  LimitedHttp(ModelSettings settings, ExecutorService executor) {
    this.settings = settings;
    this.redaction = new Redaction(settings.secrets());
    java.net.http.HttpClient.Builder builder =
        java.net.http.HttpClient.newBuilder()
            .executor(executor)
            .followRedirects(java.net.http.HttpClient.Redirect.NEVER)
            .connectTimeout(shorter(settings.timeout(), LONGEST_CONNECT))
            .version(version(settings));
    settings.proxy().ifPresent(p -> builder.proxy(ProxySelector.of(resolvable(p))));
    this.client = builder.build();
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    HttpResponse<byte[]> response =
        waitFor(client.sendAsync(toSend(request), info -> new LimitedBody(LARGEST_ANSWER)));
    String body = checked(response, response.body(), true);
    return SuccessfulHttpResponse.builder()
        .statusCode(response.statusCode())
        .headers(response.headers().map())
        .body(body)
        .build();
  }

  /** Reads the events on the calling thread and returns after the last one. */
  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    HttpResponse<InputStream> response =
        waitFor(client.sendAsync(toSend(request), HttpResponse.BodyHandlers.ofInputStream()));
    try (InputStream body = new LimitedStream(response.body(), LARGEST_ANSWER)) {
      if (response.statusCode() != HTTP_OK || isPage(response)) {
        checked(response, body.readNBytes(LARGEST_ANSWER), false);
      }
      listener.onOpen(
          SuccessfulHttpResponse.builder()
              .statusCode(response.statusCode())
              .headers(response.headers().map())
              .build());
      parser.parse(body, listener);
      listener.onClose();
    } catch (IOException e) {
      throw ioFault(e);
    }
  }

  private java.net.http.HttpRequest toSend(HttpRequest request) {
    java.net.http.HttpRequest.Builder builder =
        java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
    request
        .headers()
        .forEach(
            (name, values) -> {
              if (!KEY_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> builder.header(name, value));
              }
            });
    settings.authorization().ifPresent(h -> builder.setHeader(h.getKey(), h.getValue()));
    settings.headers().forEach((name, value) -> builder.setHeader(name, value.reveal()));
    String body = Optional.ofNullable(request.body()).orElse("");
    return builder
        .method(request.method().name(), java.net.http.HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private <T> T waitFor(CompletableFuture<T> answer) {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      throw fault(e.getCause());
    }
  }

  private RuntimeException fault(Throwable problem) {
    return ModelFault.in(problem)
        .orElseGet(
            () ->
                problem instanceof IOException io
                    ? ioFault(io)
                    : ModelFault.lasting(
                        "failed", "it could not be asked (" + kind(problem) + ")"));
  }

  private static ModelFault ioFault(IOException problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return ModelFault.lasting("TLS", "its TLS connection is not trusted (" + kind(cause) + ")");
      }
    }
    if (problem instanceof HttpConnectTimeoutException || problem instanceof ConnectException) {
      return ModelFault.passing("unreachable", "it cannot be reached (" + kind(problem) + ")");
    }
    return problem instanceof HttpTimeoutException
        ? ModelFault.passing("timeout", "it did not answer in time")
        : ModelFault.passing("broken", "the connection broke (" + kind(problem) + ")");
  }

  private static String kind(Throwable problem) {
    return problem.getClass().getSimpleName();
  }

  /** The body of an answer that can be used. */
  private String checked(HttpResponse<?> response, byte[] bytes, boolean whole) {
    int status = response.statusCode();
    if (status >= FIRST_REDIRECT && status < FIRST_ERROR) {
      throw ModelFault.lasting(
          "redirect", "it answered with status " + status + "; a redirect is not followed");
    }
    if (status >= FIRST_ERROR) {
      throw refused(response, bytes);
    }
    if (status == HTTP_NO_CONTENT || bytes.length == 0) {
      throw unusable(response, "empty", "an empty body", "");
    }
    if (isPage(response)) {
      throw unusable(
          response, "no JSON", "no JSON", new String(bytes, StandardCharsets.ISO_8859_1));
    }
    String body = decoded(response, bytes);
    if (whole) {
      demandJson(response, body);
    }
    return body;
  }

  private ModelFault refused(HttpResponse<?> response, byte[] bytes) {
    int status = response.statusCode();
    String said = redaction.beginning(new String(bytes, StandardCharsets.UTF_8));
    String message = "it answered with status " + status + (said.isEmpty() ? "" : ": " + said);
    boolean passing =
        status == REQUEST_TIMEOUT
            || status == TOO_MANY_REQUESTS
            || status >= FIRST_SERVER_ERROR && !LASTING_SERVER_ERRORS.contains(status);
    return passing
        ? ModelFault.passing(
            "status " + status,
            message,
            RetryAfter.read(response.headers().firstValue("Retry-After"), Instant.now()))
        : ModelFault.lasting("status " + status, message);
  }

  private String decoded(HttpResponse<?> response, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw unusable(response, "no UTF-8", "bytes that are not UTF-8", "");
    }
  }

  private void demandJson(HttpResponse<?> response, String body) {
    try {
      if (STRICT.readTree(body).isObject()) {
        return;
      }
    } catch (JsonProcessingException e) {
      throw unusable(response, "bad JSON", "JSON that is not whole and correct", body);
    }
    throw unusable(response, "bad JSON", "JSON that is no object", body);
  }

  private ModelFault unusable(
      HttpResponse<?> response, String ending, String what, String beginning) {
    String type = response.headers().firstValue("Content-Type").orElse("no type");
    String said = beginning.isEmpty() ? "" : ", beginning with: " + redaction.beginning(beginning);
    return ModelFault.lasting(
        ending,
        "it answered with status %d and %s (%s)%s"
            .formatted(response.statusCode(), what, redaction.beginning(type), said));
  }

  /** A page for people, or something packed: a proxy may answer in place of the model. */
  private static boolean isPage(HttpResponse<?> response) {
    String type = header(response, "Content-Type");
    boolean packed = !header(response, "Content-Encoding").matches("|identity");
    boolean known = type.isEmpty() || type.contains("json") || type.startsWith("text/event-stream");
    return packed || !known;
  }

  private static String header(HttpResponse<?> response, String name) {
    Function<String, String> lower = value -> value.toLowerCase(Locale.ROOT);
    return response.headers().firstValue(name).map(lower).orElse("");
  }

  private static java.net.http.HttpClient.Version version(ModelSettings settings) {
    boolean plain = settings.baseUrl().filter(url -> url.startsWith("http://")).isPresent();
    return switch (settings.httpVersion()) {
      case HTTP_1_1 -> java.net.http.HttpClient.Version.HTTP_1_1;
      case HTTP_2 -> java.net.http.HttpClient.Version.HTTP_2;
      // Without TLS an offer to speak HTTP/2 stands in the first request, which some servers
      // refuse.
      case AUTO ->
          plain
              ? java.net.http.HttpClient.Version.HTTP_1_1
              : java.net.http.HttpClient.Version.HTTP_2;
    };
  }

  private static java.net.InetSocketAddress resolvable(java.net.InetSocketAddress proxy) {
    return new java.net.InetSocketAddress(proxy.getHostString(), proxy.getPort());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Hands out one client; what a provider would set on the builder holds from our settings. */
  static final class Builder implements dev.langchain4j.http.client.HttpClientBuilder {
    private final LimitedHttp http;

    Builder(LimitedHttp http) {
      this.http = http;
    }

    @Override
    public Duration connectTimeout() {
      return http.settings.timeout();
    }

    @Override
    public Builder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return http.settings.timeout();
    }

    @Override
    public Builder readTimeout(Duration timeout) {
      return this;
    }

    @Override
    public HttpClient build() {
      return http;
    }
  }
}
