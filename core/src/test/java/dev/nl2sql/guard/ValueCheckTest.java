package dev.nl2sql.guard;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The largest single values that are let through, and the next larger ones. */
class ValueCheckTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '^',
      value = {
        "postgresql ¦ SELECT repeat('x', 10000) ¦ yes",
        "postgresql ¦ SELECT repeat('x', 10001) ¦ SHAPE: the length of a text",
        "postgresql ¦ SELECT repeat('x', 5000 + 5000) ¦ yes",
        "postgresql ¦ SELECT repeat('x', 5000 + 5001) ¦ SHAPE: the length of a text",
        "postgresql ¦ SELECT repeat('x', id) FROM author ¦ SHAPE: the length of a text",
        "postgresql ¦ SELECT lpad('x', 10001, 'y') ¦ SHAPE: the length of a text",
        "postgresql ¦ SELECT rpad(name, 10000) FROM author ¦ yes",
        "h2 ¦ SELECT SPACE(10001) ¦ SHAPE: the length of a text",
        "h2 ¦ SELECT SPACE(10000) ¦ yes",
        "postgresql ¦ SELECT format('%s', name) FROM author ¦ yes",
        "postgresql ¦ SELECT format('%999s', name) FROM author ¦ yes",
        "postgresql ¦ SELECT format('%1000s', name) FROM author ¦ SHAPE: a format must",
        "postgresql ¦ SELECT format('%*s', 5, name) FROM author ¦ SHAPE: a format must",
        "postgresql ¦ SELECT format(name, name) FROM author ¦ SHAPE: a format must",
        "duckdb ¦ SELECT format('{:>9}', name) FROM author ¦ yes",
        "duckdb ¦ SELECT format('{:{}}', name, 9) FROM author ¦ SHAPE: a format must",
        "duckdb ¦ SELECT format('{} {}', name, born) FROM author ¦ yes",
        "sqlite ¦ SELECT printf('%5d', id) FROM author ¦ yes",
        "postgresql ¦ SELECT name FROM author WHERE name LIKE '%a%b%c%d%e%f%g%h%i%' ¦ yes",
        "postgresql ¦ SELECT name FROM author WHERE name LIKE '%a%b%c%d%e%f%g%h%i%j%' ¦ SHAPE: a pattern of LIKE",
        "postgresql ¦ SELECT name FROM author WHERE name LIKE '%%%%%%%%%%%%%%%' ¦ yes",
        "postgresql ¦ SELECT name FROM author WHERE name LIKE repeat('%a', 20) ¦ SHAPE: a pattern of LIKE",
        "postgresql ¦ SELECT name FROM author WHERE name ~ '(a+)+' ¦ SHAPE: a regular expression",
        "postgresql ¦ SELECT name FROM author WHERE name ~ name ¦ SHAPE: a regular expression",
        "mysql ¦ SELECT name FROM author WHERE name REGEXP '(a+)+' ¦ SHAPE: a regular expression",
        "mysql ¦ SELECT name FROM author WHERE name RLIKE '^a' ¦ yes",
        "h2 ¦ SELECT REGEXP_REPLACE(name, '(a+)+', '') FROM author ¦ SHAPE: a regular expression",
        "h2 ¦ SELECT REGEXP_REPLACE(name, 'a+', '') FROM author ¦ yes",
        "postgresql ¦ SELECT CAST(price AS numeric(10000, 2)) FROM book ¦ yes",
        "postgresql ¦ SELECT CAST(price AS numeric(10001, 2)) FROM book ¦ SHAPE: the size of the type",
        "postgresql ¦ SELECT CAST(name AS varchar(10000)) FROM author ¦ yes",
        "postgresql ¦ SELECT CAST(name AS varchar(10001)) FROM author ¦ SHAPE: the size of the type",
        "postgresql ¦ SELECT CAST(id AS int8) FROM author ¦ yes",
        "duckdb ¦ SELECT CAST(NULL AS INT[10000]) ¦ yes",
        "duckdb ¦ SELECT CAST(NULL AS INT[10001]) ¦ SHAPE: holds too many elements",
        "duckdb ¦ SELECT CAST(NULL AS INT[100][101]) ¦ SHAPE: holds too many elements",
        "duckdb ¦ SELECT CAST([1] AS INT[]) ¦ yes",
        "h2 ¦ SELECT '1e999' ¦ yes",
        "h2 ¦ SELECT '1e1000' ¦ SHAPE: an exponent of more than three digits",
        "h2 ¦ SELECT ' -1.5E-1000 ' ¦ SHAPE: an exponent of more than three digits",
        "h2 ¦ SELECT 'a1e1000' ¦ yes",
        "h2 ¦ SELECT '1e' ¦ yes",
        "h2 ¦ SELECT '1e' || '9' ¦ SHAPE: put together from texts",
        "h2 ¦ SELECT CONCAT('1', 'e9') ¦ SHAPE: put together from texts",
        "h2 ¦ SELECT name || 'e' FROM author ¦ SHAPE: put together from texts",
        "h2 ¦ SELECT name || 'x' FROM author ¦ yes",
        "h2 ¦ SELECT SYSTEM_RANGE(1, 5) ¦ FUNCTIONS: not on the list",
        "duckdb ¦ SELECT range(1000001) ¦ SHAPE: a series of more than",
        "duckdb ¦ SELECT range(1000) ¦ yes",
      })
  void valuesHaveALimit(String engine, String sql, String expected) {
    Verdicts.expect(engine, sql, expected);
  }
}
