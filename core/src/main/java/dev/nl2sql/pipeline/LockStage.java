package dev.nl2sql.pipeline;

import dev.nl2sql.Assumption;
import dev.nl2sql.Condition;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Notice;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.memory.LockFile;
import dev.nl2sql.memory.LockedQuestion;
import dev.nl2sql.memory.StatementDays;
import dev.nl2sql.memory.Translation;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lock file of a report: a locked question is answered by its frozen statement as long as the
 * tables and columns that it uses are the same.
 */
final class LockStage {
  private static final String SOURCE = "lock";
  private final Optional<LockFile> file;
  private final boolean writes;

  LockStage(Settings settings) {
    String mode = settings.text(Setting.LOCK_MODE);
    this.file =
        mode.equals("off") ? Optional.empty() : settings.optional(Setting.LOCK).map(LockFile::new);
    this.writes = file.isPresent() && mode.equals("write");
  }

  /** Whether questions are planned anew and written. */
  boolean isWriting() {
    return writes;
  }

  /** What the status says of it. */
  String description() {
    return file.map(f -> f.name() + (writes ? " (write)" : " (read)")).orElse("none");
  }

  /** Where SQL is hidden it must not stand in a file beside the report either. */
  void demandUsable(Inquiry inquiry) {
    if (file.isPresent() && !inquiry.draft().exposesSql()) {
      throw new ConfigurationException(
          "a lock file holds SQL, and nl2sql.exposeSql is false; leave nl2sql.lock out, or set"
              + " nl2sql.lock.mode=off");
    }
  }

  /** The frozen translation of a question, if it has one that still fits. */
  Optional<Translation> translation(Inquiry inquiry, SessionView view) {
    if (file.isEmpty()) {
      return Optional.empty();
    }
    demandUsable(inquiry);
    Optional<LockedQuestion> locked =
        file.get().find(inquiry.request().question(), view.dialect().name());
    file.get()
        .fault()
        .ifPresent(
            f ->
                inquiry
                    .draft()
                    .say(
                        new Notice(
                            Condition.DEGRADED, "the last good lock file is in force: " + f)));
    locked.ifPresent(l -> demandNoDrift(l, view.catalog()));
    locked.ifPresent(l -> inquiry.draft().source(SOURCE));
    return locked.map(l -> translation(l, view));
  }

  private static Translation translation(LockedQuestion locked, SessionView view) {
    List<Assumption> assumptions = new ArrayList<>(locked.assumptions());
    assumptions.add(
        new Assumption(
            Assumption.Kind.READING,
            "this question is answered by the frozen statement at " + locked.location()));
    locked
        .asOf()
        .filter(day -> !day.equals(view.time().asOf()))
        .ifPresent(
            day ->
                assumptions.add(
                    new Assumption(
                        Assumption.Kind.PERIOD,
                        "the periods of the frozen statement are counted from %s; nl2sql.lock.mode=write"
                                .formatted(day)
                            + " plans it anew")));
    if (!locked.glossary().equals(view.glossary().version())) {
      assumptions.add(
          new Assumption(
              Assumption.Kind.READING, "the glossary has changed since the statement was frozen"));
    }
    return new Translation(
        locked.sql(),
        locked.parameters(),
        locked.facts(),
        locked.generator(),
        locked.confidence(),
        locked.interpretation(),
        assumptions,
        locked.facts().warnings().stream()
            .map(w -> new Notice(Condition.UNSAFE_AGGREGATE, w))
            .toList(),
        Optional.empty());
  }

  private static void demandNoDrift(LockedQuestion locked, Catalog catalog) {
    if (locked.catalog().equals(catalog.fingerprint())) {
      return;
    }
    List<String> differences = differences(locked, catalog);
    if (!differences.isEmpty()) {
      throw new ConfigurationException(
          "%s: the frozen statement of \"%s\" no longer fits the database:%n%s%n%s"
              .formatted(
                  locked.location(),
                  locked.question(),
                  String.join(System.lineSeparator(), differences),
                  "plan it anew with nl2sql.lock.mode=write"));
    }
  }

  /** Lines as of a diff: what was, and what is now. */
  private static List<String> differences(LockedQuestion locked, Catalog catalog) {
    List<String> lines = new ArrayList<>();
    locked
        .tables()
        .forEach(
            (name, columns) -> {
              Optional<Table> table =
                  catalog.tables().stream()
                      .filter(t -> t.name().toString().equals(name))
                      .findFirst();
              if (table.isEmpty()) {
                lines.add("- table " + name);
              } else {
                columns.forEach((column, type) -> compare(lines, table.get(), column, type));
              }
            });
    return lines;
  }

  private static void compare(List<String> lines, Table table, String column, String type) {
    Optional<String> now =
        table.columns().stream()
            .filter(c -> c.name().equals(column))
            .map(Column::typeName)
            .findFirst();
    if (now.isEmpty()) {
      lines.add("- column " + table.name() + "." + column + " " + type);
    } else if (!now.get().equals(type)) {
      lines.add("- column " + table.name() + "." + column + " " + type);
      lines.add("+ column " + table.name() + "." + column + " " + now.get());
    }
  }

  /** Writes what was just answered; a file that cannot be written is told and hurts nothing. */
  void write(Inquiry inquiry, SessionView view, Translation translation) {
    boolean open = translation.notices().stream().anyMatch(n -> n.clarification().isPresent());
    if (!writes || open) {
      return;
    }
    try {
      file.orElseThrow().put(locked(inquiry, view, translation, inquiry.draft().relations()));
    } catch (IOException e) {
      inquiry
          .draft()
          .say(
              new Notice(
                  Condition.DEGRADED,
                  "the lock file %s cannot be written (%s: %s)"
                      .formatted(
                          file.orElseThrow().name(),
                          e.getClass().getSimpleName(),
                          e.getMessage())));
    }
  }

  private static LockedQuestion locked(
      Inquiry inquiry, SessionView view, Translation translation, List<TableName> used) {
    String question = inquiry.request().question().text();
    Optional<LocalDate> day = StatementDays.only(question, translation.sql(), view.time().asOf());
    return new LockedQuestion(
        question,
        inquiry.request().question().choices(),
        translation.interpretation(),
        translation.generator(),
        view.dialect().name(),
        view.catalog().fingerprint(),
        view.glossary().version(),
        day,
        translation.confidence(),
        translation.assumptions(),
        translation.facts(),
        tables(translation.sql(), view.catalog(), used),
        translation.parameters(),
        translation.sql(),
        "");
  }

  private static Map<String, Map<String, String>> tables(
      String sql, Catalog catalog, List<TableName> used) {
    Map<String, Map<String, String>> tables = new LinkedHashMap<>();
    UsedColumns.of(sql, catalog, used)
        .forEach(
            (table, columns) -> {
              Map<String, String> types = new LinkedHashMap<>();
              columns.forEach(c -> types.put(c.name(), c.typeName()));
              tables.put(table.toString(), types);
            });
    return tables;
  }
}
