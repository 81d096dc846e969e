package dev.nl2sql.jdbc;

import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** What one side showed, call by call. */
final class Outcomes {
  private final List<String> seen = new ArrayList<>();

  /** Work without a value. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  /** Notes the value of a call, or how it failed. */
  void see(String label, Callable<?> call) {
    seen.add(TwinEngine.neutral(label + ": " + Observed.of(call)));
  }

  /** Notes that work ended, or how it failed. */
  void see(String label, Work work) {
    see(
        label,
        () -> {
          work.run();
          return "done";
        });
  }

  /** Notes all rows of a query. */
  void rows(String label, Callable<ResultSet> query) {
    see(label, () -> Observed.rows(query.call()));
  }

  List<String> all() {
    return seen;
  }
}
