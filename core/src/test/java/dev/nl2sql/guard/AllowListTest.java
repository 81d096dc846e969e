package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.plan.Dialect;
import java.util.List;
import java.util.Map;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.statement.delete.Delete;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists are read strictly, and what stands in no list is not allowed. */
class AllowListTest {
  private static AllowList list(String... lines) {
    return AllowList.of(Map.of("x.allow", List.of(lines)));
  }

  @Test
  void namesAreFoundByKindInAnyCase() {
    AllowList list = list("# comment", "", "function: abs lower", "function: upper", "table: t");
    assertThat(list.has("function", "ABS")).isTrue();
    assertThat(list.has("function", "upper")).isTrue();
    assertThat(list.has("function", "t")).isFalse();
    assertThat(list.has("table", "t")).isTrue();
    assertThat(list.has("function", "#")).isFalse();
  }

  /** Letters that become one of ours in lower case only. */
  @ParameterizedTest
  @ValueSource(strings = {"ran\u212a", "\u212aind", "l\u0130st", "abs\u0301"})
  void lettersThatOnlyLookTheSameAreOthers(String name) {
    assertThat(list("function: rank kind list abs").has("function", name)).isFalse();
  }

  @Test
  void argumentsAndFactorsAreNumbers() {
    AllowList list = list("size: lpad=2 space=1", "factor: hex=2");
    assertThat(list.argument("size", "LPAD")).hasValue(1);
    assertThat(list.argument("size", "space")).hasValue(0);
    assertThat(list.argument("size", "abs")).isEmpty();
    assertThat(list.factor("HEX")).isEqualTo(2);
    assertThat(list.factor("abs")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"functions: abs", "abs", "size: lpad", "size: lpad=0", "size: lpad=x", "size: =1"})
  void wrongLinesAreToldWithTheirFile(String line) {
    assertThatThrownBy(() -> list(line))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("x.allow");
  }

  @Test
  void nodesAreAllowedByClass() {
    assertThat(AllowList.hasNode(Function.class)).isTrue();
    assertThat(AllowList.hasNode(Delete.class)).isFalse();
    assertThat(AllowList.hasNode(String.class)).isFalse();
  }

  /** What one engine allows says nothing about another. */
  @ParameterizedTest
  @CsvSource({
    "postgresql,function,date_trunc,true",
    "postgresql,function,strftime,false",
    "sqlite,function,strftime,true",
    "ansi,function,date_trunc,false",
    "ansi,function,sum,true",
    "mysql,lexical,hash-comments,true",
    "postgresql,lexical,hash-comments,false",
    "h2,no-table,dual,true",
    "postgresql,no-table,dual,false"
  })
  void everyEngineHasItsOwnList(String engine, String kind, String name, boolean listed) {
    assertThat(AllowList.of(Dialect.forProduct(engine)).has(kind, name)).isEqualTo(listed);
  }

  /** Functions that act, wait, read files or tell of the server. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "h2",
        "postgresql",
        "sqlite",
        "mysql",
        "duckdb",
        "oracle",
        "sqlserver",
        "trino",
        "snowflake",
        "bigquery",
        "ansi"
      })
  void neverOnAnyList(String engine) {
    AllowList list = AllowList.of(Dialect.forProduct(engine));
    for (String name :
        List.of(
            "pg_sleep",
            "sleep",
            "benchmark",
            "load_file",
            "readfile",
            "read_csv",
            "csvread",
            "file_read",
            "load_extension",
            "dblink",
            "query_to_xml",
            "lo_import",
            "set_config",
            "nextval",
            "setval",
            "get_lock",
            "getenv",
            "xp_cmdshell",
            "openrowset",
            "query",
            "pg_read_file",
            "pragma_table_info",
            "zeroblob",
            "randomblob",
            "format_type",
            "version",
            "database",
            "current_setting",
            "columns",
            "table",
            "identifier")) {
      assertThat(list.has("function", name)).as(name).isFalse();
      assertThat(list.has("table", name)).as(name).isFalse();
    }
  }
}
