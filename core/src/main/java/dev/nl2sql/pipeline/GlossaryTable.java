package dev.nl2sql.pipeline;

import dev.nl2sql.answer.RowTable;
import dev.nl2sql.glossary.Glossary;
import java.util.ArrayList;
import java.util.List;

/** The rows of SHOW NL GLOSSARY: (kind, name, meaning, source). */
final class GlossaryTable {
  private GlossaryTable() {}

  static RowTable of(Glossary glossary) {
    List<List<Object>> rows = new ArrayList<>();
    glossary
        .metrics()
        .forEach(m -> rows.add(row("metric", m.name(), m.definition(), m.sql().location())));
    glossary
        .defaults()
        .forEach(d -> rows.add(row("default", d.id(), d.statement(), d.filter().location())));
    for (Glossary.AmbiguousTerm term : glossary.ambiguous()) {
      term.options()
          .forEach(
              o ->
                  rows.add(
                      row(
                          "ambiguous",
                          term.name() + " = " + o.id(),
                          o.label() + ": " + o.definition(),
                          "glossary")));
    }
    glossary.synonyms().entrySet().stream()
        .sorted(java.util.Map.Entry.comparingByKey())
        .forEach(
            e -> rows.add(row("synonym", e.getKey(), String.join(", ", e.getValue()), "glossary")));
    glossary
        .values()
        .forEach(
            v ->
                rows.add(
                    row(
                        "value",
                        v.said(),
                        v.table() + "." + v.column() + " = " + v.stored(),
                        "glossary")));
    return RowTable.ofTexts(List.of("kind", "name", "meaning", "source"), rows);
  }

  private static List<Object> row(String kind, String name, String meaning, String source) {
    return List.of(kind, name, meaning, source);
  }
}
