package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** How one engine is kept from writing while a statement of ours runs, and how that is undone. */
interface ReadOnlyForm {

  /**
   * A form that has begun.
   *
   * @param connection where the statement runs
   * @param ending undoes everything, also after a failed statement
   */
  record Begun(Connection connection, Step ending) {
    void end() throws SQLException {
      ending.run();
    }
  }

  /** A step of beginning or ending a form. */
  @FunctionalInterface
  interface Step {
    void run() throws SQLException;
  }

  /** What keeps the statement read-only, for the status. */
  String protection();

  /** What the caller must be told. */
  default List<String> warnings() {
    return List.of();
  }

  /** Whether the engine itself refuses writes while the form holds. */
  default boolean holds() {
    return true;
  }

  /**
   * Whether rows of a statement stay readable when the form ends. Where they do not, they are held
   * by us before it ends.
   */
  default boolean rowsOutliveIt() {
    return true;
  }

  /**
   * Begins the form.
   *
   * @throws SQLException the database's own error; nothing is left begun
   */
  Begun begin(Connection connection, SandboxLimits limits) throws SQLException;

  /**
   * Asks the engine, before a statement runs, whether it only reads; for engines that tell it of a
   * statement and not of a session.
   *
   * @throws SandboxRefusedException if the statement would write
   */
  default void admit(Connection connection, String sql) throws SQLException {}

  /**
   * Whether the engine confirms, in a form that has begun, that it refuses writes now.
   *
   * @param begun where the form is in force
   */
  default boolean isConfirmed(Begun begun) throws SQLException {
    return holds();
  }
}
