package dev.nl2sql.glossary;

import dev.nl2sql.catalog.TableName;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the people of a business mean by their words: plain data read from a YAML file.
 *
 * @param synonyms a word or phrase, lower case, and the words it stands for
 * @param values what people say instead of a stored value
 * @param metrics named measures
 * @param defaults filters applied, and stated, without being asked
 * @param ambiguous terms with several readings
 * @param joins references the database does not declare
 * @param verified questions with SQL that is known to be right
 * @param policies rules on tables
 * @param version changes whenever the content does; part of cache keys
 */
public record Glossary(
    Map<String, List<String>> synonyms,
    List<ValueSynonym> values,
    List<Metric> metrics,
    List<GovernedDefault> defaults,
    List<AmbiguousTerm> ambiguous,
    List<GivenJoin> joins,
    List<VerifiedQuestion> verified,
    List<TablePolicy> policies,
    String version) {

  /**
   * What people say, and the stored value meant, for one column.
   *
   * @param location where it stands, as {@code file:line:column}
   */
  public record ValueSynonym(
      String table, String column, String said, String stored, String location) {}

  /**
   * A named measure, used by its name and its synonyms.
   *
   * @param sql an aggregate expression
   * @param tables the tables its columns belong to
   * @param unit shown with the value, empty if none
   * @param additive whether values of parts may be added up
   * @param counts tables whose rows a question counts by this measure, if it says one of the words
   * @param countedWhen these words, as written or as dictionary forms
   */
  public record Metric(
      String name,
      SqlText sql,
      List<String> tables,
      String unit,
      boolean additive,
      String definition,
      List<String> counts,
      List<String> countedWhen) {
    public Metric {
      counts = List.copyOf(counts);
      countedWhen = List.copyOf(countedWhen);
    }

    /** Whether the rows of the table are counted by this measure when one of its words is said. */
    public boolean isCountOf(String table) {
      return counts.stream().anyMatch(table::equalsIgnoreCase);
    }

    /** Whether a word, as written or as dictionary form, is one of those said then. */
    public boolean isCountedWhen(String written, String dictionaryForm) {
      return countedWhen.contains(written) || countedWhen.contains(dictionaryForm);
    }
  }

  /**
   * A filter put on every occurrence of the tables it applies to.
   *
   * @param unless words of the question that switch it off
   * @param statement said as an assumption when it applied
   */
  public record GovernedDefault(
      String id, List<String> applies, SqlText filter, List<String> unless, String statement) {}

  /**
   * A term with several readings.
   *
   * @param triggers patterns, case-insensitive, one of which must be found in the question
   * @param unless patterns whose presence means the question already says which reading
   */
  public record AmbiguousTerm(
      String name,
      List<Pattern> triggers,
      List<Pattern> unless,
      String prompt,
      List<Reading> options) {}

  /**
   * One reading of an ambiguous term. At least one of {@code order}, {@code filter}, {@code date}.
   *
   * @param order ranks the entities of {@code by}: an aggregate expression with ASC or DESC
   * @param by the table whose rows are ranked
   * @param filter a condition that the term stands for; CURRENT_DATE means the as-of date
   * @param date the date expression to which the period of the question applies
   */
  public record Reading(
      String id,
      String label,
      String definition,
      Optional<SqlText> order,
      Optional<String> by,
      Optional<SqlText> filter,
      Optional<SqlText> date) {}

  /** A reference the database does not declare, as {@code table.column}. */
  public record GivenJoin(String from, String to, String location) {}

  /**
   * A question whose SQL is known to be right. {@code dialect} is {@code any} or a dialect's name.
   */
  public record VerifiedQuestion(String question, SqlText sql, String dialect) {}

  /**
   * Rules on one table.
   *
   * @param deny columns no question may use; {@value #ALL} means the whole table
   * @param neverSend columns whose values never leave the process
   * @param masks for a column, the expression that questions see instead of its values
   * @param rowFilter a condition on the rows questions may see
   * @param location where it stands, as {@code file:line:column}
   */
  public record TablePolicy(
      String table,
      List<String> deny,
      List<String> neverSend,
      Map<String, SqlText> masks,
      Optional<SqlText> rowFilter,
      String location) {
    /** Under {@code deny}: every column. */
    public static final String ALL = "*";

    public TablePolicy {
      deny = List.copyOf(deny);
      neverSend = List.copyOf(neverSend);
      masks = Map.copyOf(masks);
    }

    /** Whether the rules are about this relation, named with or without its schema. */
    public boolean concerns(TableName name) {
      return name.isCalled(table);
    }
  }

  public Glossary {
    synonyms = Map.copyOf(synonyms);
    values = List.copyOf(values);
    metrics = List.copyOf(metrics);
    defaults = List.copyOf(defaults);
    ambiguous = List.copyOf(ambiguous);
    joins = List.copyOf(joins);
    verified = List.copyOf(verified);
    policies = List.copyOf(policies);
    Objects.requireNonNull(version);
  }

  /** The same under another version. */
  Glossary withVersion(String other) {
    return new Glossary(
        synonyms, values, metrics, defaults, ambiguous, joins, verified, policies, other);
  }

  /** A glossary that says nothing. */
  public static Glossary empty() {
    return new Glossary(
        Map.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
        "none");
  }
}
