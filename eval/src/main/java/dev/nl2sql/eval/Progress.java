package dev.nl2sql.eval;

import java.io.PrintWriter;

/** A bar on a terminal, a line for every tenth elsewhere. Thread-safe. */
final class Progress {
  private static final int WIDTH = 30;
  private static final int TENTHS = 10;

  private final PrintWriter console;
  private final int all;
  private final boolean terminal;
  private int done;
  private int right;
  private int tenthsTold;

  Progress(PrintWriter console, int all, boolean terminal) {
    this.console = console;
    this.all = all;
    this.terminal = terminal;
  }

  synchronized void ended(QuestionResult result) {
    done++;
    if (result.ending() == Ending.RIGHT) {
      right++;
    }
    if (terminal) {
      int filled = WIDTH * done / all;
      console.print("\r[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + state(result));
    } else if (TENTHS * done / all > tenthsTold) {
      tenthsTold = TENTHS * done / all;
      console.print(state(result) + "\n");
    }
    if (terminal && done == all) {
      console.println();
    }
    console.flush();
  }

  private String state(QuestionResult result) {
    return "%d of %d, %d right (%s)   ".formatted(done, all, right, result.question().database());
  }
}
