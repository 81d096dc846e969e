package dev.nl2sql.glossary;

import java.util.Objects;

/**
 * SQL of one expression as it stands in a glossary file.
 *
 * @param sql the text
 * @param location where it stands, as {@code file:line:column}
 */
public record SqlText(String sql, String location) {
  public SqlText {
    Objects.requireNonNull(sql);
    Objects.requireNonNull(location);
  }
}
