package dev.nl2sql.eval.benchmark;

import java.sql.SQLException;

/** One benchmark by one way, to be run again and again. */
public interface Work {
  /** Runs it so many times. */
  void run(int times) throws SQLException;
}
