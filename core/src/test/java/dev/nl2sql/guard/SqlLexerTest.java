package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.plan.Dialect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the lexer hands to the parser, and what it refuses, character by character. */
class SqlLexerTest {
  private static SqlLexer.Lexed read(String engine, String sql) {
    return SqlLexer.read(sql, Dialect.forProduct(engine));
  }

  private static void refused(String engine, String sql, String reason) {
    assertThatThrownBy(() -> read(engine, sql))
        .as(engine + " " + sql)
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> {
              assertThat(r.verdict().layer()).isEqualTo(GuardVerdict.Layer.LEXER);
              assertThat(r.verdict().reason()).contains(reason);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "postgresql | SELECT   1 ; | SELECT 1",
        "postgresql | SELECT 1 -- x | SELECT 1",
        "postgresql | SELECT 1 --x | SELECT 1",
        "postgresql | SELECT 1 /* x */, 2 | SELECT 1 , 2",
        "postgresql | SELECT 1; -- after | SELECT 1",
        "postgresql | SELECT 1; /* after */ | SELECT 1",
        "postgresql | SELECT/**/1 | SELECT 1",
        "postgresql | SELECT \"a b\" | SELECT \"a b\"",
        "postgresql | SELECT \"a\"\"b\" | !a quoted name holds",
        "postgresql | SELECT a[1] | SELECT a[1]",
        "postgresql | SELECT a @> b | SELECT a  @> b",
        "postgresql | SELECT a <@ b | SELECT a  <@ b",
        "postgresql | SELECT a #> b | SELECT a  #> b",
        "postgresql | SELECT a #>> b | SELECT a  #>> b",
        "postgresql | SELECT a # b | !the character # is not allowed",
        "postgresql | SELECT a @ b | !the character @ is not allowed",
        "postgresql | SELECT `a` | !is not used for names",
        "postgresql | SELECT a && b | !the character &",
        "postgresql | SELECT 12a | !not a number or name",
        "postgresql | SELECT 0x41 | !not a number or name",
        "postgresql | SELECT 1e3, 1E12, 1.5 | SELECT 1e3, 1E12, 1.5",
        "postgresql | SELECT 1e999 | SELECT 1e999",
        "postgresql | SELECT 1e1000 | !not a number or name",
        "postgresql | SELECT a\"b\" | !not a number or name",
        "postgresql | SELECT N'x' | !a prefix stands before a literal",
        "postgresql | SELECT u&'x' | !a prefix stands before a literal",
        "postgresql | SELECT a$b | !a prefix stands before a literal",
        "postgresql | SELECT 1 // 2 | !the operator // is not allowed",
        "postgresql | SELECT 1 / 2 | SELECT 1 / 2",
        "postgresql | SELECT a = ? | SELECT a = ?",
        "postgresql | SELECT a ?1 | !the operator ?1 is not allowed",
        "postgresql | SELECT a ?? b | !the operator ?? is not allowed",
        "postgresql | SELECT 1; SELECT 2 | !text follows the end",
        "postgresql | SELECT 1;; | !text follows the end",
        "postgresql | SELECT 1 /* x | !a comment does not end",
        "postgresql | SELECT 1 /* /* */ */ | !nested and executable comments",
        "postgresql | SELECT 1 /*+ x */ | !nested and executable comments",
        "postgresql | SELECT 1 /*m! x */ | !nested and executable comments",
        "postgresql | SELECT 1) | !parentheses do not match",
        "postgresql | SELECT (1 | !parentheses do not match",
        "postgresql | SELECT [1 | !parentheses do not match",
        "postgresql | SELECT 'a | !a text literal does not end",
        "postgresql | SELECT \"a | !a quoted name does not end",
        "postgresql | SELECT \"\" | !a quoted name holds",
        "postgresql | SELECT 'a' 'b' | !two text literals follow",
        "postgresql | SELECT \\ | !is not allowed here",
        "mysql | SELECT `a b` | SELECT `a b`",
        "mysql | SELECT \"a\" | !is not used for names",
        "mysql | SELECT 1 # x | SELECT 1",
        "mysql | SELECT 1 #> b | SELECT 1",
        "mysql | SELECT 1 --x | !two dashes and a blank",
        "mysql | SELECT 1 --\tx | SELECT 1",
        "mysql | SELECT 1 -- x | SELECT 1",
        "mysql | SELECT 1 -- | SELECT 1",
        "mysql | SELECT '\\' | !a backslash stands in a text literal",
        "mysql | SELECT 1 /*!50000 x */ | !nested and executable comments",
        "sqlite | SELECT [a b] | SELECT \"a b\"",
        "sqlite | SELECT [a | !a quoted name does not end",
        "sqlite | SELECT `a` | SELECT \"a\"",
        "ansi | SELECT \"a\" | SELECT \"a\"",
        "ansi | SELECT '\\' | !a backslash stands in a text literal",
        "ansi | SELECT 1 --x | !two dashes and a blank",
        "duckdb | SELECT a @> b | !the character @ is not allowed",
        "duckdb | SELECT {'a': 1} | !is not allowed here",
        "duckdb | SELECT [1, 2] | SELECT [1, 2]",
        "bigquery | SELECT `a` | SELECT `a`",
        "bigquery | SELECT 1 # x | SELECT 1",
      })
  void readsOrRefuses(String engine, String sql, String expected) {
    if (expected.startsWith("!")) {
      refused(engine, sql, expected.substring(1));
    } else {
      assertThat(read(engine, sql).text()).isEqualTo(expected);
    }
  }

  @Test
  void lineBreaksAreBlanks() {
    assertThat(read("postgresql", "SELECT\t1\n\r, 2").text()).isEqualTo("SELECT 1 , 2");
    refused("postgresql", "SELECT 'a'\n'b'", "two text literals follow");
    refused("postgresql", "SELECT a ?| b", "the operator ?| is not allowed");
  }

  @Test
  void literalsAreTakenOutWithTheirValues() {
    SqlLexer.Lexed lexed = read("postgresql", "SELECT 'it''s', '', 'a;--b', ? , '\\'");
    assertThat(lexed.text()).isEqualTo("SELECT 'q0', 'q1', 'q2', ? , 'q3'");
    assertThat(lexed.literals()).containsExactly("it's", "", "a;--b", "\\");
    assertThat(lexed.parameters()).isEqualTo(1);
  }

  @Test
  void literalsOfRulesAreNumberedOn() {
    SqlLexer.Lexed lexed =
        SqlLexer.read("SELECT 'a', 'b'", Dialect.forProduct("postgresql"), 'p', 7);
    assertThat(lexed.text()).isEqualTo("SELECT 'p7', 'p8'");
    assertThat(lexed.literals()).containsExactly("a", "b");
  }

  /** As deep as a question may go, and one deeper, for each thing that nests. */
  @ParameterizedTest
  @CsvSource({"(,)", "[,]", "'CASE WHEN 1=1 THEN ',' END'"})
  void nestingHasALimit(String open, String close) {
    int most = SqlLexer.MAXIMUM_DEPTH;
    String allowed = "SELECT " + open.repeat(most) + "1" + close.repeat(most);
    assertThat(read("postgresql", allowed).text()).isEqualTo(allowed);
    String tooDeep = "SELECT " + open.repeat(most + 1) + "1" + close.repeat(most + 1);
    refused("postgresql", tooDeep, "nested more than 32 deep");
    String beside = "SELECT " + (open + "1" + close + ", ").repeat(most + 1) + "1";
    assertThat(read("postgresql", beside).text()).isEqualTo(beside);
  }

  @Test
  void lengthHasALimit() {
    String longest = "SELECT " + "1".repeat(SqlLexer.MAXIMUM_LENGTH - 7);
    assertThat(read("postgresql", longest).text()).isEqualTo(longest);
    refused("postgresql", longest + "1", "longer than 20000 characters");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, 8, 0x0b, 0x0c, 0x1f, 0x7f, 0x85, 0xa0, 0xad, 0x2028, 0x200b, 0x3000, 0xe000})
  void oddBlanksAndControlCharactersAreRefused(int character) {
    for (String engine : List.of("postgresql", "mysql", "h2", "sqlite", "duckdb", "ansi")) {
      refused(engine, "SELECT 1" + (char) character + ", 2", "control character");
    }
  }

  @Test
  void aControlCharacterEndsNoCommentUnseen() {
    refused("postgresql", "SELECT 1 -- x\u0000\nFROM a", "control character");
    refused("postgresql", "SELECT 'a\u0000b'", "control character");
    assertThat(read("postgresql", "SELECT 1 -- x\ty\nFROM a").text()).isEqualTo("SELECT 1 FROM a");
    assertThat(read("postgresql", "SELECT 1 -- x\rFROM a").text()).isEqualTo("SELECT 1 FROM a");
  }

  @ParameterizedTest
  @CsvSource({"a,true", "'a b',true", "größe,true", "'a''b',true", "'',false"})
  void namesThatCanBeWritten(String name, boolean plain) {
    assertThat(SqlLexer.isPlainName(name)).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\"b", "a`b", "a\\b", "a\nb", "a\u0000b", "a\u007fb"})
  void namesThatCannot(String name) {
    assertThat(SqlLexer.isPlainName(name)).isFalse();
  }

  @Test
  void lettersOfAllScriptsAreLetters() {
    assertThat(read("postgresql", "SELECT größe, ad\u0131, e\u0301").text())
        .isEqualTo("SELECT größe, ad\u0131, e\u0301");
  }
}
