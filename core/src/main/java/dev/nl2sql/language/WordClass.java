package dev.nl2sql.language;

import java.util.Locale;

/** Classes of words and phrases; each has a resource file of its own. */
public enum WordClass {
  /** Carries no meaning for a query. */
  STOP,
  QUESTION,
  COMMAND,
  POLITE,
  COUNT,
  SUM,
  AVERAGE,
  MINIMUM,
  MAXIMUM,
  COMPARE_GREATER,
  COMPARE_LESS,
  COMPARE_AT_LEAST,
  COMPARE_AT_MOST,
  COMPARE_EQUAL,
  COMPARE_BETWEEN,
  GROUP,
  ORDER,
  DESCENDING,
  ASCENDING,
  NEGATION,
  DISTINCT,
  AND,
  OR,
  LIMIT_TOP,
  LIMIT_BOTTOM,
  EXISTENCE,
  MISSING,
  CONTAINS,
  STARTS_WITH,
  ENDS_WITH,
  MOST,
  FEWEST,
  SHARE,
  WRITE,
  FORECAST,
  SMALL_TALK,
  SCHEMA_QUESTION,
  FOREIGN;

  String fileName() {
    return "words/" + name().toLowerCase(Locale.ROOT) + ".txt";
  }
}
