package dev.nl2sql.pipeline;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The columns that a statement may mean by its names; all of a table that it reads with *. */
final class UsedColumns {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");
  private static final Pattern TEXTS = Pattern.compile("'(?:[^']|'')*'");
  private static final Pattern STAR = Pattern.compile("(?i)(?:\\bSELECT|\\bDISTINCT|[,.])\\s*\\*");

  private UsedColumns() {}

  /** For each relation of the catalog that is used, the columns that may be. */
  static Map<TableName, List<Column>> of(String sql, Catalog catalog, List<TableName> relations) {
    String withoutTexts = TEXTS.matcher(sql).replaceAll(" ");
    boolean all = STAR.matcher(withoutTexts).find();
    Set<String> names = new HashSet<>();
    Matcher words = NAME.matcher(withoutTexts);
    while (words.find()) {
      names.add(words.group().toLowerCase(Locale.ROOT));
    }
    Map<TableName, List<Column>> used = new LinkedHashMap<>();
    for (TableName name : relations) {
      catalog
          .table(name)
          .map(Table::columns)
          .ifPresent(
              columns -> {
                List<Column> named = new ArrayList<>(columns);
                named.removeIf(c -> !all && !isNamed(c.name(), names, withoutTexts));
                used.put(name, named);
              });
    }
    return used;
  }

  private static boolean isNamed(String column, Set<String> names, String sql) {
    return NAME.matcher(column).matches()
        ? names.contains(column.toLowerCase(Locale.ROOT))
        : sql.contains(column);
  }
}
