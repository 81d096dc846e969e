package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainSqlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET ROLE reader",
        "set local role reader",
        "/* x */ SET SESSION ROLE reader",
        "SET SESSION AUTHORIZATION reader",
        "SET LOCAL SESSION AUTHORIZATION reader",
        "RESET ROLE",
        "RESET SESSION AUTHORIZATION",
        "RESET ALL",
        "DISCARD ALL"
      })
  void changesUser(String sql) {
    assertThat(PlainSql.changesUser(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SET search_path = a",
        "SET roles = 1",
        "SELECT 1",
        "RESET x",
        "SET SESSION x = 1"
      })
  void leavesUser(String sql) {
    assertThat(PlainSql.changesUser(sql)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"CREATE TABLE t(a int)", "  alter table t", "-- x\nDROP VIEW v", "COMMENT ON x"})
  void changesSchema(String sql) {
    assertThat(PlainSql.changesSchema(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "SELECT 1", "CALL x()", "DELETE FROM t", "COMMIT", "created"})
  void leavesSchema(String sql) {
    assertThat(PlainSql.changesSchema(sql)).isFalse();
  }
}
