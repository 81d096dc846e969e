package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.nl2sql.Condition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Under a pool and around one. */
class PoolTest {
  private final ScriptedEngine engine = new ScriptedEngine();
  private final Connector connector = new Connector(s -> engine, new TimerThread(), Map.of());

  static Stream<Condition> endings() {
    return Arrays.stream(Condition.values())
        .filter(c -> !c.isWarning() && c != Condition.MISPLACED);
  }

  @ParameterizedTest
  @MethodSource("endings")
  void noEndingEvictsAConnection(Condition condition) throws SQLException {
    try (HikariDataSource pool = underPool()) {
      Connection physical = physical(pool);
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        assertThatThrownBy(() -> statement.executeQuery("ASK end " + condition))
            .hasFieldOrPropertyWithValue("SQLState", condition.sqlState());
      }
      boolean evictedByRule = condition == Condition.TIMEOUT;
      if (!evictedByRule) {
        assertThat(physical(pool)).isSameAs(physical);
      }
    }
  }

  @Test
  void aMisplacedQuestionEvictsNothing() throws SQLException {
    try (HikariDataSource pool = underPool()) {
      Connection physical = physical(pool);
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        assertThatThrownBy(() -> statement.executeUpdate("ASK x"))
            .hasFieldOrPropertyWithValue("SQLState", "NL000");
      }
      assertThat(physical(pool)).isSameAs(physical);
    }
  }

  @Test
  void theNextBorrowerSeesNothingOfTheLast() throws SQLException {
    try (HikariDataSource pool = underPool()) {
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("NL SET maxRows = 5");
        statement.executeQuery("ASK best customer");
      }
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(statement.executeQuery("SHOW NL PENDING").next()).isFalse();
        assertThatThrownBy(() -> statement.executeQuery("CLARIFY 1"))
            .hasFieldOrPropertyWithValue("SQLState", "NL001");
        assertThat(notes(statement)).doesNotContain("set by NL SET");
      }
    }
  }

  @Test
  void wrapsAPool() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:overpool;DB_CLOSE_DELAY=-1");
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Nl2SqlDataSource over = new Nl2SqlDataSource(connector);
      over.setDataSource(pool);
      for (int i = 0; i < 3; i++) {
        try (Connection connection = over.getConnection();
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("ASK rows SELECT 7")) {
          rows.next();
          assertThat(rows.getInt(1)).isEqualTo(7);
          assertThat(statement.getConnection()).isSameAs(connection);
        }
      }
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
      assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(1);
    }
  }

  private HikariDataSource underPool() {
    Nl2SqlDataSource source = new Nl2SqlDataSource(connector);
    source.setUrl("jdbc:h2:mem:pool");
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(1);
    return new HikariDataSource(config);
  }

  private static Connection physical(DataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return connection.unwrap(Nl2SqlConnection.class).delegate();
    }
  }

  private static java.util.List<String> notes(Statement statement) throws SQLException {
    java.util.List<String> notes = new java.util.ArrayList<>();
    try (ResultSet rows = statement.executeQuery("SHOW NL SETTINGS")) {
      while (rows.next()) {
        notes.add(rows.getString("note"));
      }
    }
    return notes;
  }
}
