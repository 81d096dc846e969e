package dev.nl2sql.jdbc;

import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;

/** The real builder, whose connections are wrapped. Not thread-safe, like the real one. */
final class WrappedConnectionBuilder implements ConnectionBuilder {
  private final ConnectionBuilder real;
  private final Wrapping wrapping;
  private String user;

  WrappedConnectionBuilder(ConnectionBuilder real, String user, Wrapping wrapping) {
    this.real = real;
    this.user = user;
    this.wrapping = wrapping;
  }

  /** Wraps a connection of a user. */
  @FunctionalInterface
  interface Wrapping {
    Connection wrapped(Connection real, String user) throws SQLException;
  }

  @Override
  public ConnectionBuilder user(String name) {
    real.user(name);
    user = name == null ? "" : name;
    return this;
  }

  @Override
  public ConnectionBuilder password(String password) {
    real.password(password);
    return this;
  }

  @Override
  public ConnectionBuilder shardingKey(ShardingKey key) {
    real.shardingKey(key);
    return this;
  }

  @Override
  public ConnectionBuilder superShardingKey(ShardingKey key) {
    real.superShardingKey(key);
    return this;
  }

  @Override
  public Connection build() throws SQLException {
    return wrapping.wrapped(real.build(), user);
  }
}
