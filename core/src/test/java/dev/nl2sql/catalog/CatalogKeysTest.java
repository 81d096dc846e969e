package dev.nl2sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Cancellation;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and references: declared ones as they are, missing ones guessed where only one fits. */
class CatalogKeysTest {

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void keysOfSeveralColumnsKeepTheirOrder(String engine) throws SQLException {
    Catalog catalog =
        read(
            engine,
            "CREATE TABLE seat (room int, part varchar(9), place int, code varchar(9),"
                + " PRIMARY KEY (place, room), UNIQUE (code, part))",
            "CREATE TABLE booking (id int PRIMARY KEY, in_room int, at_place int, c varchar(9),"
                + " p varchar(9), FOREIGN KEY (at_place, in_room) REFERENCES seat (place, room),"
                + " FOREIGN KEY (c, p) REFERENCES seat (code, part))");

    assertThat(lower(table(catalog, "seat").primaryKey())).containsExactly("place", "room");
    assertThat(table(catalog, "seat").uniqueKeys())
        .extracting(CatalogKeysTest::lower)
        .containsExactly(List.of("code", "part"));
    assertThat(catalog.foreignKeys())
        .extracting(CatalogKeysTest::told)
        .containsExactlyInAnyOrder(
            "booking[at_place, in_room] seat[place, room] declared",
            "booking[c, p] seat[code, part] declared");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void aUniqueIndexIsAKey(String engine) throws SQLException {
    Catalog catalog =
        read(
            engine,
            "CREATE TABLE t (id int PRIMARY KEY, a int, b int)",
            "CREATE UNIQUE INDEX by_a_b ON t (b, a)",
            "CREATE INDEX by_a ON t (a)");

    assertThat(table(catalog, "t").uniqueKeys())
        .extracting(CatalogKeysTest::lower)
        .containsExactly(List.of("b", "a"));
  }

  @Test
  void anIndexOfSomeRowsOrOfAnExpressionIsNoKey() throws SQLException {
    Catalog catalog =
        read(
            "postgresql",
            "CREATE TABLE t (id int, a text, b int)",
            "CREATE UNIQUE INDEX ON t (a) WHERE b > 0",
            "CREATE UNIQUE INDEX ON t (lower(a))",
            "CREATE UNIQUE INDEX ON t (id) INCLUDE (b)");

    assertThat(table(catalog, "t").uniqueKeys()).containsExactly(List.of("id"));
    assertThat(table(catalog, "t").primaryKey()).isEmpty();
  }

  @Test
  void referencesTellTheNamesOfTheCatalogHoweverTheyWereWritten() throws SQLException {
    Catalog catalog =
        read(
            "sqlite",
            "CREATE TABLE \"Singer\" (\"Singer_ID\" int PRIMARY KEY)",
            "CREATE TABLE song (id int PRIMARY KEY, by_id int REFERENCES SINGER,"
                + " second_id int REFERENCES singer(singer_id), lost_id int REFERENCES nowhere(x))");

    assertThat(catalog.foreignKeys())
        .extracting(k -> k.columns() + " " + k.to().name() + k.targetColumns())
        .containsExactlyInAnyOrder("[by_id] Singer[Singer_ID]", "[second_id] Singer[Singer_ID]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void referencesCrossSchemasThatAreRead(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(
          connection,
          "CREATE SCHEMA stock_room",
          "CREATE TABLE stock_room.part (part_id int PRIMARY KEY)",
          "CREATE TABLE need (id int PRIMARY KEY, part int REFERENCES stock_room.part)");

      assertThat(read(connection, List.of("*")).foreignKeys())
          .extracting(CatalogKeysTest::told)
          .containsExactly("need[part] part[part_id] declared");
      assertThat(read(connection, List.of()).foreignKeys()).isEmpty();
      assertThat(read(connection, List.of("Stock_Room")).tables())
          .extracting(t -> t.name().name().toLowerCase(Locale.ROOT))
          .containsExactly("part");
    }
  }

  @Test
  void aPartitionedTableStandsForItsPartitions() throws SQLException {
    Catalog catalog =
        read(
            "postgresql",
            "CREATE TABLE shop (shop_id int PRIMARY KEY)",
            "CREATE TABLE sale (sale_id int, at date, shop int REFERENCES shop,"
                + " PRIMARY KEY (sale_id, at)) PARTITION BY RANGE (at)",
            "CREATE TABLE sale_a PARTITION OF sale FOR VALUES FROM ('2024-01-01') TO"
                + " ('2025-01-01')",
            "CREATE TABLE sale_b PARTITION OF sale DEFAULT");

    assertThat(catalog.tables()).extracting(t -> t.name().name()).containsExactly("sale", "shop");
    assertThat(table(catalog, "sale").primaryKey()).containsExactly("sale_id", "at");
    assertThat(catalog.foreignKeys())
        .extracting(CatalogKeysTest::told)
        .containsExactly("sale[shop] shop[shop_id] declared");
  }

  @Test
  void postgresTypesAreToldByWhatTheyHold() throws SQLException {
    Catalog catalog =
        read(
            "postgresql",
            "CREATE DOMAIN short AS varchar(12)",
            "CREATE DOMAIN code AS short NOT NULL",
            "CREATE DOMAIN amount AS numeric(12, 2)",
            "CREATE TYPE mood AS ENUM ('glad', 'sad')",
            "CREATE TABLE t (a code, b amount, c mood, d text[], e varchar[], f int[], g uuid,"
                + " h interval, i timestamptz, k money, l tsvector, m mood[])");

    assertThat(table(catalog, "t").columns())
        .extracting(c -> c.name() + " " + c.type() + " " + c.typeName() + " " + c.size())
        .containsExactly(
            "a TEXT code 12",
            "b DECIMAL amount 12",
            "c TEXT mood 0",
            "d OTHER _text 0",
            "e OTHER _varchar 0",
            "f OTHER _int4 0",
            "g TEXT uuid 0",
            "h OTHER interval 0",
            "i TIMESTAMP_WITH_ZONE timestamptz 0",
            "k DECIMAL money 0",
            "l OTHER tsvector 0",
            "m OTHER _mood 0");
    assertThat(table(catalog, "t").column("a").orElseThrow().nullable()).isFalse();
    assertThat(table(catalog, "t").column("b").orElseThrow().nullable()).isTrue();
  }

  @Test
  void h2TypesAreToldByWhatTheyHold() throws SQLException {
    Catalog catalog =
        read(
            "h2",
            "CREATE DOMAIN short AS varchar(12)",
            "CREATE TABLE t (a short, b decimal(12, 2), c enum('glad', 'sad'), d varchar array,"
                + " e uuid, f interval day, g timestamp with time zone, h varchar_ignorecase(5),"
                + " i clob, j decfloat, k json, l varchar, m time)");

    assertThat(table(catalog, "t").columns())
        .extracting(c -> c.name() + " " + c.type() + " " + c.size())
        .containsExactly(
            "A TEXT 12",
            "B DECIMAL 12",
            "C TEXT 0",
            "D OTHER 0",
            "E TEXT 0",
            "F OTHER 0",
            "G TIMESTAMP_WITH_ZONE 0",
            "H TEXT 5",
            "I TEXT 0",
            "J DECIMAL 100000",
            "K OTHER 0",
            "L TEXT 0",
            "M TIME 0");
  }

  static Stream<Arguments> undeclared() {
    return Stream.of(
        // the table after which the column is named, before one that shares the key's name
        Arguments.of(
            List.of(
                "customers(customer_id key, x)",
                "customer_details(customer_id key, x)",
                "orders(order_id key, customer_id)"),
            List.of("orders[customer_id] customers[customer_id] inferred")),
        // two tables share the key's name and the column is named after neither
        Arguments.of(
            List.of("a(code_no key, x)", "b(code_no key, x)", "c(c_id key, code_no)"), List.of()),
        // plurals
        Arguments.of(
            List.of("cities(id key)", "boxes(id key)", "trip(id key, city_id, boxid)"),
            List.of("trip[city_id] cities[id] inferred", "trip[boxid] boxes[id] inferred")),
        // tables without any key
        Arguments.of(
            List.of("customers(customer_id, x)", "orders(order_id, customer_id)"),
            List.of("orders[customer_id] customers[customer_id] inferred")),
        // a key that says nothing by itself
        Arguments.of(List.of("a(id key)", "b(id key, code)", "c(code key)"), List.of()));
  }

  @ParameterizedTest
  @MethodSource("undeclared")
  void missingReferencesAreGuessed(List<String> tables, List<String> expected) {
    List<Table> read = tables.stream().map(CatalogKeysTest::sketched).toList();

    assertThat(JoinInference.infer(read, List.of()))
        .extracting(CatalogKeysTest::told)
        .containsExactlyElementsOf(expected);
  }

  private static Table sketched(String text) {
    String name = text.substring(0, text.indexOf('('));
    String[] columns = text.substring(name.length() + 1, text.length() - 1).split(", ");
    return new Table(
        new TableName("s", name),
        Table.Kind.TABLE,
        Stream.of(columns)
            .map(c -> new Column(c.split(" ")[0], ColumnType.INTEGER, "int", 0, true, ""))
            .toList(),
        Stream.of(columns).filter(c -> c.endsWith(" key")).map(c -> c.split(" ")[0]).toList(),
        List.of(),
        "",
        -1);
  }

  private static String told(ForeignKey key) {
    return (key.from().name() + key.columns() + " " + key.to().name() + key.targetColumns())
            .toLowerCase(Locale.ROOT)
        + (key.declared() ? " declared" : " inferred");
  }

  private static List<String> lower(List<String> names) {
    return names.stream().map(n -> n.toLowerCase(Locale.ROOT)).toList();
  }

  private static Table table(Catalog catalog, String name) {
    return catalog.tables().stream()
        .filter(t -> t.name().name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  private static Catalog read(String engine, String... statements) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(connection, statements);
      return read(connection, List.of());
    }
  }

  private static Catalog read(Connection connection, List<String> schemas) throws SQLException {
    return CatalogReader.read(
        connection, SessionReader.read(connection), schemas, new Cancellation());
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
