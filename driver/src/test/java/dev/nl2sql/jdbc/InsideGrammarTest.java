package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.jdbc.TablePlaces.Whole;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a question inside SQL is one, and where the text may be SQL of the database. */
class InsideGrammarTest {
  private final StatementGrammar grammar = new StatementGrammar(List.of("ASK"), false);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT * FROM (ASK 'x y') t                              | QUERY   | SELECT * FROM [x y]"
            + " t",
        "select * from ( ask 'x' ) as t where a > 1 limit 5       | QUERY   | select * from [x] as"
            + " t where a > 1 limit 5",
        "SELECT COUNT(*) FROM (SELECT * FROM (ASK 'x') q) s;      | QUERY   | SELECT COUNT(*) FROM"
            + " (SELECT * FROM [x] q) s",
        "SELECT * FROM a, (ASK 'x') b, (ASK 'y') c                | QUERY   | SELECT * FROM a, [x]"
            + " b, [y] c",
        "SELECT * FROM a JOIN (ASK 'x') b ON a.i = b.i            | QUERY   | SELECT * FROM a JOIN"
            + " [x] b ON a.i = b.i",
        "SELECT * FROM a LEFT OUTER JOIN LATERAL (ASK 'x') b ON 1=1 | QUERY | SELECT * FROM a LEFT"
            + " OUTER JOIN LATERAL [x] b ON 1=1",
        "SELECT * FROM ((ASK 'x') a JOIN (ASK 'y') b ON 1=1)      | QUERY   | SELECT * FROM ([x] a"
            + " JOIN [y] b ON 1=1)",
        "WITH q AS (ASK 'x') SELECT * FROM q                      | QUERY   | WITH q AS [x] SELECT"
            + " * FROM q",
        "WITH a AS (SELECT 1), b (c) AS NOT MATERIALIZED (ASK 'x') SELECT * FROM b | QUERY | WITH a"
            + " AS (SELECT 1), b (c) AS NOT MATERIALIZED [x] SELECT * FROM b",
        "SELECT * FROM (ASK 'x') UNION ALL SELECT * FROM (ASK 'y') t | QUERY | SELECT * FROM [x]"
            + " nl2sql_1 UNION ALL SELECT * FROM [y] t",
        "SELECT * FROM (ASK 'x')                                  | QUERY   | SELECT * FROM [x]"
            + " nl2sql_1",
        "SELECT * FROM (ASK 'x') WHERE 1=1                        | QUERY   | SELECT * FROM [x]"
            + " nl2sql_1 WHERE 1=1",
        "SELECT * FROM (ASK 'x') \"T\"                            | QUERY   | SELECT * FROM [x]"
            + " \"T\"",
        "SELECT * FROM nl2sql('x') t                              | QUERY   | SELECT * FROM [x] t",
        "SELECT * FROM NL2SQL ( 'it''s' )                         | QUERY   | SELECT * FROM [it's]"
            + " nl2sql_1",
        "/* tool */ SELECT 1 FROM /* c */ (/* d */ ASK 'x') t -- e | QUERY  | SELECT 1 FROM [x] t",
        "SELECT $a$it's$a$ FROM (ASK 'x') t /* c */               | QUERY   | SELECT 'it''s' FROM"
            + " [x] t",
        "SELECT * FROM (ASK how many in (a or b)) t               | QUERY   | SELECT * FROM [how"
            + " many in (a or b)] t",
        "SELECT * FROM (ASK $$what's up$$) t                      | QUERY   | SELECT * FROM [what's"
            + " up] t",
        "INSERT INTO s.t (a, b) SELECT a, b FROM (ASK 'x') q      | FILLING | INSERT INTO s.t (a,"
            + " b) SELECT a, b FROM [x] q",
        "INSERT INTO t (ASK 'x')                                  | FILLING | INSERT INTO t [x]",
        "INSERT INTO t (a) (ASK 'x')                              | FILLING | INSERT INTO t (a)"
            + " [x]",
        "INSERT INTO t (ASK how many)                             | FILLING | INSERT INTO t [how"
            + " many]",
        "CREATE TABLE t AS (ASK 'x')                              | FILLING | CREATE TABLE t AS"
            + " [x]",
        "CREATE TABLE t AS SELECT * FROM nl2sql('x') q            | FILLING | CREATE TABLE t AS"
            + " SELECT * FROM [x] q",
        "WITH q AS (ASK 'x') INSERT INTO t SELECT * FROM q        | FILLING | WITH q AS [x] INSERT"
            + " INTO t SELECT * FROM q",
        "CREATE VIEW v AS SELECT * FROM (ASK 'x') q               | OTHER   | CREATE VIEW v AS"
            + " SELECT * FROM [x] q",
        "WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d, (ASK 'x') q | OTHER | WITH d AS"
            + " (DELETE FROM t RETURNING *) SELECT * FROM d, [x] q",
        "SELECT a INTO t FROM (ASK 'x') q                         | OTHER   | SELECT a INTO t FROM"
            + " [x] q",
        "UPDATE t SET a = (SELECT b FROM (ASK 'x') q)             | OTHER   | UPDATE t SET a ="
            + " (SELECT b FROM [x] q)"
      })
  void questionsAreFoundWhereATableMayBegin(String sql, Whole whole, String expected)
      throws SQLException {
    Command.Inside inside = (Command.Inside) grammar.read(sql).orElseThrow();

    assertThat(inside.whole()).isEqualTo(whole);
    assertThat(shown(inside)).isEqualTo(expected);
  }

  private static String shown(Command.Inside inside) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < inside.parts().size(); i++) {
      shown.append(inside.parts().get(i).sql());
      if (i < inside.questions().size()) {
        shown.append('[').append(inside.questions().get(i).question().text()).append(']');
      }
    }
    return shown.toString();
  }

  @Test
  void choicesStandBehindTheQuestion() throws SQLException {
    Command.Inside inside =
        (Command.Inside)
            grammar.read("SELECT * FROM (ASK 'best' WITH (term = option)) t").orElseThrow();

    assertThat(inside.questions().get(0).question().choices())
        .singleElement()
        .satisfies(c -> assertThat(c.term() + "=" + c.option()).isEqualTo("term=option"));
  }

  @Test
  void parametersAreCountedWhereTheyStand() throws SQLException {
    Command.Inside inside =
        (Command.Inside)
            grammar
                .readPrepared(
                    "SELECT ? FROM t JOIN (ASK 'in ? or ?' USING ?, ?) a ON a.x = ?"
                        + " JOIN nl2sql('over ?', ?) b ON '?' = \"?\" WHERE c = ? AND d ?? 'e'")
                .orElseThrow();

    assertThat(inside.parts()).extracting(Command.Inside.Part::parameters).containsExactly(1, 1, 1);
    assertThat(inside.questions()).extracting(Command.Ask::parameters).containsExactly(2, 1);
    assertThat(inside.parameters()).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM (ASK 'in ?' USING ?, ?) t",
        "SELECT * FROM nl2sql('in ?', ?, ?) t",
        "SELECT * FROM nl2sql('  ')",
        "SELECT * FROM (ASK '')"
      })
  void whatCanOnlyBeAQuestionFailsClearly(String sql) {
    assertThatThrownBy(() -> grammar.readPrepared(sql))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("NL001");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT (ask) FROM t",
        "SELECT * FROM (ask) t",
        "SELECT * FROM (ask ) t",
        "SELECT * FROM (ask)",
        "SELECT * FROM (asked 'x') t",
        "SELECT * FROM \"nl2sql\"('x') t",
        "SELECT * FROM s.nl2sql('x') t",
        "SELECT nl2sql('x') FROM t",
        "SELECT * FROM nl2sql('x', 1) t",
        "SELECT * FROM nl2sql(name) t",
        "SELECT * FROM nl2sql() t",
        "SELECT * FROM t WHERE a IN (ASK 'x')",
        "SELECT * FROM t WHERE a = (ask 'x')",
        "SELECT a IS DISTINCT FROM (ask 'x') FROM t",
        "SELECT EXTRACT(YEAR FROM (ask 'x')) FROM t",
        "SELECT f(a, (ask 'x')) FROM t",
        "SELECT a FROM t ORDER BY b, (ask 'x')",
        "SELECT CAST(a AS (ask 'x')) FROM t",
        "INSERT INTO t (ask , b) VALUES (1, 2)",
        "INSERT INTO t (ask, b) SELECT 1, 2",
        "INSERT INTO t VALUES (ask 'x')",
        "INSERT INTO t VALUES (1), (ask 'x')",
        "CREATE TABLE t (ask INT)",
        "CREATE TABLE t (ask VARCHAR(3))",
        "SELECT '(ASK ''x'')' FROM t",
        "SELECT * FROM t -- FROM (ASK 'x')",
        "SELECT * FROM t /* FROM (ASK 'x') */",
        "SELECT $$ FROM (ASK 'x') $$",
        "SELECT E'\\' FROM (ASK \\'x\\')'",
        "WITH ask AS (SELECT 1 AS a) SELECT * FROM (ask a JOIN ask b ON a.a = b.a)",
        "SELECT * FROM (ask.t JOIN u ON 1=1)",
        "SELECT * FROM (ASK 'x",
        "SELECT * FROM (ASK what's up) t",
        "SELECT * FROM (ASK 'x'"
      })
  void whatMayBeSqlIsLeftAlone(String sql) throws SQLException {
    assertThat(grammar.read(sql)).isEmpty();
    assertThat(grammar.readPrepared(sql)).isEmpty();
  }

  @Test
  void namesOfTheSessionDecideAboutTheBareFormAndTheFunction() throws SQLException {
    StatementGrammar taken =
        new StatementGrammar(
            List.of("ASK"), false, SqlLexis.STANDARD, new Names(List.of("ASK", "NL2SQL")));

    assertThat(taken.read("SELECT * FROM (ask a JOIN u b ON a.i = b.i)")).isEmpty();
    assertThat(taken.read("SELECT * FROM nl2sql('x') t")).isEmpty();
    assertThat(taken.read("SELECT * FROM (ASK 'x') t")).isPresent();
  }

  @Test
  void onSqliteALiteralMayBeAnAlias() throws SQLException {
    SqlLexis sqlite = SqlLexis.forUrl("jdbc:sqlite:file.db");
    StatementGrammar taken =
        new StatementGrammar(List.of("ASK"), false, sqlite, new Names(List.of("ASK")));

    assertThat(taken.read("SELECT * FROM (ask 'x')")).isEmpty();
    assertThat(taken.read("SELECT [ FROM (ASK 'x') ] FROM t")).isEmpty();
  }

  @Test
  void mysqlHasItsOwnLiteralsAndComments() throws SQLException {
    StatementGrammar mysql =
        new StatementGrammar(
            List.of("ASK"),
            true,
            SqlLexis.forUrl("jdbc:mariadb://host/db"),
            InsideGrammar.KnownNames.NONE);

    assertThat(mysql.read("SELECT 'a\\' FROM (ASK \\'x\\')'")).isEmpty();
    assertThat(mysql.read("SELECT \" FROM (ASK 'x') \"")).isEmpty();
    assertThat(mysql.read("SELECT 1 # FROM (ASK 'x')")).isEmpty();
    assertThat(mysql.read("SELECT * FROM (ASK 'x') t # c")).isPresent();
  }

  @Test
  void withoutAMarkerNothingIsRead() throws SQLException {
    StatementGrammar off = new StatementGrammar(List.of(), false);

    assertThat(off.read("SELECT * FROM (ASK 'x') t")).isEmpty();
    assertThat(off.read("SELECT * FROM nl2sql('x') t")).isEmpty();
  }

  /** Plain SQL made at random from pieces that contain the words in every place but ours. */
  @Test
  void generatedSqlIsNeverTakenForAQuestion() throws SQLException {
    Random random = new Random(20261130);
    for (int i = 0; i < 20_000; i++) {
      String sql = new Maker(random).statement();
      assertThat(grammar.read(sql)).as(sql).isEmpty();
      assertThat(grammar.readPrepared(sql)).as(sql).isEmpty();
    }
  }

  private static final class Maker {
    private static final List<String> NAMES =
        List.of("ask", "ASK", "\"ASK\"", "nl2sql", "ask_x", "t", "\"(ask 'x')\"", "asked");
    private static final List<String> LITERALS =
        List.of("'ask'", "'(ASK ''x'')'", "'nl2sql(''x'')'", "$$(ASK 'x')$$", "1", "-1", "NULL");
    private static final List<String> COMMENTS =
        List.of(" ", " ", " ", "\n", " /* (ASK 'x') */ ", " -- FROM (ASK 'x')\n", "\t");

    private final Random random;

    private Maker(Random random) {
      this.random = random;
    }

    private String of(List<String> choices) {
      return choices.get(random.nextInt(choices.size()));
    }

    private String statement() {
      String sql =
          switch (random.nextInt(6)) {
            case 0 ->
                join(
                    "INSERT INTO",
                    of(NAMES),
                    "(" + list(2, this::name) + ") VALUES (",
                    list(2, this::value),
                    ")");
            case 1 -> join("UPDATE", of(NAMES), "SET", of(NAMES), "=", value());
            case 2 -> join("DELETE FROM", of(NAMES), "WHERE", condition());
            case 3 -> join("WITH", of(NAMES), "AS (", query(1), ")", query(1));
            case 4 -> join("CREATE TABLE", of(NAMES), "(ask INT, nl2sql INT)");
            default -> query(2);
          };
      return of(COMMENTS) + sql + of(List.of("", ";", " -- (ASK 'x')"));
    }

    private String query(int depth) {
      return join(
          "SELECT",
          list(2, this::value),
          "FROM",
          table(depth),
          "WHERE",
          condition(),
          "ORDER BY",
          name());
    }

    private String table(int depth) {
      return switch (random.nextInt(depth > 0 ? 4 : 2)) {
        case 0 -> name();
        case 1 -> join(name(), "JOIN", name(), "ON", condition());
        case 2 -> join("(", query(depth - 1), ")", name());
        default -> join(name(), ",", "(", query(depth - 1), ")", name());
      };
    }

    private String condition() {
      return switch (random.nextInt(4)) {
        case 0 -> join(name(), "IN (", list(2, this::value), ")");
        case 1 -> join(name(), "= (", "ask", of(LITERALS), ")");
        case 2 -> join("ask(", value(), ") =", value());
        default -> join(name(), "IS DISTINCT FROM (ask 'x')");
      };
    }

    private String value() {
      return switch (random.nextInt(4)) {
        case 0 -> of(LITERALS);
        case 1 -> join("nl2sql(", of(LITERALS), ")");
        case 2 -> join("(ask", ")");
        default -> name();
      };
    }

    private String name() {
      return of(NAMES);
    }

    private String list(int count, java.util.function.Supplier<String> item) {
      List<String> items = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        items.add(item.get());
      }
      return String.join("," + of(COMMENTS), items);
    }

    private String join(String... pieces) {
      return List.of(pieces).stream().collect(Collectors.joining(of(COMMENTS)));
    }
  }

  private record Names(List<String> taken) implements InsideGrammar.KnownNames {
    @Override
    public boolean isRelation(String name) {
      return taken.contains(name);
    }

    @Override
    public boolean isFunction(String name) {
      return taken.contains(name);
    }

    @Override
    public void forget() {
      // the names of this session stay
    }
  }
}
