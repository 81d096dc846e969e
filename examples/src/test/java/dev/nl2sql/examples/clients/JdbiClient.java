package dev.nl2sql.examples.clients;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/** JDBI: handles, batches, keys, transactions with savepoints. */
final class JdbiClient implements Client {
  @Override
  public List<String> use(DataSource source) {
    List<String> seen = new ArrayList<>();
    Jdbi jdbi = Jdbi.create(source);
    jdbi.useHandle(
        handle -> {
          seen.add(
              handle.createQuery("SELECT * FROM books ORDER BY book_id").mapToMap().list() + "");
          seen.add(
              handle
                      .createUpdate("INSERT INTO books (title) VALUES (:t)")
                      .bind("t", "Dune")
                      .executeAndReturnGeneratedKeys("book_id")
                      .mapTo(Integer.class)
                      .one()
                  + "");
          seen.add(
              Arrays.toString(
                  handle
                      .prepareBatch("UPDATE books SET price = :p WHERE title = :t")
                      .bind("p", 1)
                      .bind("t", "Dune")
                      .add()
                      .bind("p", 2)
                      .bind("t", "nobody")
                      .add()
                      .execute()));
        });
    jdbi.useTransaction(
        TransactionIsolationLevel.SERIALIZABLE,
        handle -> {
          handle.execute("DELETE FROM books WHERE title = ?", "Emma");
          handle.savepoint("before");
          handle.execute("DELETE FROM books");
          handle.rollbackToSavepoint("before");
        });
    seen.add(
        jdbi.withHandle(
                h ->
                    h.createQuery("SELECT title FROM books WHERE title IN (<titles>)")
                        .bindList("titles", "Emma", "Dune", "ask")
                        .mapTo(String.class)
                        .list())
            + "");
    return seen;
  }
}
