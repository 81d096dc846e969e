package dev.nl2sql;

/**
 * Everything the driver may have to say, one constant a kind, with its stable SQLState and vendor
 * code.
 *
 * <p>States of class {@code 01} are warnings, all others end the statement.
 */
public enum Condition {
  ASSUMPTION("01NL0", 9100),
  CLARIFICATION("01NL1", 9101),
  FALLBACK("01NL2", 9102),
  TRUNCATED("01NL3", 9103),
  UNSAFE_AGGREGATE("01NL4", 9104),
  NO_ROWS("01NL5", 9105),
  LOW_CONFIDENCE("01NL6", 9106),
  DEGRADED("01NL7", 9107),
  MISPLACED("NL000", 9000),
  NOT_UNDERSTOOD("NL001", 9001),
  CLARIFICATION_REQUIRED("NL002", 9002),
  REFUSED("NL003", 9003),
  TOO_COSTLY("NL004", 9004),
  MODEL_FAILED("NL005", 9005),
  BUDGET_SPENT("NL006", 9006),
  BAD_CONFIGURATION("NL007", 9007),
  DATABASE_REFUSED("NL008", 9008),
  NOT_ANSWERABLE("NL009", 9009),
  TIMEOUT("HYT00", 9201),
  CANCELLED("HY008", 9202);

  private final String sqlState;
  private final int vendorCode;

  Condition(String sqlState, int vendorCode) {
    this.sqlState = sqlState;
    this.vendorCode = vendorCode;
  }

  /** The five-character SQLState. */
  public String sqlState() {
    return sqlState;
  }

  /** The vendor code, never zero. */
  public int vendorCode() {
    return vendorCode;
  }

  /** Whether this is said beside an answer instead of ending the statement. */
  public boolean isWarning() {
    return sqlState.startsWith("01");
  }
}
