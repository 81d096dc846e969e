package dev.nl2sql.plan;

import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.plan.Expression.CalendarUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How one database engine writes SQL. Every fact comes from a resource file, one per engine.
 * Immutable and thread-safe.
 */
public final class Dialect {
  /** What an engine does to the letters of a name that is not quoted. */
  public enum Folding {
    UPPER,
    LOWER,
    /** Kept as written, compared without regard to case. */
    INSENSITIVE,
    /** Nobody knows; names are always quoted. */
    UNKNOWN
  }

  /** How a sub-select with its own order or limit becomes an operand of a set operation. */
  enum SetOperand {
    PARENTHESIS,
    DERIVED
  }

  /** How NULLs are sorted last. */
  enum NullsLast {
    NATIVE,
    CASE,
    IS_NULL
  }

  private final String name;
  private final DialectFile facts;
  private final Folding folding;
  private final char quote;
  private final Set<String> reservedWords;
  private final Set<String> textTypes;

  Dialect(String name, DialectFile facts, Set<String> commonReservedWords) {
    this.name = Objects.requireNonNull(name);
    this.facts = Objects.requireNonNull(facts);
    this.folding = facts.choice("folding", Folding.class);
    this.quote = facts.text("quote").equals("backtick") ? '`' : '"';
    java.util.HashSet<String> words = new java.util.HashSet<>(commonReservedWords);
    words.addAll(facts.words("reserved"));
    this.reservedWords = Set.copyOf(words);
    this.textTypes = facts.words("textTypes");
  }

  /**
   * The dialect of a database product as {@link java.sql.DatabaseMetaData#getDatabaseProductName()}
   * tells it; the strictest one for a product without a file.
   */
  public static Dialect forProduct(String productName) {
    return Dialects.forProduct(productName);
  }

  /** The dialects that have a file, the strictest ({@code ansi}) included. */
  public static List<Dialect> all() {
    return Dialects.all();
  }

  /** The name of the file: {@code h2}, {@code postgresql}, {@code sqlite}, … */
  public String name() {
    return name;
  }

  public Folding folding() {
    return folding;
  }

  /** The character around quoted names. */
  public char quote() {
    return quote;
  }

  /** Whether the word cannot stand as a bare name, in any letter case. */
  public boolean isReserved(String word) {
    return reservedWords.contains(word.toLowerCase(Locale.ROOT));
  }

  /** What the engine makes of a name written without quotes. */
  public String fold(String unquoted) {
    return switch (folding) {
      case UPPER -> unquoted.toUpperCase(Locale.ROOT);
      case LOWER -> unquoted.toLowerCase(Locale.ROOT);
      case INSENSITIVE, UNKNOWN -> unquoted;
    };
  }

  /** Whether two names, as the catalog holds them, are one to the engine. */
  public boolean sameName(String left, String right) {
    return folding == Folding.INSENSITIVE ? left.equalsIgnoreCase(right) : left.equals(right);
  }

  /** A catalog name as it must be written: bare where folding leaves it alone, else quoted. */
  public String identifier(String catalogName) {
    boolean bare =
        folding != Folding.UNKNOWN
            && isPlainWord(catalogName)
            && fold(catalogName).equals(catalogName)
            && !isReserved(catalogName);
    return bare ? catalogName : quoted(catalogName);
  }

  /** A name in quotes, quotes inside doubled. */
  public String quoted(String catalogName) {
    if (catalogName.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a name cannot hold a NUL character");
    }
    String mark = String.valueOf(quote);
    return mark + catalogName.replace(mark, mark + mark) + mark;
  }

  /** A relation with its schema, each part quoted where needed. */
  public String relation(TableName relation) {
    String bare = identifier(relation.name());
    return relation.schema().isEmpty() ? bare : identifier(relation.schema()) + "." + bare;
  }

  /** How an alias follows a relation or a sub-query. */
  String tableAlias(String alias) {
    return (writesAsBeforeRelationAlias() ? " AS " : " ") + alias(alias);
  }

  /** Whether AS stands between a relation or a sub-query and its alias. */
  public boolean writesAsBeforeRelationAlias() {
    return facts.text("tableAlias").equals("AS");
  }

  /** An alias as it must be written everywhere; bare unless it is a reserved word. */
  public String alias(String alias) {
    return isPlainWord(alias) && !isReserved(alias) ? alias : quoted(alias);
  }

  /** A text literal. */
  public String textLiteral(String value) {
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a text cannot hold a NUL character");
    }
    String doubled = value.replace("'", "''");
    boolean backslashEscapes = facts.text("literal.backslash").equals("double");
    return "'" + (backslashEscapes ? doubled.replace("\\", "\\\\") : doubled) + "'";
  }

  /** Whether a backslash escapes the next character inside a plain text literal. */
  public boolean backslashEscapes() {
    return facts.text("literal.backslash").equals("double");
  }

  /** The type to cast to, as written in a CAST. */
  public String castType(ColumnType type) {
    return switch (type) {
      case TEXT, BINARY, OTHER -> facts.text("cast.text");
      case INTEGER -> facts.text("cast.integer");
      case DECIMAL -> facts.text("cast.decimal");
      case BOOLEAN -> facts.text("cast.boolean");
      case DATE -> facts.text("cast.date");
      case TIME -> facts.text("cast.time");
      case TIMESTAMP -> facts.text("cast.timestamp");
      case TIMESTAMP_WITH_ZONE -> facts.text("cast.timestampWithZone");
    };
  }

  /**
   * The clause that keeps at most so many rows; it ends the statement, or stands before the list of
   * columns.
   */
  public String limit(long count) {
    return facts.fill("limit", Map.of("count", Long.toString(count)));
  }

  /** Whether the clause that limits rows stands before the list of columns. */
  public boolean limitStandsFirst() {
    return facts.text("limitPlace").equals("top");
  }

  /** Whether rows are limited by a LIMIT clause at the end of a statement. */
  public boolean limitsByLimit() {
    return facts.text("limit").startsWith("LIMIT ");
  }

  /** Whether the engine has an aggregate for percentiles. */
  public boolean hasPercentile() {
    return facts.has("percentile");
  }

  /** The percentile of all rows of a query, where it must be found by their order. */
  Optional<Expression.Percentile> rankedPercentile(QueryPlan.Select select) {
    boolean alone =
        select.projections().size() == 1
            && select.groupBy().isEmpty()
            && select.having().isEmpty()
            && select.orderBy().isEmpty();
    boolean ranked = !hasPercentile() && facts.text("percentile.byRank").equals("yes");
    return ranked
            && alone
            && select.projections().get(0).expression() instanceof Expression.Percentile percentile
        ? Optional.of(percentile)
        : Optional.empty();
  }

  /** Whether the engine can compute the percentiles of a query. */
  boolean canComputePercentilesOf(QueryPlan.Select select) {
    return hasPercentile() || rankedPercentile(select).isPresent();
  }

  String setOperator(QueryPlan.SetOperation.Operator operator) {
    return facts.text("setOperator." + operator.name().toLowerCase(Locale.ROOT));
  }

  /** What stands in a pattern before a character that is meant itself. */
  String likeEscape() {
    return facts.text("likeEscape").equals("backslash") ? "\\" : "!";
  }

  /** Whether the engine can compute the start of such a calendar unit. */
  public boolean hasPeriodStart(CalendarUnit unit) {
    return unit != CalendarUnit.DAY_OF_WEEK && facts.has("periodStart." + key(unit));
  }

  /** Whether the engine can compute such a field of a date. */
  public boolean hasDatePart(CalendarUnit unit) {
    return facts.has("datePart." + key(unit));
  }

  /** Whether dates may be stored as text and are compared as text. */
  public boolean datesAreText() {
    return facts.text("literal.date").startsWith("'");
  }

  /** Whether text functions take a value of this type as it is, without a cast. */
  boolean isTextType(String typeName) {
    return textTypes.isEmpty() || textTypes.contains(typeName.toLowerCase(Locale.ROOT));
  }

  boolean midnightIsDate() {
    return facts.text("literal.midnight").equals("date");
  }

  SetOperand setOperand() {
    return facts.choice("setOperand", SetOperand.class);
  }

  NullsLast nullsLast() {
    return facts.choice("nullsLast", NullsLast.class);
  }

  String literal(String kind, String value) {
    return facts.fill("literal." + kind, Map.of("value", value));
  }

  String truth(boolean value) {
    return facts.text(value ? "literal.true" : "literal.false");
  }

  String fill(String fact, Map<String, String> parts) {
    return facts.fill(fact, parts);
  }

  String periodStart(CalendarUnit unit, String argument) {
    return facts.fill("periodStart." + key(unit), Map.of("argument", argument));
  }

  String datePart(CalendarUnit unit, String argument) {
    return facts.fill("datePart." + key(unit), Map.of("argument", argument));
  }

  private static String key(CalendarUnit unit) {
    return unit == CalendarUnit.DAY_OF_WEEK ? "dayOfWeek" : unit.name().toLowerCase(Locale.ROOT);
  }

  private static boolean isPlainWord(String word) {
    if (word.isEmpty() || !isLetter(word.charAt(0))) {
      return false;
    }
    return word.chars().allMatch(c -> isLetter((char) c) || (c >= '0' && c <= '9'));
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  @Override
  public String toString() {
    return name;
  }
}
