package dev.nl2sql.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/** The rule of {@code unwrap}: ourselves, else the real object, else what it unwraps to. */
final class RealObjects {
  private RealObjects() {}

  static <T> T unwrap(Object self, Wrapper real, Class<T> type) throws SQLException {
    if (type != null && type.isInstance(self)) {
      return type.cast(self);
    }
    if (type != null && type.isInstance(real)) {
      return type.cast(real);
    }
    return real.unwrap(type);
  }

  static boolean isWrapperFor(Object self, Wrapper real, Class<?> type) throws SQLException {
    boolean ours = type != null && (type.isInstance(self) || type.isInstance(real));
    return ours || real.isWrapperFor(type);
  }
}
