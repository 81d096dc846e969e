package dev.nl2sql.examples.clients;

import java.util.List;
import javax.sql.DataSource;

/** A typical use of a library that stands above JDBC. */
@FunctionalInterface
interface Client {
  /**
   * Works on a database with three books.
   *
   * @param source connections to it
   * @return what was seen, in words that do not depend on who gave the connections
   */
  List<String> use(DataSource source) throws Exception;
}
