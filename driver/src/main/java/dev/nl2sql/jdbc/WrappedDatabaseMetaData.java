package dev.nl2sql.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The real metadata, except that it knows the connection it came from. */
class WrappedDatabaseMetaData extends ForwardingDatabaseMetaData implements DatabaseMetaData {
  private final WrappedConnection connection;
  private final DatabaseMetaData self;

  WrappedDatabaseMetaData(DatabaseMetaData real, WrappedConnection connection) {
    super(real, connection.gate);
    this.connection = connection;
    this.self = connection.views().of(this, real, DatabaseMetaData.class);
  }

  static WrappedDatabaseMetaData of(DatabaseMetaData real, WrappedConnection connection) {
    VendorShape shape =
        connection.views().shape(WrappedDatabaseMetaData.class, real, DatabaseMetaData.class);
    return shape.isMade()
        ? (WrappedDatabaseMetaData) shape.make(real, connection)
        : new WrappedDatabaseMetaData(real, connection);
  }

  final boolean isOf(DatabaseMetaData theirs) {
    return real == theirs;
  }

  @Override
  final ResultSet rows(ResultSet rows) {
    return connection.handedOut().rows(rows);
  }

  /** The object to hand out: this one, or a view with the vendor's interfaces. */
  final DatabaseMetaData self() {
    return self;
  }

  @Override
  public Connection getConnection() {
    return connection.self();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return RealObjects.unwrap(self, real, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return RealObjects.isWrapperFor(self, real, type);
  }

  @Override
  public String toString() {
    return real.toString();
  }
}
