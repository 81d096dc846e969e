package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nl2sql.testing.GuardCorpus;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every entry of the shared corpus as what a generator wrote, through the driver on the real engine
 * with a privileged account: attacks are refused with a reason, analytics are answered, and nothing
 * in the database or beside it changes.
 */
class GuardCorpusDriverTest {
  @TempDir Path scratch;

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql", "sqlite", "duckdb", "mysql"})
  void attacksAreRefusedAndNothingChanges(String engine) throws Exception {
    Optional<Path> shared = GuardCorpus.folder();
    assumeTrue(shared.isPresent(), "the shared corpus is not at hand: set NL2SQL_SHARED");
    ScriptedGenerator generator = new ScriptedGenerator();
    Map<String, Integer> counts = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    try (CorpusDatabase database = CorpusDatabase.open(engine, shared.get(), scratch);
        Nl2SqlDataSource source = database.asked(generator, scratch);
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      String before = database.contents();
      for (GuardCorpus.Entry entry : GuardCorpus.entries(shared.get(), engine)) {
        generator.answer(entry.id(), entry.sql());
        String state = ask(statement, entry.id());
        counts.merge(entry.expect() + " " + entry.severity() + " " + state, 1, Integer::sum);
        if (state.equals("NL008") && fails(database.owner(), entry.sql())) {
          continue; // today's engine does not know the statement any more
        }
        boolean refused = state.equals("NL003");
        boolean bounded = refused || state.equals("NL004") || state.equals("NL006");
        if ((entry.isAttack() && !refused)
            || (entry.isRequired() && !state.equals("rows"))
            || (entry.expect().equals("gate") && !bounded)) {
          wrong.add(entry.id() + " " + state + " " + entry.sql());
        }
      }
      System.out.println("guard corpus through the driver, " + engine + ": " + counts);
      assertThat(wrong).isEmpty();
      assertThat(database.contents()).isEqualTo(before);
      assertThat(connection.getAutoCommit()).isTrue();
    }
  }

  private static boolean fails(Connection owner, String sql) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(sql);
      return false;
    } catch (SQLException e) {
      return true;
    }
  }

  /** {@code rows}, or the SQLState of the refusal; one without a reason is an error. */
  private static String ask(Statement statement, String question) {
    try (ResultSet rows = statement.executeQuery("ASK '" + question + "'")) {
      while (rows.next()) {
        rows.getObject(1);
      }
      return "rows";
    } catch (SQLException e) {
      assertThat(e.getMessage()).as(question).hasSizeGreaterThan(20);
      return String.valueOf(e.getSQLState());
    }
  }
}
