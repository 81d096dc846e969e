package dev.nl2sql.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions a query can answer, and those it cannot. */
class IntentClassifierTest {
  private static final Language ENGLISH = Language.english();
  private static final IntentClassifier CLASSIFIER = new IntentClassifier(ENGLISH);
  private static final Pattern QUESTION =
      Pattern.compile("\"question\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final double MOST_FLAGGED = 0.005;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "delete all orders | WRITE",
        "Delete the customer named Ada. | WRITE",
        "please delete all orders | WRITE",
        "could you please remove the cancelled orders? | WRITE",
        "can you update the price of product 5 to 10 | WRITE",
        "I want to delete customer 7 | WRITE",
        "I'd like to delete customer 7 | WRITE",
        "hi, please insert a new customer | WRITE",
        "drop table orders | WRITE",
        "truncate orders | WRITE",
        "set all prices to zero | WRITE",
        "add a customer called Bob | WRITE",
        "now go and cancel order 12 | WRITE",
        "increase all prices by 10% | WRITE",
        "send an email to all customers | WRITE",
        "which customers updated their address last month? | QUERY",
        "customers who deleted an order | QUERY",
        "orders that were cancelled | QUERY",
        "how many orders were created today? | QUERY",
        "list the updated products | QUERY",
        "show deleted customers | QUERY",
        "I'd like to send a gift to the top customer - who is it? | QUERY",
        "we want to send a letter to our best customers. Who are they? | QUERY",
        "cancelled orders by month | QUERY",
        "cancelled orders? | QUERY",
        "average increase of price per year | QUERY",
        "top 5 customers by revenue | QUERY",
        "revenue? | QUERY",
        "customers | QUERY",
        "please show me all orders | QUERY",
        "hello, how many customers are there? | QUERY",
        "what is the estimated delivery date of order 7? | QUERY",
        "orders of Los Angeles | QUERY",
        "Show the names of customers called die or das | QUERY",
        "predict the sales of next month | FORECAST",
        "what will revenue be next year? | FORECAST",
        "forecast revenue | FORECAST",
        "why did sales drop? | FORECAST",
        "what should we buy? | FORECAST",
        "hello | SMALL_TALK",
        "thank you! | SMALL_TALK",
        "how are you? | SMALL_TALK",
        "tell me a joke | SMALL_TALK",
        "? | SMALL_TALK",
        "... | SMALL_TALK",
        "what tables are there? | SCHEMA_QUESTION",
        "show me the tables | SCHEMA_QUESTION",
        "which columns does orders have? | SCHEMA_QUESTION",
        "wie viele Kunden gibt es? | OTHER_LANGUAGE",
        "zeige alle Bestellungen von Kunden aus Berlin | OTHER_LANGUAGE",
        "muéstrame los clientes por ciudad | OTHER_LANGUAGE",
        "¿cuántos pedidos hay por cliente? | OTHER_LANGUAGE",
        "顧客は何人いますか | OTHER_LANGUAGE",
        "сколько заказов было вчера | OTHER_LANGUAGE"
      })
  void intents(String text, Intent intent) {
    assertThat(CLASSIFIER.classify(ENGLISH.tokenize(text))).isEqualTo(intent);
  }

  /** Public questions are all queries; none of them is read into the project. */
  @Test
  void hardlyAnyPublicQuestionIsTakenForSomethingElse() throws IOException {
    Optional<Path> bench = bench();
    assumeTrue(
        bench.isPresent(), "no folder bench under NL2SQL_SHARED or ../shared: nothing measured");
    List<String> flagged = new ArrayList<>();
    int all = 0;
    for (String question : questions(bench.orElseThrow())) {
      all++;
      Intent intent = CLASSIFIER.classify(ENGLISH.tokenize(question));
      if (intent != Intent.QUERY) {
        flagged.add(intent + ": " + question);
      }
    }
    System.out.printf("%d of %d public questions flagged%n", flagged.size(), all);
    assertThat((double) flagged.size() / all)
        .as("%d questions, flagged: %s", all, flagged)
        .isLessThan(MOST_FLAGGED);
  }

  private static Optional<Path> bench() {
    return Stream.of(
            Optional.ofNullable(System.getProperty("NL2SQL_SHARED")),
            Optional.ofNullable(System.getenv("NL2SQL_SHARED")),
            Optional.of("../shared"),
            Optional.of("../../shared"))
        .flatMap(Optional::stream)
        .map(p -> Path.of(p).resolve("bench"))
        .filter(Files::isDirectory)
        .findFirst();
  }

  private static List<String> questions(Path bench) throws IOException {
    List<String> questions = new ArrayList<>();
    try (Stream<Path> files = Files.walk(bench, 2)) {
      for (Path file : files.filter(f -> f.endsWith("questions.jsonl")).sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          Matcher matcher = QUESTION.matcher(line);
          if (matcher.find()) {
            questions.add(matcher.group(1).replace("\\\"", "\"").replace("\\n", " "));
          }
        }
      }
    }
    return questions;
  }
}
