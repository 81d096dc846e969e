package dev.nl2sql.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** How one engine is kept from writing while a statement of ours runs, and how that is undone. */
interface ReadOnlyForm {

  /** A form that has begun. */
  interface Begun {
    /** Undoes everything, also after a failed statement. */
    void end() throws SQLException;
  }

  /** What keeps the statement read-only, for the status. */
  String protection();

  /** What the caller must be told. */
  List<String> warnings();

  /** Whether the engine itself refuses writes while the form holds. */
  boolean holds();

  /**
   * Whether rows of a statement stay readable when the form ends. Where they do not, they are held
   * by us before it ends.
   */
  default boolean rowsOutliveIt() {
    return true;
  }

  /** Begins the form. */
  Begun begin(Connection connection, SandboxLimits limits) throws SQLException;
}
