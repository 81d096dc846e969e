package dev.nl2sql.guard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.PlainSelect;

/** Which words the parser reads as names. Thread-safe. */
final class PlainWords {
  private static final int MOST_REMEMBERED = 10_000;

  private final Map<String, Boolean> words = new ConcurrentHashMap<>();
  private final Map<String, Boolean> relations = new ConcurrentHashMap<>();

  /** Whether the word is no key word of the grammar anywhere. */
  boolean isPlain(String word) {
    return remembered(words, word, PlainWords::isIdentifier);
  }

  /** Whether a schema and a name, joined by a point, are read as a relation in FROM. */
  boolean isRelation(String qualified) {
    return remembered(relations, qualified, PlainWords::isTable);
  }

  private static boolean remembered(
      Map<String, Boolean> known, String text, Predicate<String> question) {
    Boolean answer = known.get(text);
    if (answer == null) {
      answer = question.test(text);
      if (known.size() < MOST_REMEMBERED) {
        known.put(text, answer);
      }
    }
    return answer;
  }

  private static boolean isTable(String qualified) {
    String query = "SELECT 1 FROM " + qualified + " JOIN " + qualified + " ON 1 = 1";
    try {
      return CCJSqlParserUtil.newParser(query).Statement() instanceof PlainSelect select
          && select.toString().equals(query)
          && isTable(select.getFromItem(), qualified)
          && isTable(select.getJoins().get(0).getFromItem(), qualified);
    } catch (ParseException e) {
      return false;
    }
  }

  private static boolean isTable(FromItem item, String qualified) {
    return item instanceof Table table && table.getFullyQualifiedName().equals(qualified);
  }

  private static boolean isIdentifier(String word) {
    CCJSqlParser parser = CCJSqlParserUtil.newParser(word);
    boolean name = parser.getNextToken().kind == CCJSqlParserConstants.S_IDENTIFIER;
    return name && parser.getNextToken().kind == CCJSqlParserConstants.EOF;
  }
}
