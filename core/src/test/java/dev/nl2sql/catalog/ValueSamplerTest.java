package dev.nl2sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which values are sampled, and how phrases find them. */
class ValueSamplerTest {

  private static Map<String, List<String>> sample(
      Connection connection, String table, Set<String> hidden) throws SQLException {
    Catalog catalog =
        CatalogReader.read(
            connection, SessionReader.read(connection), List.of(), new Cancellation());
    Table found =
        catalog.tables().stream()
            .filter(t -> t.name().name().equalsIgnoreCase(table))
            .findFirst()
            .orElseThrow();
    Dialect dialect = Dialect.forProduct(connection.getMetaData().getDatabaseProductName());
    Map<String, List<String>> values = new LinkedHashMap<>();
    new ValueSampler(dialect::identifier)
        .sample(connection, found, hidden, new Cancellation())
        .forEach((c, v) -> values.put(c.name().toLowerCase(Locale.ROOT), v));
    return values;
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void textsOnlyAndNoneThatIsSecretHiddenLongOrBlank(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(
          connection,
          "CREATE TABLE t (id int, status varchar(99), user_password varchar(9), apiKey"
              + " varchar(9), card_number varchar(20), email varchar(99), born date,"
              + " \"Größe\" varchar(9))",
          "INSERT INTO t VALUES (1, 'open', 'geheim', 'k', '4111', 'a@b.c', NULL, 'groß')",
          "INSERT INTO t VALUES (2, 'open', 'geheim', 'k', '4111', 'a@b.c', NULL, NULL)",
          "INSERT INTO t VALUES (3, '"
              + "x".repeat(65)
              + "', NULL, NULL, NULL, NULL, NULL, NULL), (4, '  ', NULL, NULL, NULL, NULL, NULL,"
              + " NULL), (5, '"
              + "y".repeat(64)
              + "', NULL, NULL, NULL, NULL, NULL, NULL)");
      Map<String, List<String>> values = sample(connection, "t", Set.of("email"));
      assertThat(values).containsOnlyKeys("status", "größe");
      assertThat(values.get("status")).containsExactlyInAnyOrder("open", "y".repeat(64));
      assertThat(values.get("größe")).containsExactly("groß");
    }
  }

  @Test
  void relationsWithRowSecurityAreNeverSampled() throws SQLException {
    try (Connection connection = TestDatabases.open("postgresql")) {
      run(
          connection,
          "CREATE TABLE plain (name text)",
          "INSERT INTO plain VALUES ('seen')",
          "CREATE TABLE \"Guarded\" (name text)",
          "INSERT INTO \"Guarded\" VALUES ('unseen')",
          "ALTER TABLE \"Guarded\" ENABLE ROW LEVEL SECURITY",
          "CREATE VIEW over_plain AS SELECT * FROM plain",
          "CREATE VIEW over_guarded AS SELECT name FROM \"Guarded\"",
          "CREATE VIEW twice_over AS SELECT name FROM over_guarded UNION SELECT name FROM plain");
      assertThat(sample(connection, "plain", Set.of())).containsKey("name");
      assertThat(sample(connection, "over_plain", Set.of())).containsKey("name");
      assertThat(sample(connection, "Guarded", Set.of())).isEmpty();
      assertThat(sample(connection, "over_guarded", Set.of())).isEmpty();
      assertThat(sample(connection, "twice_over", Set.of())).isEmpty();
    }
  }

  @Test
  void rowsAndColumnsAreBounded() throws SQLException {
    try (Connection connection = TestDatabases.open("h2")) {
      StringBuilder columns = new StringBuilder("c0 varchar(9)");
      for (int i = 1; i < 210; i++) {
        columns.append(", c").append(i).append(" varchar(9)");
      }
      run(
          connection,
          "CREATE TABLE wide (" + columns + ")",
          "CREATE TABLE deep (name varchar(9))",
          "INSERT INTO deep SELECT 'v' || x FROM SYSTEM_RANGE(1, 12000)");
      assertThat(sample(connection, "wide", Set.of()).size()).isLessThanOrEqualTo(200);
      assertThat(sample(connection, "deep", Set.of()).get("name")).hasSize(10_000);
    }
  }

  @Test
  void aCancelledSampleStops() throws SQLException {
    try (Connection connection = TestDatabases.open("h2")) {
      run(connection, "CREATE TABLE t (name varchar(9))");
      Cancellation cancellation = new Cancellation();
      cancellation.fire(Condition.CANCELLED);
      Table table =
          new Table(
              new TableName("PUBLIC", "T"),
              Table.Kind.TABLE,
              List.of(new Column("NAME", ColumnType.TEXT, "varchar", 9, true, "")),
              List.of(),
              List.of(),
              "",
              -1);
      ValueSampler sampler = new ValueSampler(Dialect.forProduct("H2")::identifier);
      assertThatThrownBy(() -> sampler.sample(connection, table, Set.of(), cancellation))
          .isInstanceOf(CancellationException.class);
    }
  }

  private static final Column NAME = new Column("name", ColumnType.TEXT, "text", 0, true, "");
  private static final Table PLACES =
      new Table(
          new TableName("s", "places"),
          Table.Kind.TABLE,
          List.of(NAME),
          List.of(),
          List.of(),
          "",
          -1);

  private static SampledValues places() {
    SampledValues values = new SampledValues();
    values.add(
        PLACES,
        Map.of(
            NAME,
            List.of(
                "São Paulo",
                "SAO PAULO",
                "Zürich",
                "New York",
                "New York City",
                "Bangalore",
                "Delhi",
                "Rome",
                " padded  value ",
                "Straße",
                "東京")));
    return values;
  }

  @ParameterizedTest
  @CsvSource({
    "sao paulo, São Paulo|SAO PAULO",
    "'  SÃO   paulo ', São Paulo|SAO PAULO",
    "zurich, Zürich",
    "ZÜRICH, Zürich",
    "new york, New York",
    "padded value, ' padded  value '",
    "東京, 東京",
    "york, ''",
    "Nowhere, ''",
    "'', ''"
  })
  void exactIgnoresCaseAccentsAndBlanks(String phrase, String variants) {
    List<String> found = new ArrayList<>();
    places().exact(phrase, List.of(PLACES)).forEach(v -> found.addAll(v.variants()));
    assertThat(String.join("|", found)).isEqualTo(variants);
  }

  @ParameterizedTest
  @CsvSource({
    "york, New York|New York City",
    "york new, New York|New York City",
    "new york city, New York City",
    "Bangalor, Bangalore",
    "Bangaloer, Bangalore",
    "Dehli, ''",
    "Delhy, Delhi",
    "Romy, ''",
    "zzzzzz, ''",
    "ny, ''",
    "'', ''"
  })
  void similarFindsWordsAndTypos(String phrase, String expected) {
    List<String> found = new ArrayList<>();
    places().similar(phrase, List.of(PLACES), 9).forEach(v -> found.add(v.variants().get(0)));
    assertThat(String.join("|", found)).isEqualTo(expected);
  }

  @Test
  void limitsAndTablesHold() {
    SampledValues values = places();
    assertThat(values.similar("york", List.of(PLACES), 1)).hasSize(1);
    assertThat(values.similar("york", List.of(PLACES), 0)).isEmpty();
    assertThat(values.exact("rome", List.of())).isEmpty();
    assertThat(values.holds(PLACES)).isTrue();
    assertThat(ValueIndex.empty().exact("rome", List.of(PLACES))).isEmpty();
    assertThat(ValueIndex.empty().similar("rome", List.of(PLACES), 3)).isEmpty();
  }
}
