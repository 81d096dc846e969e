package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.language.Language;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.NonAdditiveNames;
import dev.nl2sql.resource.WordList;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;

/** What the values of a column are good for: adding up, counting years, telling rows apart. */
record ColumnKinds(Language language, SchemaLexicon lexicon) {
  private static final Set<String> NOT_ADDED_UP =
      Set.copyOf(WordList.read(ColumnKinds.class, "not_added_up.txt"));

  boolean isNumber(Sketch.Term term) {
    return term instanceof Sketch.OfField f && isQuantity(f.field());
  }

  boolean addsUp(Field field) {
    return isQuantity(field)
        && lexicon.wordsOf(field.column()).stream().noneMatch(NOT_ADDED_UP::contains)
        && !isYearColumn(field.column())
        && !NonAdditiveNames.standard().matches(field.column().name());
  }

  boolean isYearColumn(Column column) {
    return lexicon.wordsOf(column).contains(language.lemma("year"));
  }

  boolean isQuantity(Field field) {
    return field.column().type().isNumeric() && !isIdentifier(field.table(), field.column());
  }

  boolean isIdentifier(Table table, Column column) {
    return table.primaryKey().contains(column.name())
        || column.name().toLowerCase(Locale.ROOT).endsWith("id");
  }

  static boolean isYear(BigDecimal value) {
    return value.scale() <= 0 && value.intValue() >= 1000 && value.intValue() <= 2100;
  }

  boolean isYear(Field field) {
    return field.column().type().isNumeric() && isYearColumn(field.column());
  }

  boolean isCategory(Field field) {
    return !lexicon.profile(field.table()).display().contains(field.column())
        && !lexicon.profile(field.table()).key().contains(field.column());
  }
}
