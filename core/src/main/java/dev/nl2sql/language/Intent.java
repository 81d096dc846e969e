package dev.nl2sql.language;

/** What a text asks of the driver. */
public enum Intent {
  /** Rows of the database. */
  QUERY,
  /** Tables and columns. */
  SCHEMA_QUESTION,
  /** A change of data. */
  WRITE,
  /** The future, a cause or advice. */
  FORECAST,
  /** Nothing about data. */
  SMALL_TALK,
  /** A language there are no words for. */
  OTHER_LANGUAGE
}
