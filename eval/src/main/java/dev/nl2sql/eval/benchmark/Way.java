package dev.nl2sql.eval.benchmark;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/** The ways to a database that are compared; every wrapper in its cheapest configuration. */
public enum Way {
  /** The real driver. */
  RAW {
    @Override
    public Connection connect(String url) throws SQLException {
      return DriverManager.getConnection(url);
    }
  },
  /** This project's driver. */
  NL2SQL {
    @Override
    public Connection connect(String url) throws SQLException {
      return DriverManager.getConnection(url.replaceFirst("^jdbc:", "jdbc:nl2sql:"));
    }
  },
  /** p6spy without any module that logs. */
  P6SPY {
    @Override
    public Connection connect(String url) throws SQLException {
      System.setProperty("p6spy.config.modulelist", "com.p6spy.engine.spy.P6SpyFactory");
      return DriverManager.getConnection(url.replaceFirst("^jdbc:", "jdbc:p6spy:"));
    }
  },
  /** datasource-proxy without listeners. */
  DATASOURCE_PROXY {
    @Override
    public Connection connect(String url) throws SQLException {
      return ProxyDataSourceBuilder.create(new OfUrl(url)).build().getConnection();
    }
  };

  /** Opens a connection. */
  public abstract Connection connect(String url) throws SQLException;

  private record OfUrl(String url) implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
      return DriverManager.getConnection(url);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      return DriverManager.getConnection(url, user, password);
    }

    @Override
    public PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
      throw new SQLFeatureNotSupportedException("no log writer");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
      throw new SQLFeatureNotSupportedException("no login timeout");
    }

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException("no logger");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
