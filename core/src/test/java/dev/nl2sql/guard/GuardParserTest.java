package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.guard.GuardParser.Limits;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.SampleSchema;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parse is judged by its own work; a slow machine refuses nothing. */
class GuardParserTest {
  private static final Limits LITTLE_WORK =
      new Limits(Duration.ofMillis(200), Duration.ofSeconds(60));

  @Test
  void waitingForAProcessorIsNoWork() {
    GuardParser.Grammar starved =
        parser -> {
          Thread.sleep(600);
          return parser.Statement();
        };
    assertThat(new GuardParser(starved, LITTLE_WORK).parse("SELECT 1")).hasToString("SELECT 1");
  }

  @Test
  @Timeout(120)
  void endlessWorkIsRefusedAndItsThreadIsFreed() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      CountDownLatch ended = new CountDownLatch(1);
      GuardParser.Grammar endless =
          parser -> {
            try {
              return spin(parser);
            } finally {
              ended.countDown();
            }
          };
      GuardParser guard = new GuardParser(endless, LITTLE_WORK);
      assertThatThrownBy(() -> guard.parse("SELECT 1"))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("too long");
      assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(new GuardParser().parse("SELECT 1")).hasToString("SELECT 1");
  }

  @Test
  @Timeout(120)
  void aCheckThatNobodyWaitsForEnds() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    GuardParser guard = new GuardParser(CCJSqlParser::Statement, LITTLE_WORK);
    assertThatThrownBy(() -> guard.during(session -> walkForEver(session, ended)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("too long");
    assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
  }

  private static Object walkForEver(GuardParser.Session session, CountDownLatch ended) {
    try {
      Select statement = session.parse("SELECT 1 + 2");
      while (!new Tree().all(statement).isEmpty()) {
        Thread.onSpinWait();
      }
      return statement;
    } finally {
      ended.countDown();
    }
  }

  private static Statement spin(CCJSqlParser parser) {
    while (!parser.interrupted) {
      Thread.onSpinWait();
    }
    return new PlainSelect();
  }

  @Test
  @Timeout(120)
  void aParseThatNeverEndsAndNeverWorksIsRefused() {
    GuardParser.Grammar stuck =
        parser -> {
          new CountDownLatch(1).await();
          return parser.Statement();
        };
    Limits limits = new Limits(Duration.ofSeconds(60), Duration.ofMillis(100));
    assertThatThrownBy(() -> new GuardParser(stuck, limits).parse("SELECT 1"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("too long");
  }

  /**
   * The longest and deepest statements that pass the lexer; the second and fourth part are
   * repeated.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT |(|1|)|",
        "SELECT |((|1|) + 1)|",
        "SELECT |NOT |TRUE||",
        "SELECT |- |1||",
        "SELECT 1| + 1|||",
        "SELECT 1 WHERE 1 = 1| OR 1 = 1|||",
        "SELECT |CASE WHEN 1 = 1 THEN |1| END|",
        "SELECT |CASE 1 WHEN |1| THEN 1 END|",
        "SELECT |IF(1, |1|, 2)|",
        "SELECT |COALESCE(|1|, 2)|",
        "SELECT |CAST(|1| AS int)|",
        "SELECT a|.a|||",
        "SELECT 1 WHERE 1 IN |(SELECT 1 WHERE 1 IN |(1)|)|",
        "SELECT |EXISTS (SELECT 1 WHERE |TRUE|)|",
        "|SELECT 1 UNION |SELECT 1||",
        "|(SELECT 1 UNION |SELECT 1|)|",
        "SELECT * FROM |(SELECT * FROM |a|) AS t|",
        "SELECT * FROM a| JOIN a ON 1 = 1|||",
        "SELECT * FROM |(|a| JOIN a ON 1 = 1)|",
        "SELECT 1| , 1|||",
        "SELECT |(|1||",
        "SELECT |IF(|1||",
        "SELECT |CASE WHEN |1||"
      })
  @Timeout(60)
  void hostileStatementsEndWithAVerdict(String pattern) {
    String[] parts = pattern.split("\\|", -1);
    GuardContext context =
        new GuardContext(
            SampleSchema.catalog("postgresql"), Dialect.forProduct("postgresql"), Set.of(), false);
    for (int depth : new int[] {8, 16, 31, 200, 20_000}) {
      int each = parts[1].length() + parts[3].length();
      int times = Math.min(depth, (19_000 - pattern.length()) / each);
      String sql = parts[0] + parts[1].repeat(times) + parts[2] + parts[3].repeat(times) + parts[4];
      assertThat(new SqlGuard().check(sql, context)).isNotNull();
    }
  }
}
