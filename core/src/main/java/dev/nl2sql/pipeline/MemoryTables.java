package dev.nl2sql.pipeline;

import dev.nl2sql.Choice;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.generate.ModelCall;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.memory.HistoryEntry;
import dev.nl2sql.memory.Owner;
import dev.nl2sql.memory.Pair;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rows of SHOW NL HISTORY, EGRESS and EXAMPLES. */
final class MemoryTables {
  private static final List<RowTable.Column> HISTORY =
      List.of(
          text("id"),
          new RowTable.Column("at", Types.TIMESTAMP),
          text("question"),
          text("outcome"),
          text("state"),
          text("sql"),
          number("rows"),
          number("ms"),
          number("tokens"),
          text("generator"));
  private static final List<RowTable.Column> EGRESS =
      List.of(
          text("id"),
          new RowTable.Column("at", Types.TIMESTAMP),
          text("task"),
          text("provider"),
          text("model"),
          text("host"),
          text("contents"),
          number("bytes"),
          number("tokens_in"),
          number("tokens_out"),
          number("ms"),
          text("ending"));
  private static final List<RowTable.Column> EXAMPLES =
      List.of(
          text("kind"),
          text("question"),
          text("sql"),
          text("source"),
          new RowTable.Column("at", Types.TIMESTAMP),
          text("only_on"),
          number("rows"));

  private MemoryTables() {}

  private static RowTable.Column text(String label) {
    return new RowTable.Column(label, Types.VARCHAR);
  }

  private static RowTable.Column number(String label) {
    return new RowTable.Column(label, Types.BIGINT);
  }

  static RowTable history(List<HistoryEntry> entries, boolean exposesSql) {
    return new RowTable(
        HISTORY,
        entries.stream()
            .map(
                e ->
                    Arrays.<Object>asList(
                        e.id(),
                        Timestamp.from(e.at()),
                        asked(e.question(), e.choices()),
                        e.outcome(),
                        e.state(),
                        exposesSql ? e.sql().orElse(null) : null,
                        e.rows() < 0 ? null : e.rows(),
                        e.millis(),
                        e.tokens(),
                        e.generator()))
            .toList());
  }

  static RowTable egress(List<HistoryEntry> entries) {
    List<List<Object>> rows = new ArrayList<>();
    for (HistoryEntry entry : entries) {
      for (ModelCall call : entry.sent()) {
        rows.add(
            List.of(
                entry.id(),
                Timestamp.from(call.at()),
                call.task(),
                call.provider(),
                call.model(),
                call.host(),
                call.contents().stream()
                    .map(c -> c.name().toLowerCase(Locale.ROOT))
                    .sorted()
                    .collect(Collectors.joining(", ")),
                call.bytesSent(),
                call.tokensIn(),
                call.tokensOut(),
                call.duration().toMillis(),
                call.ending()));
      }
    }
    return new RowTable(EGRESS, rows);
  }

  static RowTable examples(
      List<Glossary.VerifiedQuestion> verified, List<Pair> pairs, Owner owner, boolean exposesSql) {
    List<List<Object>> rows = new ArrayList<>();
    for (Glossary.VerifiedQuestion v : verified) {
      rows.add(
          Arrays.asList(
              Pair.Kind.VERIFIED.word(),
              v.question(),
              exposesSql ? v.sql().sql() : null,
              v.sql().location(),
              null,
              null,
              null));
    }
    for (Pair pair : pairs) {
      rows.add(
          Arrays.asList(
              pair.kind().word(),
              asked(pair.question(), pair.choices()),
              exposesSql ? pair.sql() : null,
              pair.owner().equals(owner) ? "own" : "shared",
              Timestamp.from(pair.at()),
              pair.asOf().map(LocalDate::toString).orElse(null),
              pair.rows() < 0 ? null : pair.rows()));
    }
    return new RowTable(EXAMPLES, rows);
  }

  /** A verified question of the glossary beside those of the store. */
  static Pair pair(Glossary.VerifiedQuestion verified, Owner owner, String dialect) {
    return new Pair(
        Pair.Kind.VERIFIED,
        owner,
        false,
        verified.question(),
        List.of(),
        verified.sql().sql(),
        List.of(),
        dialect,
        Optional.empty(),
        "",
        -1,
        Instant.EPOCH);
  }

  /** The question as it could be asked again in the bare form. */
  private static String asked(String question, List<Choice> choices) {
    return choices.isEmpty()
        ? question
        : question
            + choices.stream()
                .map(
                    c ->
                        c.term()
                            + " = "
                            + c.option()
                            + c.definition().map(d -> " '" + d.replace("'", "''") + "'").orElse(""))
                .collect(Collectors.joining(", ", " WITH (", ")"));
  }
}
