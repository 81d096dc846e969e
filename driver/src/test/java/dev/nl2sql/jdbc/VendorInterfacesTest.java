package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGRefCursorResultSet;
import org.postgresql.PGStatement;
import org.postgresql.core.BaseConnection;
import org.postgresql.util.PSQLException;

/** The vendor's own interfaces and identity rules, on PostgreSQL. */
class VendorInterfacesTest {
  private static EmbeddedPostgres postgres;

  private final ScriptedEngine engine = new ScriptedEngine();
  private Connection connection;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @BeforeEach
  void connect() throws SQLException {
    Properties user = new Properties();
    user.setProperty("user", "postgres");
    connection =
        new Nl2SqlDriver(new Connector(s -> engine, new TimerThread(), Map.of()))
            .connect(
                "jdbc:nl2sql:postgresql://localhost:" + postgres.getPort() + "/postgres", user);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void castsToTheVendorsInterfacesWork() throws SQLException {
    assertThat(((PGConnection) connection).getBackendPID()).isPositive();
    assertThat(connection.unwrap(PGConnection.class).getBackendPID()).isPositive();
    assertThat(connection.unwrap(BaseConnection.class)).isNotNull();
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("SELECT ?::int");
        PreparedStatement question = connection.prepareStatement("ASK rows SELECT 1")) {
      assertThat(((PGStatement) statement).getLastOID()).isZero();
      ((PGStatement) prepared).setPrepareThreshold(3);
      assertThat(prepared.unwrap(PGStatement.class).getPrepareThreshold()).isEqualTo(3);
      assertThat(prepared.unwrap(Nl2SqlStatement.class)).isSameAs(prepared);
      assertThat(question.unwrap(Nl2SqlStatement.class)).isSameAs(question);
      assertThat(question.executeQuery().getStatement()).isSameAs(question);
      prepared.setInt(1, 4);
      ResultSet rows = prepared.executeQuery();
      assertThat(rows.getStatement()).isSameAs(prepared);
      assertThat(rows).isInstanceOf(PGRefCursorResultSet.class);
      assertThat(rows.unwrap(PGRefCursorResultSet.class)).isSameAs(rows);
      assertThat(prepared.getResultSet()).isSameAs(rows);
      assertThat(prepared.getConnection()).isSameAs(connection);
      assertThat(prepared.toString()).contains("SELECT").contains("4");
    }
  }

  @Test
  void exceptionsAreTheDriversOwn() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SELEC 1"))
          .isExactlyInstanceOf(PSQLException.class)
          .hasFieldOrPropertyWithValue("SQLState", "42601");
      assertThatThrownBy(() -> ((PGConnection) connection).addDataType("x", "no.such.Class"))
          .isInstanceOf(Exception.class)
          .isNotInstanceOf(java.lang.reflect.UndeclaredThrowableException.class);
    }
  }

  @Test
  void metadataLeadBackToOurConnection() throws SQLException {
    assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
    try (ResultSet tables = connection.getMetaData().getTables(null, null, "pg_class", null)) {
      assertThat(tables.next()).isTrue();
      assertThat(tables.getStatement().getConnection()).isSameAs(connection);
      assertThat(tables.getStatement()).isSameAs(tables.getStatement());
    }
    assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("PostgreSQL");
  }

  @Test
  void warningsOfTheDatabaseFollowOurOwnAndStayUntouched() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DO $$ BEGIN RAISE WARNING 'theirs'; END $$");
      assertThat(statement.getWarnings().getMessage()).isEqualTo("theirs");
      assertThat((Object) statement.getWarnings()).isSameAs(statement.getWarnings());
      statement.executeQuery("ASK warn SELECT 1");
      assertThat(statement.getWarnings().getMessage()).isEqualTo("nl2sql: first");
    }
  }

  @Test
  void aRoleChangeDropsWhatBelongsToTheUser() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("ASK best customer");
      statement.execute("SET ROLE postgres");
      assertThatThrownBy(() -> statement.executeQuery("CLARIFY 1"))
          .hasFieldOrPropertyWithValue("SQLState", "NL001");
      statement.executeQuery("ASK best customer");
      connection.prepareStatement("RESET ROLE").execute();
      assertThatThrownBy(() -> statement.executeQuery("CLARIFY 1"))
          .hasFieldOrPropertyWithValue("SQLState", "NL001");
    }
  }
}
