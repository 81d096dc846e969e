package dev.nl2sql.catalog;

/** What kind of values a column holds, as far as planning needs to know. */
public enum ColumnType {
  TEXT,
  INTEGER,
  DECIMAL,
  BOOLEAN,
  DATE,
  TIME,
  TIMESTAMP,
  TIMESTAMP_WITH_ZONE,
  BINARY,
  OTHER;

  public boolean isNumeric() {
    return this == INTEGER || this == DECIMAL;
  }

  /** Whether a calendar period can be compared with it. */
  public boolean isTemporal() {
    return this == DATE || this == TIMESTAMP || this == TIMESTAMP_WITH_ZONE;
  }
}
