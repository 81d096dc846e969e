package dev.nl2sql.glossary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.plan.SqlRenderer;
import dev.nl2sql.testing.SampleSchema;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The SQL of a glossary: what is allowed runs on H2 with the value expected, the rest is refused.
 */
class GlossarySqlTest {
  private static final Catalog CATALOG = SampleSchema.catalog("h2");
  private static final LocalDate AS_OF = LocalDate.parse("2024-12-31");
  private static final String PLACE = "shop.yaml:7:9";
  private static Connection connection;

  @BeforeAll
  static void create() throws SQLException {
    connection = TestDatabases.open("h2");
    SampleSchema.create(connection, "h2");
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "COUNT(*) | 3",
        "count( * ) | 3",
        "COUNT(book.price) | 2",
        "COUNT(DISTINCT book.author_id) | 1",
        "SUM(book.price) | 30.50",
        "SUM(book.price * book.sold) | 31.50",
        "SUM(book.price) / COUNT(*) | 10.16",
        "AVG(book.sold) | 1.5",
        "MIN(book.price) | 10.50",
        "MAX(book.price) - MIN(book.price) | 9.50",
        "MAX(-book.sold) | 0",
        "(MAX(book.price)) | 20.00",
        "SUM(book.price + 1 - 1 * 2 / 2) | 30.5",
        "SUM(CASE WHEN book.sold > 1 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN book.title = 'One' THEN 2 WHEN book.title = 'Two' THEN 3 END) | 5",
        "SUM(COALESCE(book.price, 0, 1)) | 30.50",
        "MAX(LOWER(book.title)) | two",
        "MAX(UPPER(TRIM(book.title))) | TWO",
        "MAX(LENGTH(book.title)) | 3",
        "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY book.price) | 15.25",
        "SUM((SELECT COUNT(*) FROM author WHERE author.id = book.author_id)) | 2",
        "SUM((SELECT MAX(a.id) FROM author a)) | 6",
        "SUM(\"PUBLIC\".book.price) | 30.5",
        "SUM(public.book.price) | 30.5",
        "SUM(\"book\".\"price\") | 30.5",
        "SUM(99999999999999999999) | 299999999999999999997",
        "MAX(CURRENT_DATE) | 2024-12-31",
        "MAX(CURRENT_DATE()) | 2024-12-31",
        "MAX(CURRENT_DATE - INTERVAL '30' DAY) | 2024-12-01",
        "MAX(CURRENT_DATE - INTERVAL '2 weeks') | 2024-12-17",
        "MAX(CURRENT_DATE + INTERVAL '2' MONTH) | 2025-02-28",
        "MAX(DATE '2024-02-29' - INTERVAL '1' YEAR) | 2023-02-28",
        "MAX(DATE '2024-02-29') | 2024-02-29"
      })
  void valuesRun(String sql, String expected) throws SQLException {
    Fragment fragment = new Fragment();
    Expression value = GlossarySql.expression(text(sql), CATALOG, AS_OF, fragment);
    assertThat(run(fragment.plan(value, Optional.empty(), List.of()))).startsWith(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "book.sold = 3 | 1",
        "book.sold <> 3 | 1",
        "book.sold != 3 | 1",
        "book.sold < 3 | 1",
        "book.sold <= 3 | 2",
        "book.sold > 0 | 1",
        "book.sold >= 0 | 2",
        "book.sold > -1 | 2",
        "book.sold BETWEEN 1 AND 3 | 1",
        "book.sold IN (0, 1) | 1",
        "book.sold NOT IN (0, 1) | 1",
        "book.price IS NULL | 1",
        "book.price IS NOT NULL | 2",
        "NOT (book.sold = 3) | 1",
        "book.sold = 3 AND book.price > 1 | 1",
        "book.sold = 3 OR book.price IS NULL | 2",
        "(book.sold = 3 OR book.sold = 0) AND book.title = 'Two' | 1",
        "book.title LIKE '%n%' | 1",
        "book.title LIKE 'tw%' | 1",
        "book.title ILIKE '%O' | 1",
        "book.title NOT LIKE '%wo' | 1",
        "book.printed < CURRENT_DATE | 2",
        "book.printed >= DATE '2024-06-01' | 1",
        "EXISTS (SELECT 1 FROM author WHERE author.id = book.author_id) | 2",
        "NOT EXISTS (SELECT 1 FROM author a WHERE a.id = book.author_id) | 1",
        "EXISTS (SELECT 1 FROM author a WHERE a.id = book.author_id AND a.active) | 2",
        "book.author_id IN (SELECT author.id FROM author WHERE author.name = 'Ada') | 2",
        "book.author_id NOT IN (SELECT author.id FROM author WHERE author.id > 1) | 2",
        "book.price > (SELECT AVG(b.price) FROM book b) | 1",
        "book.id = (SELECT MAX(book.id) FROM book) | 1",
        "LOWER(book.title) = 'one' | 1",
        "book.title = 'it''s; -- no' | 0",
        "book.sold = 3 -- those that sell | 1",
        "book.sold = /* three */ 3 | 1"
      })
  void conditionsRun(String sql, String rows) throws SQLException {
    Fragment fragment = new Fragment();
    Predicate condition = GlossarySql.predicate(text(sql), CATALOG, AS_OF, fragment);
    Expression count =
        new Expression.Aggregate(Expression.Aggregate.Function.COUNT, Optional.empty(), false);
    assertThat(run(fragment.plan(count, Optional.of(condition), List.of()))).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"SUM(book.price) DESC | true", "COUNT(*) | false", "MIN(book.id) asc | false"})
  void sortKeysRun(String sql, boolean descending) throws SQLException {
    Fragment fragment = new Fragment();
    QueryPlan.Ordering key = GlossarySql.ordering(text(sql), CATALOG, AS_OF, fragment);
    assertThat(key.descending()).isEqualTo(descending);
    assertThat(run(fragment.plan(key.expression(), Optional.empty(), List.of(key)))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "1 2",
        "COUNT(*",
        "COUNT(*))",
        "'open",
        "\"open",
        "`open",
        "/* open",
        "#",
        "\u0000",
        "COUNT(*); DROP TABLE book",
        "COUNT(*); SELECT 1",
        "1) = 1 -- ",
        "1) = 1 OR (2",
        "1) = 1 GROUP BY (2",
        "1) = 1 ORDER BY (2",
        "1) = 1 UNION SELECT 1 FROM x WHERE (2",
        "1) = 1; DELETE FROM x WHERE (1",
        "price",
        "SUM(price)",
        "SUM(bok.price)",
        "SUM(other.book.price)",
        "SUM(book.prize)",
        "book.*",
        "*",
        "SUM(book.price, 1)",
        "COUNT(DISTINCT book.id, book.sold)",
        "SUM(book.price) OVER ()",
        "SUM(book.price) FILTER (WHERE book.id = 1)",
        "ROW_NUMBER() OVER (ORDER BY book.id)",
        "ABS(book.price)",
        "ROUND(book.price)",
        "pg_sleep(10)",
        "pg_catalog.lower(book.title)",
        "FILE_READ('/etc/passwd')",
        "LOWER(book.title, 'x')",
        "LOWER(DISTINCT book.title)",
        "STRING_AGG(book.title, ',')",
        "book.title || 'x'",
        "book.id % 2",
        "book.id & 2",
        "book.id::text",
        "CAST(book.id AS varchar)",
        "EXTRACT(YEAR FROM book.printed)",
        "NEXT VALUE FOR s",
        "?",
        ":name",
        "@variable",
        "NULL",
        "CURRENT_USER",
        "CURRENT_TIMESTAMP",
        "CURRENT_DATE * INTERVAL '1' DAY",
        "CURRENT_DATE - INTERVAL '1' HOUR",
        "CURRENT_DATE - INTERVAL '99999999' DAY",
        "book.printed - INTERVAL '1' DAY",
        "DATE '2024-02-30'",
        "DATE 'yesterday'",
        "TIMESTAMP '2024-02-20 10:00:00'",
        "CASE book.id WHEN 1 THEN 2 END",
        "PERCENTILE_CONT(book.id) WITHIN GROUP (ORDER BY book.price)",
        "PERCENTILE_CONT(1.5) WITHIN GROUP (ORDER BY book.price)",
        "PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY book.price)",
        "(SELECT author.id, author.name FROM author)",
        "(SELECT DISTINCT author.id FROM author)",
        "(SELECT author.id FROM author, book)",
        "(SELECT author.id FROM author JOIN book ON book.author_id = author.id)",
        "(SELECT author.id FROM author GROUP BY author.id)",
        "(SELECT MAX(author.id) FROM author HAVING COUNT(*) > 1)",
        "(SELECT author.id FROM author ORDER BY author.id)",
        "(SELECT author.id FROM author LIMIT 1)",
        "(SELECT author.id FROM author OFFSET 1)",
        "(SELECT author.id FROM author FETCH FIRST 1 ROW ONLY)",
        "(SELECT author.id FROM author FOR UPDATE)",
        "(SELECT author.id FROM author UNION SELECT 1 FROM author)",
        "(SELECT TOP 1 author.id FROM author)",
        "TRIM(LEADING 'x' FROM book.title)",
        "(WITH w AS (SELECT 1) SELECT author.id FROM author)",
        "(SELECT author.id INTO new_table FROM author)",
        "(SELECT 1 FROM (SELECT 2 FROM author) q)",
        "(SELECT 1 FROM CSVREAD('x'))",
        "(SELECT 1)",
        "(SELECT x.id FROM nothere x)",
        "(VALUES (1))",
        "(DELETE FROM book)"
      })
  void otherValuesAreRefused(String sql) {
    assertRefused(() -> GlossarySql.expression(text(sql), CATALOG, AS_OF, new Fragment()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "book.id",
        "1",
        "TRUE",
        "book.id = NULL",
        "book.id = ANY (SELECT author.id FROM author)",
        "book.title LIKE 'abc'",
        "book.title LIKE '%a%b%'",
        "book.title LIKE 'a_%'",
        "book.title LIKE book.title",
        "book.title LIKE '%a!%' ESCAPE '!'",
        "book.title RLIKE '%a%'",
        "book.title SIMILAR TO '%a%'",
        "book.title REGEXP 'a'",
        "book.title ~ 'a'",
        "book.id IS DISTINCT FROM 1",
        "book.id <=> 1",
        "(book.id, book.sold) = (1, 2)",
        "book.id XOR book.sold",
        "book.id = 1; DELETE FROM book",
        "book.id = 1) = 1 OR (book.id = 2",
        "SELECT 1 FROM book"
      })
  void otherConditionsAreRefused(String sql) {
    assertRefused(() -> GlossarySql.predicate(text(sql), CATALOG, AS_OF, new Fragment()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "COUNT(*) DESC, MIN(book.id)",
        "COUNT(*) DESC NULLS FIRST",
        "COUNT(*) DESC LIMIT 1",
        "COUNT(*) DESC OFFSET 1",
        "COUNT(*) DESC FOR UPDATE",
        "COUNT(*) DESC; SELECT 1",
        "COUNT(*) UPWARDS",
        "SUM(book.nothere) DESC",
        "RAND()"
      })
  void otherSortKeysAreRefused(String sql) {
    assertRefused(() -> GlossarySql.ordering(text(sql), CATALOG, AS_OF, new Fragment()));
  }

  @Test
  void namesOfTheCatalogAreTold() {
    assertThatThrownBy(
            () -> GlossarySql.expression(text("SUM(bok.price)"), CATALOG, AS_OF, new Fragment()))
        .hasMessageContaining("unknown table 'bok'")
        .hasMessageContaining("BOOK");
    assertThatThrownBy(
            () -> GlossarySql.expression(text("SUM(book.prize)"), CATALOG, AS_OF, new Fragment()))
        .hasMessageContaining("unknown column 'book.prize'")
        .hasMessageContaining("PRICE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "metrics: {m: {sql: SUM(bok.price), tables: [book], definition: d}} | 2:20",
        "metrics: {m: {sql: SUM(book.price), tables: [bok], definition: d}} | 2:20",
        "defaults: [{id: a, applies: [book], filter: book.titel = 1, statement: s}] | 2:45",
        "defaults: [{id: a, applies: [bok], filter: book.id = 1, statement: s}] | 2:44",
        "ambiguous: {x: {triggers: [x], prompt: p, options: [{id: a, label: a, definition: d, order: COUNT(*), by: bok}, {id: b, label: b, definition: d, filter: book.id = 1}]}} | 2:93",
        "ambiguous: {x: {triggers: [x], prompt: p, options: [{id: a, label: a, definition: d, date: book.printd}, {id: b, label: b, definition: d, filter: book.id = 1}]}} | 2:92",
        "values: {bok.title: {one: One}} | 2:27",
        "values: {book.titel: {one: One}} | 2:28",
        "joins: [{from: book.author_id, to: autor.id}] | 2:9",
        "joins: [{from: book.autor_id, to: author.id}] | 2:9",
        "policies: {autor: {deny: [name]}} | 2:19",
        "policies: {author: {deny: [nam]}} | 2:20"
      })
  void aSlipIsFound(String yaml, String place) {
    Glossary glossary = GlossaryReader.read("version: 1\n" + yaml, "g.yaml");
    assertThatThrownBy(() -> GlossaryCheck.fit(glossary, CATALOG))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("g.yaml:" + place)
        .hasMessageContaining("expected")
        .hasMessageMatching(".*such as '(BOOK|AUTHOR|TITLE|PRINTED|NAME|AUTHOR_ID)'");
  }

  /** What a role does not see: the entry, whom it concerns, and where it is written. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "metrics: {pay: {sql: SUM(wages.amount), tables: [wages], definition: d}} | the metric 'pay' | what is the pay? | | 2:22",
        "metrics: {pay: {sql: SUM(book.bonus), tables: [book], definition: d}} | the metric 'pay' | total PAY | | 2:22",
        "metrics: {net_pay: {sql: COUNT(*), tables: [wages], definition: d}} | the metric 'net_pay' | net pay of all | | 2:26",
        "defaults: [{id: a, applies: [book], filter: book.id NOT IN (SELECT wages.id FROM wages), statement: s}] | the default 'a' | | BOOK | 2:45",
        "defaults: [{id: a, applies: [book, wages], filter: book.id > 1, statement: s}] | the default 'a' on 'wages' | | | 2:52",
        "defaults: [{id: a, applies: [wages], filter: wages.id > 1, statement: s}] | the default 'a' on 'wages' | | | 2:46",
        "ambiguous: {top: {triggers: [top], prompt: p, options: [{id: a, label: a, definition: d, order: SUM(wages.x) DESC, by: book}, {id: b, label: b, definition: d, filter: book.id = 1}]}} | the reading 'a' of 'top' | the top one | | 2:97",
        "ambiguous: {top: {triggers: [top], prompt: p, options: [{id: a, label: a, definition: d, order: COUNT(*) DESC, by: wages}, {id: b, label: b, definition: d, filter: book.id = 1}]}} | the reading 'a' of 'top' | top | | 2:97",
        "values: {wages.kind: {hourly: H}} | the values of 'wages.kind' | hourly ones | | 2:31",
        "values: {book.condition: {mint: M}} | the values of 'book.condition' | which are mint? | | 2:33",
        "joins: [{from: book.id, to: wages.id}] | the join of 'book.id' and 'wages.id' | | | 2:9",
        "policies: {wages: {deny: [amount]}} | the rule on 'wages' | | | 2:19",
        "policies: {book: {deny: [bonus]}} | the rule on 'book.bonus' | | BOOK | 2:18",
        "defaults: [{id: a, applies: [book_2024], filter: book.id > 1, statement: s}] | the default 'a' on 'book_2024' | | | 2:50"
      })
  void whatASessionDoesNotSeeIsOutOfForceAndTheRestHolds(
      String yaml, String entry, String question, String table, String place) {
    Glossary glossary =
        GlossaryReader.read(
            "version: 1\n" + yaml + "\nsynonyms: {n: [number]}\nverified: []", "g.yaml");
    GlossaryCheck.Fit fit = GlossaryCheck.fit(glossary, CATALOG);
    assertThat(fit.unavailable()).hasSize(1);
    Unavailable missing = fit.unavailable().get(0);
    assertThat(missing.entry()).isEqualTo(entry);
    assertThat(missing.reason()).startsWith("g.yaml:" + place + ": found ");
    assertThat(missing.message()).contains(entry, missing.reason());
    assertThat(missing.isMeantBy(question == null ? "pay hourly top mint" : question))
        .isEqualTo(question != null);
    assertThat(missing.isMeantBy("payment topics")).isFalse();
    assertThat(missing.appliesTo(new TableName("PUBLIC", "BOOK"))).isEqualTo(table != null);
    assertThat(fit.glossary().synonyms()).containsKey("n");
    assertThat(fit.glossary().version()).isNotEqualTo(glossary.version());
    assertThat(GlossaryCheck.joins(fit.glossary(), CATALOG)).isEmpty();
    assertThat(GlossaryCheck.fit(fit.glossary(), CATALOG).glossary().policies())
        .isEqualTo(glossary.policies());
  }

  @Test
  void aDefaultStaysOnTheTablesThatAreSeen() {
    Glossary glossary =
        GlossaryReader.read(
            """
            version: 1
            defaults: [{id: a, applies: [book, wages], filter: book.id > 0, statement: s}]
            metrics: {pay: {sql: SUM(wages.x), tables: [wages], definition: d}, m: {sql: COUNT(*), tables: [book], definition: d}}
            """,
            "g.yaml");
    Glossary fitting = GlossaryCheck.fit(glossary, CATALOG).glossary();
    assertThat(fitting.defaults())
        .singleElement()
        .satisfies(d -> assertThat(d.applies()).containsExactly("book"));
    assertThat(fitting.metrics()).extracting(Glossary.Metric::name).containsExactly("m");
  }

  @Test
  void aGlossaryThatFitsPassesAndItsJoinsAreReferences() {
    Glossary glossary =
        GlossaryReader.read(
            """
            version: 1
            metrics: {m: {sql: SUM(book.price), tables: [book], definition: d}}
            defaults: [{id: a, applies: [book], filter: book.id > 0, statement: s}]
            joins: [{from: book.author_id, to: PUBLIC.Author.ID}]
            """,
            "g.yaml");
    GlossaryCheck.Fit fit = GlossaryCheck.fit(glossary, CATALOG);
    assertThat(fit.unavailable()).isEmpty();
    assertThat(fit.glossary()).isSameAs(glossary);
    assertThat(GlossaryCheck.joins(glossary, CATALOG))
        .singleElement()
        .satisfies(k -> assertThat(k.to().name()).isEqualTo("AUTHOR"))
        .satisfies(k -> assertThat(k.declared()).isFalse());
  }

  @ParameterizedTest
  @ValueSource(strings = {"book.nothere", "nothere.id", "other.book.id"})
  void aJoinThatDoesNotExistIsFound(String end) {
    Glossary glossary =
        GlossaryReader.read("version: 1\njoins: [{from: book.id, to: " + end + "}]", "g.yaml");
    assertThatThrownBy(() -> GlossaryCheck.joins(glossary, CATALOG))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("g.yaml:2:9")
        .hasMessageContaining(end.substring(0, end.lastIndexOf('.')));
  }

  private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable read) {
    assertThatThrownBy(read)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(PLACE + ": found ")
        .hasMessageContaining("; expected ");
  }

  private static SqlText text(String sql) {
    return new SqlText(sql, PLACE);
  }

  private static String run(QueryPlan plan) throws SQLException {
    String sql = SqlRenderer.render(plan, Dialect.forProduct("H2"));
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  /** A query over the tables that an expression names. */
  private static final class Fragment implements GlossarySql.Scope {
    private final List<QueryPlan.TableUse> uses = new ArrayList<>();
    private int next;

    @Override
    public QueryPlan.TableUse use(Table table) {
      return uses.stream()
          .filter(u -> u.table().equals(table))
          .findFirst()
          .orElseGet(
              () -> {
                uses.add(new QueryPlan.TableUse(table, "t" + uses.size()));
                return uses.get(uses.size() - 1);
              });
    }

    @Override
    public String freshAlias() {
      next++;
      return "s" + next;
    }

    QueryPlan plan(Expression shown, Optional<Predicate> where, List<QueryPlan.Ordering> orderBy) {
      return new QueryPlan.Select(
          List.of(new QueryPlan.Projection(shown)),
          false,
          new QueryPlan.Source(use(SampleSchema.table(CATALOG, "book")), List.of()),
          where,
          List.of(),
          Optional.empty(),
          orderBy,
          OptionalLong.empty());
    }
  }
}
