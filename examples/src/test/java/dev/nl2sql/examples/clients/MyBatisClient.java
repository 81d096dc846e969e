package dev.nl2sql.examples.clients;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.mapping.StatementType;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;

/** MyBatis: mappers, generated keys, cursors, batches, plain and callable statements. */
final class MyBatisClient implements Client {
  /** Statements. */
  interface Mapper {
    @Select("SELECT title FROM books ORDER BY book_id")
    List<String> titles();

    @Select("SELECT book_id AS id, title, price FROM books WHERE price > #{above}")
    List<Map<String, Object>> above(@Param("above") BigDecimal above);

    @Insert("INSERT INTO books (title, price) VALUES (#{title}, #{price})")
    @Options(useGeneratedKeys = true, keyProperty = "id", keyColumn = "book_id")
    int insert(Map<String, Object> book);

    @Update("UPDATE books SET price = price + 1 WHERE title = #{title}")
    int dearer(@Param("title") String title);

    @Select("SELECT title FROM books ORDER BY title")
    @Options(fetchSize = 1)
    Cursor<String> oneByOne();

    @Select("SELECT COUNT(*) FROM books")
    @Options(statementType = StatementType.STATEMENT)
    int count();

    @Select("{call CAST(#{number} AS INTEGER)}")
    @Options(statementType = StatementType.CALLABLE)
    int called(@Param("number") int number);

    @Select("${sql}")
    int number(@Param("sql") String sql);
  }

  private static final class Seen {
    private final List<String> all = new ArrayList<>();

    private void add(Object value) {
      all.add(String.valueOf(value));
    }
  }

  @Override
  public List<String> use(DataSource source) throws Exception {
    Configuration configuration =
        new Configuration(new Environment("test", new JdbcTransactionFactory(), source));
    configuration.addMapper(Mapper.class);
    SqlSessionFactory factory = new SqlSessionFactoryBuilder().build(configuration);
    Seen seen = new Seen();
    try (SqlSession session = factory.openSession()) {
      Mapper mapper = session.getMapper(Mapper.class);
      seen.add(mapper.titles());
      seen.add(mapper.above(BigDecimal.valueOf(8)));
      Map<String, Object> book = new java.util.TreeMap<>(Map.of("title", "Dune", "price", 3));
      seen.add(mapper.insert(book) + " " + book);
      try (Cursor<String> cursor = mapper.oneByOne()) {
        cursor.forEach(seen::add);
      }
      seen.add(mapper.called(-5));
      session.rollback();
      seen.add(mapper.count());
    }
    try (SqlSession session = factory.openSession(ExecutorType.BATCH, false)) {
      Mapper mapper = session.getMapper(Mapper.class);
      mapper.dearer("Emma");
      mapper.dearer("Ulysses");
      mapper.dearer("none");
      session
          .flushStatements()
          .forEach(r -> seen.add(java.util.Arrays.toString(r.getUpdateCounts())));
      session.commit();
      seen.add(mapper.above(BigDecimal.ZERO));
    }
    return seen.all;
  }

  /** The answer to a question by way of a mapper. */
  static int ask(DataSource source, String question) {
    Configuration configuration =
        new Configuration(new Environment("test", new JdbcTransactionFactory(), source));
    configuration.addMapper(Mapper.class);
    try (SqlSession session = new SqlSessionFactoryBuilder().build(configuration).openSession()) {
      return session.getMapper(Mapper.class).number(question);
    }
  }
}
