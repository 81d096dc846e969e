package dev.nl2sql.execute;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** The real driver as a source for a pool. */
public record RealDataSource(String url, String user, String password, RealConnections connections)
    implements DataSource {
  @Override
  public Connection getConnection() throws SQLException {
    return getConnection(user, password);
  }

  @Override
  public Connection getConnection(String account, String secret) throws SQLException {
    Properties properties = new Properties();
    if (!account.isEmpty()) {
      properties.setProperty("user", account);
    }
    if (!secret.isEmpty()) {
      properties.setProperty("password", secret);
    }
    return connections.open(url, properties);
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter writer) {
    // nothing is logged
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // the pool keeps the time
  }

  @Override
  public int getLoginTimeout() {
    return 1;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("nothing is logged");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("this source is no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "RealDataSource[" + user + "]";
  }
}
