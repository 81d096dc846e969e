package dev.nl2sql.eval;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;

/**
 * One value in a form that does not depend on the driver: numbers as decimals of ten digits, dates
 * and times in ISO form, a timestamp at midnight as its date. A kind mark in front keeps the number
 * 1 apart from the text '1'.
 */
final class Cell {
  private static final MathContext DIGITS = new MathContext(10, RoundingMode.HALF_EVEN);
  private static final String NUMBER = "#";
  private static final String TEXT = "'";
  private static final String NULL = "∅";

  private Cell() {}

  static String of(Object value) throws SQLException {
    if (value == null) {
      return NULL;
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof Clob clob) {
      return TEXT + clob.getSubString(1, (int) Math.min(clob.length(), Integer.MAX_VALUE));
    }
    if (value instanceof byte[] bytes) {
      return TEXT + HexFormat.of().formatHex(bytes);
    }
    return TEXT + text(value);
  }

  private static String text(Object value) {
    if (value instanceof Timestamp timestamp) {
      return moment(timestamp.toLocalDateTime());
    }
    if (value instanceof LocalDateTime moment) {
      return moment(moment);
    }
    if (value instanceof OffsetDateTime moment) {
      return moment(moment.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
    }
    if (value instanceof Date date) {
      return date.toLocalDate().toString();
    }
    if (value instanceof Time time) {
      return time.toLocalTime().toString();
    }
    return value.toString().stripTrailing();
  }

  private static String moment(LocalDateTime moment) {
    return moment.toLocalTime().equals(LocalTime.MIDNIGHT)
        ? moment.toLocalDate().toString()
        : moment.toString();
  }

  private static String number(Number number) {
    if (number instanceof Double || number instanceof Float) {
      double value = number.doubleValue();
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        return TEXT + value;
      }
    }
    return number(new BigDecimal(number.toString()).round(DIGITS));
  }

  private static String number(BigDecimal number) {
    return NUMBER + (number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString());
  }

  static String roundedToCents(String cell) {
    return cell.startsWith(NUMBER)
        ? number(new BigDecimal(cell.substring(1)).setScale(2, RoundingMode.HALF_EVEN))
        : cell;
  }

  static String forPeople(String cell) {
    return cell.equals(NULL) ? "NULL" : cell.substring(1);
  }
}
