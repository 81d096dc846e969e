package dev.nl2sql.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * A language model on a loopback socket that answers what a test scripts, faults included, in the
 * format of the provider whose path is asked: OpenAI, Mistral, Anthropic, Gemini or Ollama.
 */
public final class ModelServer implements AutoCloseable {
  private static final String CRLF = "\r\n";
  private static final int BACKLOG = 500;

  private final ServerSocket listener;
  private final Queue<Answer> script = new ConcurrentLinkedQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Function<Request, Answer> otherwise = request -> text("{}");
  private volatile boolean closed;

  /** A request as it came. */
  public record Request(String method, String path, Map<String, String> headers, String body) {
    /** Whether the answer is to come in pieces. */
    boolean isStreamed() {
      return path.contains("streamGenerateContent")
          || body.replace(" ", "").contains("\"stream\":true");
    }
  }

  /** What is done with the socket of a request. Returns whether the connection stays open. */
  @FunctionalInterface
  public interface Answer {
    boolean give(Request request, Socket socket) throws IOException, InterruptedException;
  }

  private ModelServer(ServerSocket listener) {
    this.listener = listener;
  }

  /** Starts a server on a free port. */
  public static ModelServer start() {
    return start(0);
  }

  /** Starts a server on a port where one was before. */
  public static ModelServer start(int port) {
    try {
      return start(new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server that speaks TLS. */
  public static ModelServer start(SSLContext tls) {
    try {
      return start(
          tls.getServerSocketFactory()
              .createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ModelServer start(ServerSocket listener) {
    ModelServer server = new ModelServer(listener);
    thread("model-server", server::accept);
    return server;
  }

  /** The address to configure, without a path. */
  public String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** The port it listens on. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Adds answers to be given in order. */
  public ModelServer then(Answer... answers) {
    script.addAll(List.of(answers));
    return this;
  }

  /** What is answered when the script is at its end. */
  public ModelServer otherwise(Answer answer) {
    otherwise = request -> answer;
    return this;
  }

  /** What is answered when the script is at its end, by the request. */
  public ModelServer otherwise(Function<Request, Answer> answer) {
    otherwise = answer;
    return this;
  }

  /** The requests that came so far. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** Forgets script and requests. */
  public void clear() {
    script.clear();
    requests.clear();
  }

  /** Forgets what was to be answered and keeps the requests. */
  public void clearScript() {
    script.clear();
  }

  /** Connections that clients hold open. */
  public int connections() {
    return open.size();
  }

  /** A text of the model. */
  public static Answer text(String content) {
    return (request, socket) -> {
      if (request.isStreamed()) {
        return streamed(List.of(content), Duration.ZERO).give(request, socket);
      }
      return json(200, whole(request.path(), content)).give(request, socket);
    };
  }

  /** SQL of the model in the JSON that is asked for. */
  public static Answer sql(String sql) {
    return text(
        "{\"sql\": %s, \"rationale\": \"as scripted\", \"ambiguities\": []}"
            .formatted(quoted(sql)));
  }

  /** A text in pieces. */
  public static Answer streamed(List<String> pieces, Duration between) {
    return (request, socket) -> {
      boolean lines = request.path().contains("/api/chat");
      String type = lines ? "application/x-ndjson" : "text/event-stream";
      OutputStream out = socket.getOutputStream();
      out.write(bytes("HTTP/1.1 200 OK" + CRLF + "Content-Type: " + type + CRLF));
      out.write(bytes("Connection: close" + CRLF + CRLF));
      for (String event : events(request.path(), pieces)) {
        Thread.sleep(between.toMillis());
        out.write(bytes(event));
        out.flush();
      }
      return false;
    };
  }

  /** A JSON body. */
  public static Answer json(int status, String body) {
    return body(status, Map.of("Content-Type", "application/json"), bytes(body));
  }

  /** Any body with its length. */
  public static Answer body(int status, Map<String, String> headers, byte[] body) {
    return (request, socket) -> {
      OutputStream out = socket.getOutputStream();
      out.write(head(status, headers, body.length));
      out.write(body);
      out.flush();
      return true;
    };
  }

  /** An answer after a while, unless the client goes before. */
  public static Answer after(Duration time, Answer answer) {
    return (request, socket) -> !isGoneWithin(socket, time) && answer.give(request, socket);
  }

  private static boolean isGoneWithin(Socket socket, Duration time) throws IOException {
    int before = socket.getSoTimeout();
    socket.setSoTimeout((int) time.toMillis());
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException stillThere) {
      return false;
    } finally {
      socket.setSoTimeout(before);
    }
  }

  /** Never answers; ends when the client goes. */
  public static Answer hang() {
    return (request, socket) -> {
      waitForEnd(socket);
      return false;
    };
  }

  /** Sends the head of an answer and then nothing. */
  public static Answer hangAfterHead() {
    return (request, socket) -> {
      socket.getOutputStream().write(head(200, Map.of("Content-Type", "application/json"), 1_000));
      socket.getOutputStream().flush();
      waitForEnd(socket);
      return false;
    };
  }

  /** Sends a right answer one byte at a time. */
  public static Answer byteByByte(String content, Duration between) {
    return (request, socket) -> {
      byte[] body = bytes(whole(request.path(), content));
      OutputStream out = socket.getOutputStream();
      out.write(head(200, Map.of("Content-Type", "application/json"), body.length));
      for (byte b : body) {
        out.write(b);
        out.flush();
        Thread.sleep(between.toMillis());
      }
      return true;
    };
  }

  /** Closes the connection with a reset, after some bytes of a right answer. */
  public static Answer reset(int bytes) {
    return (request, socket) -> {
      byte[] body = bytes(whole(request.path(), "{\"sql\": \"SELECT 1\"}"));
      OutputStream out = socket.getOutputStream();
      if (bytes > 0) {
        out.write(head(200, Map.of("Content-Type", "application/json"), body.length));
        out.write(body, 0, Math.min(bytes, body.length - 1));
        out.flush();
        Thread.sleep(20);
      }
      socket.setSoLinger(true, 0);
      return false;
    };
  }

  /** JSON of the right form with as many blanks as given in front of its end. */
  public static Answer large(int length) {
    return (request, socket) -> {
      OutputStream out = socket.getOutputStream();
      out.write(head(200, Map.of("Content-Type", "application/json"), length));
      byte[] blanks = new byte[8192];
      java.util.Arrays.fill(blanks, (byte) ' ');
      for (int sent = 0; sent < length; sent += blanks.length) {
        out.write(blanks, 0, Math.min(blanks.length, length - sent));
      }
      out.flush();
      return true;
    };
  }

  /** JSON that begins and never ends, as fast as it is taken. */
  public static Answer endless() {
    return (request, socket) -> {
      OutputStream out = socket.getOutputStream();
      out.write(bytes("HTTP/1.1 200 OK" + CRLF + "Content-Type: application/json" + CRLF));
      out.write(bytes("Transfer-Encoding: chunked" + CRLF + CRLF));
      String chunk = "2000" + CRLF + " ".repeat(0x2000) + CRLF;
      while (true) {
        out.write(bytes(chunk));
      }
    };
  }

  private void accept() {
    while (!closed) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        open.add(socket);
        thread("model-server-connection", () -> serve(socket));
      } catch (IOException e) {
        closed = true;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean stays = true;
      while (stays) {
        Request request = read(in);
        if (request == null) {
          return;
        }
        requests.add(request);
        Answer scripted = script.poll();
        Answer answer = scripted == null ? otherwise.apply(request) : scripted;
        stays = answer.give(request, socket);
      }
    } catch (IOException e) {
      // The client has gone, which is what many tests are about.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  private static Request read(InputStream in) throws IOException {
    String first = line(in);
    if (first == null) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
    }
    String[] parts = first.split(" ");
    byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
    return new Request(parts[0], parts[1], headers, new String(body, StandardCharsets.UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int value = in.read();
    if (value < 0) {
      return null;
    }
    while (value >= 0 && value != '\n') {
      if (value != '\r') {
        line.write(value);
      }
      value = in.read();
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private static void waitForEnd(Socket socket) throws IOException {
    while (socket.getInputStream().read() >= 0) {
      Thread.onSpinWait();
    }
  }

  private static byte[] head(int status, Map<String, String> headers, int length) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted" + CRLF);
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append(CRLF));
    if (status != 204) {
      head.append("Content-Length: ").append(length).append(CRLF);
    }
    return bytes(head.append(CRLF).toString());
  }

  /** The text as an answer of the provider that has this path. */
  public static String whole(String path, String content) {
    String text = quoted(content);
    if (path.contains("/api/chat")) {
      return """
      {"model": "m", "created_at": "2026-11-30T00:00:00Z",
       "message": {"role": "assistant", "content": %s},
       "done": true, "done_reason": "stop", "prompt_eval_count": 11, "eval_count": 7}"""
          .formatted(text);
    }
    if (path.contains("/messages")) {
      return """
      {"id": "1", "type": "message", "role": "assistant", "model": "m",
       "content": [{"type": "text", "text": %s}], "stop_reason": "end_turn",
       "usage": {"input_tokens": 11, "output_tokens": 7}}"""
          .formatted(text);
    }
    if (path.contains("enerateContent")) {
      return """
      {"candidates": [{"content": {"role": "model", "parts": [{"text": %s}]},
       "finishReason": "STOP", "index": 0}],
       "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7,
        "totalTokenCount": 18}, "modelVersion": "m"}"""
          .formatted(text);
    }
    return """
    {"id": "1", "object": "chat.completion", "created": 1, "model": "m",
     "choices": [{"index": 0, "message": {"role": "assistant", "content": %s},
      "finish_reason": "stop"}],
     "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}}"""
        .formatted(text);
  }

  private static List<String> events(String path, List<String> pieces) {
    List<String> events = new ArrayList<>();
    if (path.contains("/api/chat")) {
      for (String piece : pieces) {
        events.add(
            "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":%s},\"done\":false}\n"
                .formatted(quoted(piece)));
      }
      events.add(
          "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,"
              + "\"done_reason\":\"stop\",\"prompt_eval_count\":11,\"eval_count\":7}\n");
    } else if (path.contains("/messages")) {
      events.add(
          named(
              "message_start",
              "{\"type\":\"message_start\",\"message\":{\"id\":\"1\",\"type\":\"message\","
                  + "\"role\":\"assistant\",\"model\":\"m\",\"content\":[],"
                  + "\"usage\":{\"input_tokens\":11,\"output_tokens\":1}}}"));
      events.add(
          named(
              "content_block_start",
              "{\"type\":\"content_block_start\",\"index\":0,"
                  + "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}"));
      for (String piece : pieces) {
        events.add(
            named(
                "content_block_delta",
                "{\"type\":\"content_block_delta\",\"index\":0,"
                    + "\"delta\":{\"type\":\"text_delta\",\"text\":%s}}".formatted(quoted(piece))));
      }
      events.add(named("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0}"));
      events.add(
          named(
              "message_delta",
              "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                  + "\"usage\":{\"output_tokens\":7}}"));
      events.add(named("message_stop", "{\"type\":\"message_stop\"}"));
    } else if (path.contains("enerateContent")) {
      pieces.forEach(piece -> events.add("data: " + whole(path, piece).replace("\n", "") + "\n\n"));
    } else {
      for (String piece : pieces) {
        events.add(
            "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":"
                + "[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n".formatted(quoted(piece)));
      }
      events.add(
          "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":"
              + "[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
      events.add(
          "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[],"
              + "\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":7,\"total_tokens\":18}}\n\n");
      events.add("data: [DONE]\n\n");
    }
    return events;
  }

  private static String named(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }

  /** A JSON string. */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> quoted.append(c < ' ' ? String.format(Locale.ROOT, "\\u%04x", (int) c) : c);
      }
    }
    return quoted.append('"').toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
