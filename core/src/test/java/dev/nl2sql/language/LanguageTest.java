package dev.nl2sql.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens, dictionary forms, numbers and grains of English. */
class LanguageTest {
  private static final Language ENGLISH = Language.english();

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "show all orders; W:show W:all W:orders",
        "orders, customers.; W:orders P:, W:customers P:.",
        "named \"Ada Lovelace\"; W:named Q:Ada Lovelace",
        "named 'Ada Lovelace'; W:named Q:Ada Lovelace",
        "named “Ada”; W:named Q:Ada",
        "named «Ada»; W:named Q:Ada",
        "named ‘Ada’; W:named Q:Ada",
        "named 'O'Brien'; W:named Q:O'Brien",
        "the customer's name; W:the W:customer's W:name",
        "the customers' names; W:the W:customers' W:names",
        "what's new; W:what's W:new",
        "more than 1,000; W:more W:than N:1,000",
        "1,234,567.89; N:1,234,567.89",
        "$5k; N:$5k",
        "€2.5m; N:€2.5m",
        "3bn; N:3bn",
        "12%; N:12%",
        "-5 degrees; N:-5 W:degrees",
        "1 2; N:1 N:2",
        "2024-01-31; N:2024-01-31",
        "31/01/2024; N:31/01/2024",
        "31.1.2024; N:31.1.2024",
        "in 2024.; W:in N:2024 P:.",
        "10, 20; N:10 P:, N:20",
        "after ? rows; W:after B:? W:rows",
        "how many?; W:how W:many P:?",
        "order_items; W:order_items",
        "e-mail; W:e-mail",
        "a.b@c.de; W:a.b@c.de",
        "R&D; W:R&D",
        "A1 B2; W:A1 W:B2",
        "3rd; W:3rd",
        "顧客 は; W:顧客 W:は",
        "größte Straße; W:größte W:Straße",
        "сколько; W:сколько",
        "\"open; P:\" W:open",
        "'open; P:' W:open",
        "a > b; W:a P:> W:b"
      })
  void tokens(String text, String expected) {
    String found =
        ENGLISH.tokenize(text).stream()
            .map(t -> t.kind().name().charAt(0) + ":" + t.text())
            .collect(Collectors.joining(" "));
    assertThat(found).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "\u0000", "\n\t", "'", "\"", "''", "'''", "😀", "\ud800", "\u202e", "&&&"
      })
  void oddTextNeverFails(String text) {
    assertThatCode(() -> readAll(text)).doesNotThrowAnyException();
  }

  @Test
  void randomTextNeverFailsAndTokensStandWhereTheySay() {
    String signs =
        "ab 'Z\"“”?.,-+%$1209kK\u00e4\u6771\n()&@_/:;'s last month since per two hundred";
    Random random = new Random(7);
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(40); n > 0; n--) {
        text.append(signs.charAt(random.nextInt(signs.length())));
      }
      readAll(text.toString());
      int end = 0;
      for (Token token : ENGLISH.tokenize(text.toString())) {
        assertThat(token.start()).as(text.toString()).isGreaterThanOrEqualTo(end);
        assertThat(text.substring(token.start(), token.end())).contains(token.text());
        end = token.end();
      }
    }
  }

  private static void readAll(String text) {
    List<Token> tokens = ENGLISH.tokenize(text);
    ENGLISH.numbers(tokens);
    ENGLISH.grains(tokens);
    ENGLISH.periods(tokens, PeriodContextsTest.time("2026-10-15"));
    new IntentClassifier(ENGLISH).classify(tokens);
  }

  @ParameterizedTest
  @CsvSource({
    "customers, customer",
    "orders, order",
    "ordered, order",
    "ordering, order",
    "cities, city",
    "countries, country",
    "categories, category",
    "companies, company",
    "boxes, box",
    "classes, class",
    "addresses, address",
    "address, address",
    "status, status",
    "statuses, status",
    "bus, bus",
    "buses, bus",
    "news, news",
    "series, series",
    "species, species",
    "analysis, analysis",
    "analyses, analysis",
    "basis, basis",
    "crisis, crisis",
    "houses, house",
    "prices, price",
    "priced, price",
    "sizes, size",
    "invoices, invoice",
    "invoiced, invoice",
    "purchases, purchase",
    "purchased, purchase",
    "purchasing, purchase",
    "matches, match",
    "watches, watch",
    "branches, branch",
    "churches, church",
    "dishes, dish",
    "taxes, tax",
    "expenses, expense",
    "courses, course",
    "nurses, nurse",
    "cases, case",
    "databases, database",
    "bonus, bonus",
    "bonuses, bonus",
    "campus, campus",
    "campuses, campus",
    "virus, virus",
    "viruses, virus",
    "gas, gas",
    "lens, lens",
    "lenses, lens",
    "process, process",
    "processes, process",
    "running, run",
    "runs, run",
    "stopped, stop",
    "shipped, ship",
    "shipping, ship",
    "planned, plan",
    "used, use",
    "using, use",
    "hired, hire",
    "hiring, hire",
    "placed, place",
    "created, create",
    "updated, update",
    "paid, pay",
    "bought, buy",
    "sold, sell",
    "spent, spend",
    "written, write",
    "children, child",
    "people, person",
    "women, woman",
    "men, man",
    "movies, movie",
    "employees, employee",
    "companies', company",
    "customer's, customer",
    "students', student",
    "studies, study",
    "studied, study",
    "studying, study",
    "died, die",
    "lives, life",
    "lived, live",
    "visited, visit",
    "visits, visit",
    "opened, open",
    "located, locate",
    "managed, manage",
    "managing, manage",
    "owned, own",
    "released, release",
    "worked, work",
    "working, work",
    "played, play",
    "countries', country",
    "days, day",
    "keys, key",
    "photos, photo",
    "heroes, hero",
    "potatoes, potato",
    "shoes, shoe",
    "sales, sales",
    "goods, goods",
    "heights, height",
    "indices, index",
    "red, red",
    "bed, bed",
    "need, need",
    "string, string",
    "king, king",
    "spring, spring",
    "Paris, paris",
    "rated, rate",
    "delivered, deliver",
    "delivering, deliver",
    "registered, register",
    "cancelled, cancel",
    "canceled, cancel",
    "canceling, cancel",
    "enrolled, enrol",
    "controlled, control"
  })
  void dictionaryForms(String word, String lemma) {
    assertThat(ENGLISH.lemma(word)).isEqualTo(lemma);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "5; 5",
        "top five customers; 5",
        "twenty-one; 21",
        "twenty one; 21",
        "one hundred; 100",
        "two hundred and five; 205",
        "two thousand and twenty four; 2024",
        "three hundred thousand; 300000",
        "one million two hundred thousand; 1200000",
        "2 million; 2000000",
        "1.5 million; 1500000",
        "1,000; 1000",
        "10k; 10000",
        "$2.5m; 2500000",
        "3bn; 3000000000",
        "12%; 12",
        "-7; -7",
        "007; 7",
        "0; 0",
        "zero; 0",
        "a dozen; 12",
        "between 5 and 10; 5 10",
        "five and ten; 5 10",
        "two or three; 2 3",
        "99999999999999999999; 99999999999999999999",
        "1e5; none",
        "million; none",
        "anyone; none"
      })
  void numbers(String text, String expected) {
    String found =
        ENGLISH.numbers(ENGLISH.tokenize(text)).stream()
            .map(n -> n.value().toPlainString())
            .collect(Collectors.joining(" "));
    assertThat(found.isEmpty() ? "none" : found).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "sales per month; MONTH",
        "sales by the month; MONTH",
        "monthly sales; MONTH",
        "each quarter; QUARTER",
        "for each year; YEAR",
        "yearly; YEAR",
        "by day of week; DAY_OF_WEEK",
        "by day of the week; DAY_OF_WEEK",
        "by weekday; DAY_OF_WEEK",
        "per hour; HOUR",
        "daily; DAY",
        "by week; WEEK",
        "by month and year; MONTH",
        "by last month; none",
        "orders this month; none",
        "month; none",
        "by; none"
      })
  void grains(String text, String expected) {
    List<GrainPhrase> found = ENGLISH.grains(ENGLISH.tokenize(text));
    assertThat(found.isEmpty() ? "none" : found.get(0).unit().name()).isEqualTo(expected);
  }

  /** Names are looked up by their dictionary forms, so plurals and phrases need theirs as well. */
  @ParameterizedTest
  @CsvSource({
    "headquarters, head office",
    "sales, turnover",
    "attendees, audience",
    "head office, headquarters",
    "birth place, hometown"
  })
  void synonymsAreFoundByDictionaryForms(String phrase, String synonym) {
    Language english = Language.english();
    String lemmas =
        Arrays.stream(phrase.split(" ")).map(english::lemma).collect(Collectors.joining(" "));

    assertThat(english.synonymsOf(lemmas)).contains(synonym);
  }
}
