package dev.nl2sql.jdbc;

import dev.nl2sql.testing.ModelServer;
import java.util.Arrays;
import java.util.Locale;

/** The formats that endpoints of models speak, and what is wrong in the words of each. */
enum ModelFormat {
  OPENAI("/v1", "choices", "{\"model\": \"m\", \"choices\": []}", "\"stop\"", "\"length\""),
  ANTHROPIC(
      "/v1",
      "content",
      "{\"type\": \"message\", \"role\": \"assistant\", \"model\": \"m\", \"content\": []}",
      "\"end_turn\"",
      "\"max_tokens\""),
  OLLAMA("", "message", "{\"model\": \"m\", \"done\": true}", "\"stop\"", "\"length\""),
  GEMINI("/v1beta", "candidates", "{\"candidates\": []}", "\"STOP\"", "\"MAX_TOKENS\""),
  MISTRAL("/v1", "choices", "{\"model\": \"m\", \"choices\": []}", "\"stop\"", "\"length\"");

  private static final String MARK = "the text of the model";

  private final String path;
  private final String holder;
  private final String withoutAnswer;
  private final String ended;
  private final String cut;

  ModelFormat(String path, String holder, String withoutAnswer, String ended, String cut) {
    this.path = path;
    this.holder = holder;
    this.withoutAnswer = withoutAnswer;
    this.ended = ended;
    this.cut = cut;
  }

  /** The settings of a model of this format, as name, value. */
  String[] settings(ModelServer server, String... more) {
    String[] own = {
      "nl2sql.llm.provider",
      name().toLowerCase(Locale.ROOT),
      "nl2sql.llm.baseUrl",
      server.url() + path,
      "nl2sql.llm.apiKey",
      "key-of-the-test-0001"
    };
    String[] all = Arrays.copyOf(own, own.length + more.length);
    System.arraycopy(more, 0, all, own.length, more.length);
    return all;
  }

  /** The format of a request; two of them have the same answers. */
  private static ModelFormat of(ModelServer.Request request) {
    String asked = request.path();
    if (asked.contains("/api/chat")) {
      return OLLAMA;
    }
    if (asked.contains("/messages")) {
      return ANTHROPIC;
    }
    return asked.contains("enerateContent") ? GEMINI : OPENAI;
  }

  /** What makes another body of a right one. */
  @FunctionalInterface
  interface Change {
    String of(ModelFormat format, String right);
  }

  /** An answer of status 200 that was changed. */
  static ModelServer.Answer changed(String content, Change change) {
    return (request, socket) -> {
      String right = ModelServer.whole(request.path(), content);
      String body = change.of(of(request), right);
      if (body.equals(right)) {
        throw new IllegalStateException("the fault changes nothing of " + right);
      }
      return ModelServer.json(200, body).give(request, socket);
    };
  }

  /** The right form with nothing in it. */
  String withoutAnswer() {
    return withoutAnswer;
  }

  /** A number where the answer should stand. */
  String withNumber() {
    return "{\"" + holder + "\": 7}";
  }

  /** As if the model had been stopped by the length allowed. */
  String cutAtLength(String right) {
    return right.replace(ended, cut);
  }

  /** The right answer with nothing in place of its text. */
  static ModelServer.Answer withoutText() {
    return changed(MARK, (format, right) -> right.replace(ModelServer.quoted(MARK), "null"));
  }
}
