package dev.nl2sql.generate.embedded;

/** The part of a question that is read. */
enum Zone {
  /** What is asked for. */
  HEAD,
  /** Conditions. */
  FILTER,
  /** What rows are grouped by. */
  GROUP,
  /** What rows are sorted by. */
  ORDER
}
