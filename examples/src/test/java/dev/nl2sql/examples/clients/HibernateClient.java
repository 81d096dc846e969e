package dev.nl2sql.examples.clients;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.hibernate.ScrollMode;
import org.hibernate.ScrollableResults;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.exception.ConstraintViolationException;

/** Hibernate: dialect by metadata, schema check, entities, scrolling, native queries. */
final class HibernateClient implements Client {
  /** A row. */
  @Entity
  @Table(name = "books")
  static class Book {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Column(name = "book_id")
    Integer id;

    @Column(nullable = false, length = 40)
    String title;

    @Column(precision = 8, scale = 2)
    BigDecimal price;

    @Override
    public String toString() {
      return id + " " + title + " " + price;
    }
  }

  @Override
  public List<String> use(DataSource source) {
    List<String> seen = new ArrayList<>();
    try (SessionFactory factory = factory(source)) {
      factory.inTransaction(
          session -> {
            Book book = new Book();
            book.title = "Dune";
            book.price = BigDecimal.TEN;
            session.persist(book);
            seen.add(book.toString());
          });
      factory.inTransaction(
          session ->
              seen.add(
                  session
                      .createQuery("from HibernateClient$Book b order by b.id", Book.class)
                      .setMaxResults(3)
                      .list()
                      .toString()));
      factory.inSession(session -> scroll(session, seen));
      factory.inSession(session -> violate(session, seen));
      factory.inSession(
          session ->
              seen.add(
                  session
                      .createNativeQuery("SELECT COUNT(*) FROM books WHERE title <> ?", Long.class)
                      .setParameter(1, "ask")
                      .getSingleResult()
                      .toString()));
    }
    return seen;
  }

  /** The answer to a question by way of a native query. */
  static int ask(DataSource source, String question) {
    try (SessionFactory factory = factory(source)) {
      return factory.fromSession(
          session -> session.createNativeQuery(question, Integer.class).getSingleResult());
    }
  }

  private static void scroll(Session session, List<String> seen) {
    try (ScrollableResults<Book> rows =
        session
            .createQuery("from HibernateClient$Book b order by b.title", Book.class)
            .scroll(ScrollMode.SCROLL_INSENSITIVE)) {
      rows.last();
      seen.add(rows.get().toString());
      rows.first();
      seen.add(rows.get().toString());
    }
  }

  private static void violate(Session session, List<String> seen) {
    try {
      session.beginTransaction();
      Book twice = new Book();
      twice.title = "ask";
      session.persist(twice);
      session.getTransaction().commit();
      seen.add("no failure");
    } catch (ConstraintViolationException e) {
      session.getTransaction().rollback();
      seen.add(e.getSQLState() + " " + e.getErrorCode() + " " + e.getConstraintName());
    }
  }

  private static SessionFactory factory(DataSource source) {
    Configuration configuration = new Configuration().addAnnotatedClass(Book.class);
    configuration.getProperties().put("hibernate.connection.datasource", source);
    configuration.getProperties().put("hibernate.hbm2ddl.auto", "validate");
    return configuration.buildSessionFactory();
  }
}
