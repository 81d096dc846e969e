package dev.nl2sql.guard;

import dev.nl2sql.guard.GuardVerdict.Accepted;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.testing.SampleSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * What coverage-guided fuzzing (Jazzer, profile {@code fuzz}) asks of the guard: any text ends with
 * a verdict, and what is accepted is one statement on the catalog that prints the same again. The
 * first byte picks the dialect, the rest is the statement.
 */
public final class GuardFuzzer {
  private static final SqlGuard GUARD = new SqlGuard();
  private static final List<GuardContext> CONTEXTS =
      List.of("h2", "postgresql", "sqlite", "duckdb", "mysql", "ansi").stream()
          .map(
              engine ->
                  new GuardContext(
                      SampleSchema.catalog(engine), Dialect.forProduct(engine), Set.of(), false))
          .toList();

  private GuardFuzzer() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    if (data.length > 0) {
      GuardContext context = CONTEXTS.get(Math.floorMod(data[0], CONTEXTS.size()));
      isAccepted(new String(data, 1, data.length - 1, StandardCharsets.UTF_8), context);
    }
  }

  static boolean isAccepted(String sql, GuardContext context) {
    if (!(GUARD.check(sql, context) instanceof Accepted accepted)) {
      return false;
    }
    for (String printed : List.of(accepted.sql().sql(), accepted.sql().withRowCap(7))) {
      require(!withoutTexts(printed).contains(";"), "a separator is printed", printed);
      boolean known =
          accepted.sql().relations().stream().allMatch(r -> context.catalog().table(r).isPresent());
      require(known, "a relation is none of the catalog", printed);
      boolean escaped = printed.contains("E'"); // a literal that only the guard itself may write
      require(escaped || isPrintedAgain(printed, context), "it is printed another way", printed);
    }
    return true;
  }

  private static boolean isPrintedAgain(String printed, GuardContext context) {
    return GUARD.check(printed, context) instanceof Accepted again
        && unnumbered(again.sql().sql()).equals(unnumbered(printed));
  }

  private static String withoutTexts(String sql) {
    return sql.replaceAll("'[^']*'|\"[^\"]*\"|`[^`]*`", "");
  }

  // Names of WITH are numbered anew each time.
  private static String unnumbered(String sql) {
    return sql.replaceAll("(?i)nl2sql_with_\\d+ (AS )?nl2sql_with_\\d+", "w")
        .replaceAll("(?i)nl2sql_with_\\d+", "w");
  }

  private static void require(boolean condition, String what, String printed) {
    if (!condition) {
      throw new IllegalStateException(what + ": " + printed);
    }
  }
}
