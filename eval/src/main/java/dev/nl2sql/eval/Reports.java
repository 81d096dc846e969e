package dev.nl2sql.eval;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the reports of a run into a folder and its summary to the console. */
final class Reports {
  private final Path folder;
  private final PrintWriter console;

  Reports(Path folder, PrintWriter console) {
    this.folder = folder;
    this.console = console;
  }

  void write(Run run) throws IOException {
    Files.createDirectories(folder);
    ResultFile.write(folder.resolve(run.name() + ".jsonl"), run);
    ResultFile.writeConfidences(folder.resolve(run.name() + ".confidence.jsonl"), run);
    Files.writeString(folder.resolve(run.name() + ".md"), TextReport.full(run));
    Files.writeString(folder.resolve(run.name() + ".html"), HtmlReport.of(run));
    new RunHistory(folder).add(run);
    console.println(TextReport.summary(run));
    console.println(
        "reports: " + folder.resolve(run.name()) + ".{jsonl,confidence.jsonl,md,html}\n");
    console.flush();
  }
}
