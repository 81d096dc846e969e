package dev.nl2sql.answer;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rows of EXPLAIN ASK: (section, item, value), every section present in a fixed order. */
public final class Explanation {

  /** The sections in the order in which they are shown. */
  public enum Section {
    STATUS,
    SQL,
    TABLES,
    JOINS,
    ASSUMPTIONS,
    INTERPRETATION,
    SCHEMA,
    OMITTED,
    EXAMPLES,
    CONFIDENCE,
    COST,
    GENERATOR,
    ATTEMPTS,
    TIMINGS
  }

  /** What stands for a section that has nothing to say. */
  private static final String NOTHING = "none";

  private final Map<Section, List<List<Object>>> rows = new EnumMap<>(Section.class);

  /** Adds a row to a section. */
  public Explanation add(Section section, String item, String value) {
    rows.computeIfAbsent(section, s -> new ArrayList<>())
        .add(List.of(section.name().toLowerCase(Locale.ROOT), item, value));
    return this;
  }

  /** The table; a section without rows gets one that says so. Hidden sections are left out. */
  public RowTable toTable(List<Section> hidden) {
    List<List<Object>> all = new ArrayList<>();
    for (Section section : Section.values()) {
      if (!hidden.contains(section)) {
        all.addAll(
            rows.getOrDefault(
                section, List.of(List.of(section.name().toLowerCase(Locale.ROOT), "", NOTHING))));
      }
    }
    return RowTable.ofTexts(List.of("section", "item", "value"), all);
  }
}
