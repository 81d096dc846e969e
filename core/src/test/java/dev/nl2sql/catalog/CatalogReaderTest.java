package dev.nl2sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the catalog says of real databases. */
class CatalogReaderTest {

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static Catalog read(Connection connection, String... schemas) throws SQLException {
    return CatalogReader.read(
        connection, SessionReader.read(connection), List.of(schemas), new Cancellation());
  }

  private static Table table(Catalog catalog, String name) {
    return catalog.tables().stream()
        .filter(t -> t.name().name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " not in " + names(catalog)));
  }

  private static List<String> names(Catalog catalog) {
    return catalog.tables().stream()
        .map(t -> t.name().name().toLowerCase(Locale.ROOT))
        .sorted()
        .toList();
  }

  private static String lower(Object value) {
    return value.toString().toLowerCase(Locale.ROOT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void relationsKeysAndReferences(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(
          connection,
          "CREATE TABLE city (id int PRIMARY KEY, name varchar(40) NOT NULL UNIQUE)",
          "CREATE TABLE flight (carrier varchar(2), no int, start_city int REFERENCES city(id),"
              + " end_city int REFERENCES city(id), code varchar(9), seat int,"
              + " PRIMARY KEY (no, carrier), UNIQUE (code, seat))",
          "CREATE TABLE leg (id int PRIMARY KEY, f_no int, f_carrier varchar(2), before_leg int"
              + " REFERENCES leg(id), FOREIGN KEY (f_no, f_carrier)"
              + " REFERENCES flight(no, carrier))",
          "CREATE VIEW big_city AS SELECT id, name FROM city");
      Catalog catalog = read(connection);
      assertThat(names(catalog)).containsExactly("big_city", "city", "flight", "leg");
      assertThat(table(catalog, "big_city").kind()).isEqualTo(Table.Kind.VIEW);
      assertThat(table(catalog, "city").kind()).isEqualTo(Table.Kind.TABLE);
      assertThat(lower(table(catalog, "city").primaryKey())).isEqualTo("[id]");
      assertThat(lower(table(catalog, "city").uniqueKeys())).contains("[name]");
      assertThat(lower(table(catalog, "flight").primaryKey())).isEqualTo("[no, carrier]");
      assertThat(lower(table(catalog, "flight").uniqueKeys())).contains("[code, seat]");
      assertThat(table(catalog, "city").columns().get(1).nullable()).isFalse();
      assertThat(table(catalog, "city").columns().get(1).size()).isIn(40, 2_000_000_000, 0);
      assertThat(
              catalog.foreignKeys().stream()
                  .filter(ForeignKey::declared)
                  .map(
                      k ->
                          lower(
                              k.from().name()
                                  + k.columns()
                                  + "->"
                                  + k.to().name()
                                  + k.targetColumns())))
          .containsExactlyInAnyOrder(
              "flight[start_city]->city[id]",
              "flight[end_city]->city[id]",
              "leg[before_leg]->leg[id]",
              "leg[f_no, f_carrier]->flight[no, carrier]");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void namesAreHeldExactly(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(
          connection,
          "CREATE TABLE \"Order\" (\"select\" int, \"Größe\" int, \"a b\" int, \"x.y\" int,"
              + " \"q\"\"q\" int)",
          "CREATE TABLE \"顧客\" (\"名前\" int)",
          "CREATE TABLE \"100%_sure\" (\"_\" int)",
          "CREATE TABLE \"100xysure\" (\"other\" int)");
      Catalog catalog = read(connection);
      assertThat(catalog.tables().stream().map(t -> t.name().name()))
          .contains("Order", "顧客", "100%_sure");
      assertThat(table(catalog, "Order").columns())
          .extracting(Column::name)
          .containsExactly("select", "Größe", "a b", "x.y", "q\"q");
      assertThat(table(catalog, "100%_sure").columns())
          .extracting(Column::name)
          .containsExactly("_");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "int, INTEGER",
    "bigint, INTEGER",
    "smallint, INTEGER",
    "'decimal(10,2)', DECIMAL",
    "real, DECIMAL",
    "double precision, DECIMAL",
    "boolean, BOOLEAN",
    "date, DATE",
    "time, TIME",
    "timestamp, TIMESTAMP",
    "timestamp with time zone, TIMESTAMP_WITH_ZONE",
    "varchar(10), TEXT",
    "char(10), TEXT",
    "varchar, TEXT",
    "uuid, TEXT"
  })
  void typesAreTheSameOnH2AndPostgresql(String type, ColumnType expected) throws SQLException {
    for (String engine : List.of("h2", "postgresql")) {
      try (Connection connection = TestDatabases.open(engine)) {
        run(connection, "CREATE TABLE t (c " + type + ")");
        assertThat(table(read(connection), "t").columns().get(0).type())
            .as(engine)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void commentsAreRead(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(
          connection,
          "CREATE TABLE t (c int, d int)",
          "COMMENT ON TABLE t IS 'people''s things'",
          "COMMENT ON COLUMN t.c IS 'größte'");
      Table table = table(read(connection), "t");
      assertThat(table.comment()).isEqualTo("people's things");
      assertThat(table.columns()).extracting(Column::comment).containsExactly("größte", "");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void schemasNamed(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(
          connection,
          "CREATE SCHEMA sales_x",
          "CREATE SCHEMA \"salesAx\"",
          "CREATE TABLE here (id int)",
          "CREATE TABLE sales_x.there (id int PRIMARY KEY)",
          "CREATE TABLE \"salesAx\".elsewhere (id int, there_id int REFERENCES sales_x.there(id))");
      assertThat(names(read(connection))).containsExactly("here");
      String folded = engine.equals("h2") ? "SALES_X" : "sales_x";
      assertThat(names(read(connection, folded))).containsExactly("there");
      assertThat(names(read(connection, "Sales_X"))).as("another case").containsExactly("there");
      assertThat(table(read(connection, "Sales_X"), "there").name().schema()).isEqualTo(folded);
      assertThat(names(read(connection, "salesAx", "SALES_X")))
          .containsExactly("elsewhere", "there");
      assertThat(read(connection, "salesAx", "SALES_X").foreignKeys()).hasSize(1);
      assertThat(read(connection, "salesAx").foreignKeys()).isEmpty();
      assertThat(names(read(connection, "*"))).containsExactly("elsewhere", "here", "there");
      assertThatThrownBy(() -> read(connection, "sales_y"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("sales_y")
          .hasMessageContaining(folded);
    }
  }

  @Test
  void allPostgresRelationsButPartitions() throws SQLException {
    try (Connection connection = TestDatabases.open("postgresql")) {
      run(
          connection,
          "CREATE TABLE sale (id int, at date) PARTITION BY RANGE (at)",
          "CREATE TABLE sale_2024 PARTITION OF sale FOR VALUES FROM ('2024-01-01') TO"
              + " ('2025-01-01')",
          "CREATE MATERIALIZED VIEW totals AS SELECT count(*) AS number FROM sale",
          "CREATE VIEW v AS SELECT * FROM sale",
          "CREATE SEQUENCE numbers",
          "CREATE TYPE pair AS (a int, b int)",
          "CREATE TYPE mood AS ENUM ('glad', 'sad')",
          "CREATE DOMAIN mail AS text",
          "CREATE TABLE kinds (m mood, e mail, p pair, j jsonb, b bytea, t text, z timetz)");
      Catalog catalog = read(connection);
      assertThat(names(catalog)).containsExactly("kinds", "sale", "totals", "v");
      assertThat(table(catalog, "totals").kind()).isEqualTo(Table.Kind.MATERIALIZED_VIEW);
      assertThat(table(catalog, "kinds").columns())
          .extracting(Column::type)
          .startsWith(ColumnType.TEXT, ColumnType.TEXT)
          .contains(ColumnType.BINARY, ColumnType.TIME);
    }
  }

  @Test
  void whatARoleMayNotReadIsLeftOut() throws SQLException {
    try (Connection connection = TestDatabases.open("postgresql")) {
      String role = "reader" + System.nanoTime();
      run(
          connection,
          "CREATE TABLE open_table (id int PRIMARY KEY)",
          "CREATE TABLE closed_table (id int PRIMARY KEY)",
          "CREATE TABLE partly (a int, b int, closed_id int REFERENCES closed_table(id))",
          "CREATE TABLE written (id int)",
          "CREATE ROLE " + role,
          "GRANT SELECT ON open_table TO " + role,
          "GRANT SELECT (a) ON partly TO " + role,
          "GRANT INSERT ON written TO " + role,
          "SET ROLE " + role);
      Catalog catalog = read(connection);
      assertThat(names(catalog)).containsExactly("open_table", "partly");
      assertThat(catalog.foreignKeys()).isEmpty();
      assertThat(table(catalog, "partly").columns()).extracting(Column::name).containsExactly("a");
      assertThat(SessionReader.read(connection).user()).isEqualTo(role);
      run(connection, "RESET ROLE", "DROP OWNED BY " + role, "DROP ROLE " + role);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void undeclaredReferencesAreInferredWhereNamesAndTypesFit(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(
          connection,
          "CREATE TABLE customers (customer_id int PRIMARY KEY, name varchar(9))",
          "CREATE TABLE shops (id int PRIMARY KEY)",
          "CREATE TABLE orders (id int PRIMARY KEY, customer_id int, shop_id int, other_id int,"
              + " name varchar(9))",
          "CREATE TABLE notes (id int PRIMARY KEY, customer_id varchar(9))");
      assertThat(
              read(connection).foreignKeys().stream()
                  .map(k -> lower(k.from().name() + k.columns() + k.to().name() + k.declared())))
          .containsExactlyInAnyOrder(
              "orders[customer_id]customersfalse", "orders[shop_id]shopsfalse");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void theFingerprintFollowsTheShapeOnly(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(connection, "CREATE TABLE t (id int PRIMARY KEY, a int)");
      String first = read(connection).fingerprint();
      run(connection, "INSERT INTO t VALUES (1, 2)", "UPDATE t SET a = 3");
      assertThat(read(connection).fingerprint()).isEqualTo(first);
      run(connection, "ALTER TABLE t ADD COLUMN b int");
      String second = read(connection).fingerprint();
      assertThat(second).isNotEqualTo(first);
      run(connection, "CREATE UNIQUE INDEX ub ON t (b)");
      run(connection, "CREATE TABLE u (id int PRIMARY KEY, t_id int REFERENCES t(id))");
      String third = read(connection).fingerprint();
      assertThat(third).isNotEqualTo(second);
      run(connection, "DROP TABLE u");
      run(connection, "CREATE TABLE u (id int PRIMARY KEY, t_id int)");
      assertThat(read(connection).fingerprint()).isNotEqualTo(third);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite"})
  void theSessionIsLeftAsFound(String engine) throws SQLException {
    try (Connection connection = TestDatabases.open(engine)) {
      run(connection, "CREATE TABLE t (id int PRIMARY KEY)");
      read(connection);
      assertThat(connection.getAutoCommit()).isTrue();
      connection.setAutoCommit(false);
      run(connection, "INSERT INTO t VALUES (1)");
      assertThat(names(read(connection))).containsExactly("t");
      assertThat(connection.getAutoCommit()).isFalse();
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(1);
      }
      connection.rollback();
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
        rows.next();
        assertThat(rows.getInt(1)).as("the open work was not committed").isZero();
      }
    }
  }

  @Test
  void theSearchPathDecidesAndTheZoneIsTheSessions() throws SQLException {
    try (Connection connection = TestDatabases.open("postgresql")) {
      run(
          connection,
          "CREATE SCHEMA \"a,b\"",
          "CREATE TABLE \"a,b\".t (id int)",
          "CREATE TABLE t (id int, x int)",
          "SET search_path TO \"a,b\", nothere, public",
          "SET TimeZone TO 'Asia/Kolkata'");
      SessionFacts facts = SessionReader.read(connection);
      assertThat(facts.searchPath()).containsExactly("a,b", "public");
      assertThat(facts.zone().getId()).isEqualTo("Asia/Kolkata");
      Catalog catalog = read(connection);
      assertThat(catalog.searchPath()).containsExactly("a,b", "public");
      assertThat(catalog.tables()).hasSize(2);
      run(connection, "SET TimeZone TO '<+05>-05'");
      assertThat(SessionReader.read(connection).today()).isNotNull();
    }
  }

  @Test
  void aCancelledReadStops() throws SQLException {
    try (Connection connection = TestDatabases.open("h2")) {
      Cancellation cancellation = new Cancellation();
      cancellation.fire(Condition.CANCELLED);
      SessionFacts facts = SessionReader.read(connection);
      assertThatThrownBy(() -> CatalogReader.read(connection, facts, List.of(), cancellation))
          .isInstanceOf(CancellationException.class);
    }
  }
}
