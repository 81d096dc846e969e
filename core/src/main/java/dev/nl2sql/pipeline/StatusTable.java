package dev.nl2sql.pipeline;

import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.answer.RowTable;
import dev.nl2sql.execute.ReadOnlyProbe;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.memory.TranslationCache;
import java.util.ArrayList;
import java.util.List;

/** The rows of SHOW NL STATUS: (name, value, note). */
final class StatusTable {
  private StatusTable() {}

  static RowTable of(
      SessionView view,
      Settings settings,
      Generators generators,
      TranslationCache translations,
      ReadOnlyProbe.Result protection,
      List<List<Object>> memory) {
    List<List<Object>> rows = new ArrayList<>();
    add(rows, "database", view.facts().product(), view.facts().productVersion());
    add(rows, "user", view.facts().user(), "search path " + view.facts().searchPath());
    add(rows, "dialect", view.dialect().name(), "");
    add(
        rows,
        "today",
        view.time().asOf().toString(),
        settings.isGiven(Setting.AS_OF_DATE) ? "set by nl2sql.asOfDate" : "the database's date");
    add(rows, "zone", view.time().zone().toString(), "");
    add(
        rows,
        "catalog",
        view.catalog().tables().size() + " relations",
        view.catalog().foreignKeys().size()
            + " references; fingerprint "
            + view.catalog().fingerprint());
    add(
        rows,
        "glossary",
        settings.optional(Setting.GLOSSARY).orElse("none"),
        view.glossary().ambiguous().size()
            + " ambiguous terms, "
            + view.glossary().metrics().size()
            + " metrics");
    view.unavailable().forEach(u -> add(rows, "glossary", "not in force", u.message()));
    add(
        rows,
        "generator",
        generators.model().map(SqlGenerator::name).orElse(generators.own().name()),
        "nl2sql.generator = " + settings.text(Setting.GENERATOR));
    add(
        rows,
        "minConfidence",
        settings.text(Setting.MIN_CONFIDENCE),
        "below it a question counts as not understood");
    add(
        rows,
        "limits",
        settings.text(Setting.MAX_ROWS) + " rows, " + settings.text(Setting.MAX_BYTES),
        "statement " + settings.text(Setting.STATEMENT_TIMEOUT));
    add(
        rows,
        "read-only",
        protection.protection(),
        protection.holds()
            ? "asked: the engine refuses writes"
            : "only the guard keeps questions read-only here");
    add(
        rows,
        "cost gate",
        settings.number(Setting.MAX_COST) > 0 ? settings.text(Setting.MAX_COST) : "off",
        "nl2sql.maxCost");
    add(rows, "translations", Long.toString(translations.size()), "held in memory");
    rows.addAll(memory);
    return RowTable.ofTexts(List.of("name", "value", "note"), rows);
  }

  private static void add(List<List<Object>> rows, String name, String value, String note) {
    rows.add(List.of(name, value, note));
  }
}
