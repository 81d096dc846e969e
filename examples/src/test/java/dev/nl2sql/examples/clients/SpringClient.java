package dev.nl2sql.examples.clients;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring: templates, named parameters, keys, translated exceptions, nested transactions. */
final class SpringClient implements Client {
  @Override
  public List<String> use(DataSource source) {
    List<String> seen = new ArrayList<>();
    JdbcTemplate jdbc = new JdbcTemplate(source);
    NamedParameterJdbcTemplate named = new NamedParameterJdbcTemplate(jdbc);
    TransactionTemplate transaction =
        new TransactionTemplate(new DataSourceTransactionManager(source));
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
    TransactionTemplate nested = new TransactionTemplate(transaction.getTransactionManager());
    nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);

    seen.add(jdbc.queryForList("SELECT * FROM books ORDER BY book_id").toString());
    seen.add(named.queryForList("SELECT title FROM books WHERE price < :p", Map.of("p", 8)) + "");
    transaction.executeWithoutResult(
        outer -> {
          jdbc.update("INSERT INTO books (title) VALUES ('outer')");
          nested.executeWithoutResult(
              inner -> {
                jdbc.update("INSERT INTO books (title) VALUES ('inner')");
                inner.setRollbackOnly();
              });
          seen.add(failure(() -> jdbc.update("INSERT INTO books (title) VALUES ('outer')")));
        });
    seen.add(titles(jdbc));
    transaction.executeWithoutResult(
        outer -> {
          jdbc.update("DELETE FROM books");
          outer.setRollbackOnly();
        });
    seen.add(titles(jdbc));
    GeneratedKeyHolder keys = new GeneratedKeyHolder();
    jdbc.update(
        c ->
            c.prepareStatement(
                "INSERT INTO books (title) VALUES ('key')", new String[] {"book_id"}),
        keys);
    seen.add(keys.getKeyList().toString());
    seen.add(
        new SimpleJdbcInsert(source)
                .withTableName("BOOKS")
                .usingGeneratedKeyColumns("BOOK_ID")
                .executeAndReturnKey(Map.of("TITLE", "simple", "PRICE", 2))
            + "");
    seen.add(failure(() -> jdbc.update("SELEC")));
    seen.add(
        java.util.Arrays.toString(
            jdbc.batchUpdate(
                "UPDATE books SET price = ? WHERE title = ?",
                List.of(new Object[] {1, "key"}, new Object[] {2, "nobody"}))));
    return seen;
  }

  private static String titles(JdbcTemplate jdbc) {
    return jdbc.queryForList("SELECT title FROM books ORDER BY title", String.class).toString();
  }

  private static String failure(Runnable work) {
    try {
      work.run();
      return "no failure";
    } catch (DataAccessException e) {
      return e.getClass().getName() + ": " + e.getMostSpecificCause();
    }
  }
}
