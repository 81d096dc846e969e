package dev.nl2sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Cancellation;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of the databases whose shape comes from metadata calls: MariaDB and DuckDB. */
class EngineCatalogTest {

  private static Catalog read(Connection connection) throws SQLException {
    return CatalogReader.read(
        connection, SessionReader.read(connection), List.of(), new Cancellation());
  }

  private static Map<String, ColumnType> types(Catalog catalog, String table) {
    Table found =
        catalog.tables().stream()
            .filter(t -> t.name().name().equals(table))
            .findFirst()
            .orElseThrow();
    return found.columns().stream().collect(Collectors.toMap(Column::name, Column::type));
  }

  @Test
  void typesOfMariaDb() throws SQLException {
    try (Connection connection = TestDatabases.open("mysql");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE kinds (flag TINYINT(1), yes BOOLEAN, big BIGINT UNSIGNED, price"
              + " DECIMAL(10,2), ratio DOUBLE, day DATE, at DATETIME, stamp TIMESTAMP NULL,"
              + " clock TIME, era YEAR, choice ENUM('x','y'), note TEXT, doc JSON, raw BLOB, code"
              + " CHAR(3) COMMENT 'short')");
      statement.execute("CREATE VIEW shown AS SELECT price FROM kinds");
      Catalog catalog = read(connection);
      assertThat(types(catalog, "kinds"))
          .containsEntry("flag", ColumnType.BOOLEAN)
          .containsEntry("yes", ColumnType.BOOLEAN)
          .containsEntry("big", ColumnType.INTEGER)
          .containsEntry("price", ColumnType.DECIMAL)
          .containsEntry("ratio", ColumnType.DECIMAL)
          .containsEntry("day", ColumnType.DATE)
          .containsEntry("at", ColumnType.TIMESTAMP)
          .containsEntry("stamp", ColumnType.TIMESTAMP)
          .containsEntry("clock", ColumnType.TIME)
          .containsEntry("era", ColumnType.INTEGER)
          .containsEntry("choice", ColumnType.TEXT)
          .containsEntry("note", ColumnType.TEXT)
          .containsEntry("doc", ColumnType.TEXT)
          .containsEntry("raw", ColumnType.BINARY)
          .containsEntry("code", ColumnType.TEXT);
      assertThat(types(catalog, "shown")).containsEntry("price", ColumnType.DECIMAL);
    }
  }

  @Test
  void typesOfDuckDb() throws SQLException {
    try (Connection connection = TestDatabases.open("duckdb");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE kinds (yes BOOLEAN, small UTINYINT, big UBIGINT, huge HUGEINT, price"
              + " DECIMAL(10,2), ratio DOUBLE, day DATE, happened TIMESTAMP, zoned TIMESTAMPTZ, clock"
              + " TIME, choice ENUM('x','y'), note VARCHAR, raw BLOB, tags VARCHAR[], pair"
              + " STRUCT(a INT), id UUID)");
      statement.execute("COMMENT ON COLUMN kinds.price IS 'what it costs'");
      Catalog catalog = read(connection);
      assertThat(types(catalog, "kinds"))
          .containsEntry("yes", ColumnType.BOOLEAN)
          .containsEntry("small", ColumnType.INTEGER)
          .containsEntry("big", ColumnType.INTEGER)
          .containsEntry("huge", ColumnType.INTEGER)
          .containsEntry("price", ColumnType.DECIMAL)
          .containsEntry("ratio", ColumnType.DECIMAL)
          .containsEntry("day", ColumnType.DATE)
          .containsEntry("happened", ColumnType.TIMESTAMP)
          .containsEntry("zoned", ColumnType.TIMESTAMP_WITH_ZONE)
          .containsEntry("clock", ColumnType.TIME)
          .containsEntry("choice", ColumnType.TEXT)
          .containsEntry("note", ColumnType.TEXT)
          .containsEntry("raw", ColumnType.BINARY)
          .containsEntry("tags", ColumnType.OTHER)
          .containsEntry("pair", ColumnType.OTHER)
          .containsEntry("id", ColumnType.TEXT);
    }
  }

  /** Today is the session's day, which may differ from this machine's. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql | SET time_zone = '+13:00' | +13:00",
        "mysql | SET time_zone = '-11:00' | -11:00",
        "duckdb | SET TimeZone = 'Pacific/Kiritimati' | Pacific/Kiritimati",
        "duckdb | SET TimeZone = 'Pacific/Pago_Pago' | Pacific/Pago_Pago"
      })
  void theSessionsZoneDecidesWhatTodayIs(String engine, String set, String zone)
      throws SQLException {
    try (Connection connection = TestDatabases.open(engine);
        Statement statement = connection.createStatement()) {
      statement.execute(set);
      LocalDate before = LocalDate.now(ZoneId.of(zone));
      SessionFacts facts = SessionReader.read(connection);
      assertThat(facts.zone()).isEqualTo(ZoneId.of(zone));
      assertThat(facts.today()).isBetween(before, LocalDate.now(ZoneId.of(zone)));
      assertThat(facts.searchPath()).hasSize(1);
      assertThat(facts.user()).isNotEmpty();
    }
  }
}
