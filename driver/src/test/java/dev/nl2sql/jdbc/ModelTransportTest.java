package dev.nl2sql.jdbc;

import static dev.nl2sql.testing.ModelServer.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.nl2sql.testing.Certificates;
import dev.nl2sql.testing.Http2Model;
import dev.nl2sql.testing.ModelServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How a model is reached: TLS, proxies, versions of HTTP, headers, and what is refused on the way.
 */
@Timeout(120)
class ModelTransportTest {
  private static final String COUNT = "SELECT count(*) AS n FROM customers";
  private static final String ASK = "ASK how many customers are there";
  private static final String KEY = "sk-planted-key-of-the-test-0001";

  @TempDir static Path certificateFolder;

  private static Certificates certificates;
  private static SSLContext before;

  @AutoClose private final ModelDatabase database;

  @BeforeAll
  static void trustTheAuthority() throws Exception {
    certificates = new Certificates(certificateFolder);
    before = SSLContext.getDefault();
    SSLContext.setDefault(certificates.trusting());
  }

  @AfterAll
  static void trustAsBefore() {
    SSLContext.setDefault(before);
  }

  ModelTransportTest() throws SQLException {
    database = new ModelDatabase();
  }

  /** How a question to that address ends. */
  private String state(String baseUrl, String... more) throws SQLException {
    String[] base = {"nl2sql.llm.baseUrl", baseUrl, "nl2sql.llm.apiKey", KEY};
    try (Connection connection =
            database.connect(Stream.of(base, more).flatMap(Stream::of).toArray(String[]::new));
        Statement statement = connection.createStatement()) {
      try {
        assertThat(ModelDatabase.column(statement.executeQuery(ASK))).containsExactly("2");
        return "00000";
      } catch (SQLException e) {
        assertThat(e.getMessage()).doesNotContain(KEY);
        return e.getSQLState() + " " + e.getMessage();
      }
    }
  }

  @Test
  void tlsWithATrustedCertificateIsSpoken() throws Exception {
    try (ModelServer server =
        ModelServer.start(certificates.signed("good", "localhost", "-1d", 30))) {
      server.otherwise(sql(COUNT));
      assertThat(state("https://localhost:" + server.port() + "/v1")).isEqualTo("00000");
      assertThat(server.requests()).hasSize(1);
      assertThat(server.requests().get(0).headers())
          .containsEntry("Authorization", "Bearer " + KEY);
    }
  }

  @ParameterizedTest
  @CsvSource({"expired, localhost, -10d, 5", "wrong name, elsewhere.example, -1d, 30"})
  void aCertificateThatDoesNotHoldIsRefused(String fault, String host, String start, int days)
      throws Exception {
    refuses(certificates.signed(fault.replace(' ', '-'), host, start, days));
  }

  @Test
  void aCertificateThatNobodySignedIsRefused() throws Exception {
    refuses(certificates.selfSigned());
  }

  private void refuses(SSLContext tls) throws Exception {
    try (ModelServer server = ModelServer.start(tls)) {
      server.otherwise(sql(COUNT));
      assertThat(state("https://localhost:" + server.port() + "/v1"))
          .startsWith("NL005")
          .contains("TLS");
      assertThat(server.requests()).as("nothing was sent").isEmpty();
    }
  }

  /** A server that answers the greeting with TLS 1.0, byte by byte as RFC 2246 has it. */
  @Test
  void anOldProtocolIsRefused() throws Exception {
    byte[] hello = new byte[5 + 4 + 2 + 32 + 1 + 2 + 1];
    System.arraycopy(new byte[] {0x16, 3, 1, 0, 42, 2, 0, 0, 38, 3, 1}, 0, hello, 0, 11);
    hello[hello.length - 2] = 0x2f;
    AtomicInteger connections = new AtomicInteger();
    try (ServerSocket old = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread server =
          new Thread(
              () -> {
                try {
                  while (true) {
                    Socket socket = old.accept();
                    connections.incrementAndGet();
                    socket.getOutputStream().write(hello);
                    socket.getOutputStream().flush();
                  }
                } catch (IOException e) {
                  return;
                }
              });
      server.start();
      assertThat(state("https://localhost:" + old.getLocalPort() + "/v1"))
          .startsWith("NL005")
          .contains("TLS");
      assertThat(connections.get()).as("no second try").isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "2"})
  void http2IsSpokenWhereItIsOffered(String version) throws Exception {
    SSLContext tls = certificates.signed("h2-" + version, "localhost", "-1d", 30);
    String answer =
        ModelServer.whole(
            "/v1/chat/completions", "{\"sql\": \"" + COUNT + "\", \"rationale\": \"r\"}");
    try (Http2Model model = Http2Model.start(tls, answer)) {
      assertThat(state("https://localhost:" + model.port() + "/v1", "nl2sql.llm.http", version))
          .isEqualTo("00000");
      assertThat(model.bodies()).hasSize(1);
      assertThat(model.bodies().get(0)).contains("how many customers");
    }
  }

  @Test
  void http1IsSpokenWhereItIsDemanded() throws Exception {
    SSLContext tls = certificates.signed("h2-only", "localhost", "-1d", 30);
    try (Http2Model model = Http2Model.start(tls, "{}")) {
      String address = "https://localhost:" + model.port() + "/v1";
      assertThat(
              state(
                  address,
                  "nl2sql.llm.http",
                  "1.1",
                  "nl2sql.llm.timeout",
                  "1s",
                  "nl2sql.timeBudget",
                  "2s"))
          .as("the server speaks HTTP/2 only")
          .matches("(?s)NL00[56] .*");
      assertThat(model.bodies()).isEmpty();
    }
  }

  /** Without TLS the offer of HTTP/2 stands in the request; not unless it is asked for. */
  @ParameterizedTest
  @CsvSource({"auto, false", "1.1, false", "2, true"})
  void withoutTlsHttp2IsOfferedOnlyOnDemand(String version, boolean offered) throws SQLException {
    database.server().otherwise(sql(COUNT));
    assertThat(state(database.server().url() + "/v1", "nl2sql.llm.http", version))
        .isEqualTo("00000");
    assertThat(database.server().requests().get(0).headers().containsKey("Upgrade"))
        .isEqualTo(offered);
  }

  @Test
  void aProxyIsAskedInPlaceOfTheModel() throws SQLException {
    database.server().otherwise(sql(COUNT));
    assertThat(
            state(
                "http://model.invalid:8080/v1",
                "nl2sql.llm.proxy",
                "127.0.0.1:" + database.server().port()))
        .isEqualTo("00000");
    assertThat(database.server().requests().get(0).path())
        .isEqualTo("http://model.invalid:8080/v1/chat/completions");
  }

  static Stream<String> proxyFaults() {
    return Stream.of("wants a password", "drops", "has a certificate of its own", "is not there");
  }

  /** The key goes to the model only, through TLS, never to the proxy. */
  @ParameterizedTest
  @MethodSource("proxyFaults")
  void aProxyThatFailsGetsNoKey(String fault) throws Exception {
    SSLContext stranger = certificates.selfSigned();
    AtomicInteger plainRequests = new AtomicInteger();
    database
        .server()
        .otherwise((request, socket) -> proxied(fault, stranger, request, socket, plainRequests));
    int port = database.server().port();
    if (fault.equals("is not there")) {
      database.server().close();
    }
    assertThat(state("https://model.invalid/v1", "nl2sql.llm.proxy", "127.0.0.1:" + port))
        .startsWith("NL005");
    assertThat(database.server().requests()).allMatch(r -> r.method().equals("CONNECT"));
    assertThat(database.server().requests().toString()).doesNotContain(KEY);
    assertThat(plainRequests.get()).as("requests read by the proxy").isZero();
  }

  private static boolean proxied(
      String fault,
      SSLContext stranger,
      ModelServer.Request request,
      Socket socket,
      AtomicInteger read)
      throws IOException, InterruptedException {
    if (fault.equals("wants a password")) {
      return ModelServer.body(407, Map.of("Proxy-Authenticate", "Basic realm=\"x\""), new byte[0])
          .give(request, socket);
    }
    if (fault.equals("drops")) {
      return false;
    }
    socket
        .getOutputStream()
        .write("HTTP/1.1 200 Connected\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    SSLSocket secure =
        (SSLSocket) stranger.getSocketFactory().createSocket(socket, "model.invalid", 443, true);
    secure.setUseClientMode(false);
    secure.startHandshake();
    if (secure.getInputStream().read() >= 0) {
      read.incrementAndGet();
    }
    return false;
  }

  @Test
  void headersAreSentAsTheyAreSet() throws SQLException {
    database.server().otherwise(sql(COUNT));
    assertThat(
            state(
                database.server().url() + "/deployments/a%20b",
                "nl2sql.llm.headers",
                "X-Team = blue, api-key=k=v==,Authorization=Token other"))
        .isEqualTo("00000");
    ModelServer.Request request = database.server().requests().get(0);
    assertThat(request.path()).isEqualTo("/deployments/a%20b/chat/completions");
    assertThat(request.headers())
        .containsEntry("X-Team", "blue")
        .containsEntry("api-key", "k=v==")
        .containsEntry("Authorization", "Token other");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=" + KEY,
        KEY,
        "X-A=b,=" + KEY,
        "X A=" + KEY,
        "X-A=a\u0007" + KEY,
        "Content-Length=" + KEY,
        "Host=" + KEY,
        "Connection=" + KEY,
        "X-\u00e4=" + KEY
      })
  void aHeaderThatCannotBeSentIsAWrongSetting(String headers) throws SQLException {
    database.server().otherwise(sql(COUNT));
    assertThat(state(database.server().url() + "/v1", "nl2sql.llm.headers", headers))
        .startsWith("NL007")
        .contains("nl2sql.llm.headers");
    assertThat(database.server().requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sk-\n" + KEY, "a\u0000" + KEY, "k\u00e4" + KEY})
  void aKeyThatCannotBeSentIsAWrongSetting(String key) throws SQLException {
    assertThat(state(database.server().url() + "/v1", "nl2sql.llm.apiKey", key))
        .startsWith("NL007")
        .contains("nl2sql.llm.apiKey")
        .doesNotContain(KEY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nohost",
        "localhost",
        ":80",
        "a:0",
        "a:70000",
        "a:b",
        "http://proxy:80/x",
        "a b:80"
      })
  void aProxyThatIsNoneIsAWrongSetting(String proxy) throws SQLException {
    assertThat(state(database.server().url() + "/v1", "nl2sql.llm.proxy", proxy))
        .startsWith("NL007")
        .contains("nl2sql.llm.proxy");
  }

  /** Two pairs, neither of which shares a word with the question. */
  private Path glossary(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("glossary.yml"),
        """
        version: 1
        verified:
          - { question: "Headcount?", sql: "SELECT count(*) AS heads FROM customers", dialect: any }
          - { question: "Turnover?", sql: "SELECT sum(total) AS turnover FROM orders", dialect: any }
        """);
  }

  @Test
  void anEmbeddingModelFindsExamplesByMeaning(@TempDir Path folder) throws Exception {
    database.server().otherwise(sql(COUNT));
    AtomicInteger embedded = new AtomicInteger();
    EmbeddingModel meanings =
        embedding(
            text -> {
              embedded.incrementAndGet();
              return text.startsWith("Turnover") ? new float[] {0, 1} : new float[] {1, 0};
            });
    try (Nl2SqlDataSource source = withEmbedding(glossary(folder), meanings);
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      String question = "ASK how many people buy from us";
      statement.executeQuery(question).close();
      // Vectors of stored questions are made beside the questions that need them.
      while (embedded.get() < 3) {
        Thread.sleep(10);
      }
      String prompt = "";
      for (int i = 0; i < 100 && !prompt.contains("heads"); i++) {
        database.server().clear();
        statement.executeQuery(question + " number " + i).close();
        prompt = database.server().requests().get(0).body();
        Thread.sleep(10);
      }
      assertThat(prompt).contains("Headcount?", "AS heads");
      assertThat(prompt.indexOf("AS heads"))
          .isLessThan(
              prompt.contains("AS turnover") ? prompt.indexOf("AS turnover") : Integer.MAX_VALUE);
    }
  }

  @Test
  void anEmbeddingModelThatHangsOrFailsHoldsNobody(@TempDir Path folder) throws Exception {
    database.server().otherwise(sql(COUNT));
    CountDownLatch never = new CountDownLatch(1);
    for (EmbeddingModel bad :
        List.of(
            embedding(
                text -> {
                  try {
                    never.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return new float[0];
                }),
            embedding(
                text -> {
                  throw new IllegalStateException("broken");
                }))) {
      try (Nl2SqlDataSource source = withEmbedding(glossary(folder), bad);
          Connection connection = source.getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(ModelDatabase.column(statement.executeQuery(ASK))).containsExactly("2");
      }
    }
  }

  private Nl2SqlDataSource withEmbedding(Path glossary, EmbeddingModel model) {
    return Nl2SqlDataSource.builder()
        .url(database.url())
        .embeddingModel(model)
        .property("nl2sql.llm.provider", "openai")
        .property("nl2sql.llm.model", "m")
        .property("nl2sql.llm.baseUrl", database.server().url() + "/v1")
        .property("nl2sql.generator", "llm")
        .property("nl2sql.glossary", glossary.toString())
        .build();
  }

  private static EmbeddingModel embedding(Function<String, float[]> vectors) {
    return new EmbeddingModel() {
      @Override
      public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        return Response.from(
            segments.stream().map(s -> Embedding.from(vectors.apply(s.text()))).toList());
      }
    };
  }

  @Test
  void settingsOfNothingAreRefusedAtConnect() {
    assertThatThrownBy(() -> database.connect("nl2sql.llm.http", "3"))
        .hasMessageContaining("nl2sql.llm.http");
  }
}
