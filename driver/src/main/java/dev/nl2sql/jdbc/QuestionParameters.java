package dev.nl2sql.jdbc;

import dev.nl2sql.Condition;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.sql.Types;

/** The parameters of a prepared question: only their number is known before it is asked. */
record QuestionParameters(int count) implements ParameterMetaData {
  @Override
  public int getParameterCount() {
    return count;
  }

  @Override
  public int isNullable(int parameter) {
    return parameterNullableUnknown;
  }

  @Override
  public boolean isSigned(int parameter) {
    return false;
  }

  @Override
  public int getPrecision(int parameter) {
    return 0;
  }

  @Override
  public int getScale(int parameter) {
    return 0;
  }

  @Override
  public int getParameterType(int parameter) {
    return Types.OTHER;
  }

  @Override
  public String getParameterTypeName(int parameter) {
    return "OTHER";
  }

  @Override
  public String getParameterClassName(int parameter) {
    return Object.class.getName();
  }

  @Override
  public int getParameterMode(int parameter) {
    return parameterModeIn;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw Conditions.exception(Condition.MISPLACED, "these metadata are no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
