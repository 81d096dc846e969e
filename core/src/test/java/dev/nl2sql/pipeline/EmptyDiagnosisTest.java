package dev.nl2sql.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.Cancellation;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.CatalogReader;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.SampledValues;
import dev.nl2sql.catalog.SessionReader;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.ValueIndex;
import dev.nl2sql.catalog.ValueRange;
import dev.nl2sql.catalog.ValueSampler;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.plan.Expression;
import dev.nl2sql.plan.Predicate;
import dev.nl2sql.plan.Predicate.Comparison.Operator;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.plan.SqlRenderer;
import dev.nl2sql.testing.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which condition is blamed for an empty result, and which stored values are told. */
class EmptyDiagnosisTest {
  private Connection connection;
  private Dialect dialect;
  private QueryPlan.TableUse person;
  private QueryPlan.TableUse visit;
  private QueryPlan.TableUse nothing;
  private Set<String> hidden = Set.of();

  @BeforeEach
  void open() throws SQLException {
    connection = TestDatabases.open("h2");
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE person (id int, city varchar(20), age int, password varchar(9))");
      statement.execute(
          "INSERT INTO person VALUES (1, 'Mumbai', 30, '1234'), (2, 'Delhi', 40, '2345'),"
              + " (3, 'Pune', 50, '3456')");
      statement.execute("CREATE TABLE visit (person_id int, kind varchar(20), paid int)");
      statement.execute("INSERT INTO visit VALUES (1, 'checkup', 10), (2, 'surgery', 900)");
      statement.execute("CREATE TABLE nothing (id int)");
    }
    dialect = Dialect.forProduct(connection.getMetaData().getDatabaseProductName());
    Catalog catalog =
        CatalogReader.read(
            connection, SessionReader.read(connection), List.of(), new Cancellation());
    person = use(catalog, "PERSON", "a");
    visit = use(catalog, "VISIT", "b");
    nothing = use(catalog, "NOTHING", "c");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void theConditionWithoutWhichThereAreRowsIsNamedWithTheNearestValues() throws SQLException {
    List<String> reasons = reasons(person, is(person, "CITY", "Mumbay"), is(person, "AGE", 30L));

    assertThat(reasons)
        .containsExactly(
            "without the condition 'PERSON.CITY is 'Mumbay'' there are rows",
            "the values of PERSON.CITY nearest to 'Mumbay' are 'Mumbai', 'Pune', 'Delhi'");
  }

  @Test
  void aValueThatIsStoredNeedsNoOther() throws SQLException {
    assertThat(reasons(person, is(person, "CITY", "delhi"), is(person, "AGE", 30L)))
        .filteredOn(r -> r.contains("nearest"))
        .isEmpty();
  }

  @Test
  void numbersAreToldByTheirRange() throws SQLException {
    assertThat(reasons(person, compare(person, "AGE", Operator.GREATER, 99L)))
        .containsExactly(
            "without the condition 'PERSON.AGE is more than 99' there are rows",
            "PERSON.AGE goes from 30 to 50");
  }

  @Test
  void conditionsThatExcludeEachOtherAreToldSo() throws SQLException {
    assertThat(
            reasons(
                person,
                compare(person, "AGE", Operator.GREATER, 45L),
                is(person, "CITY", "Delhi"),
                compare(person, "AGE", Operator.LESS, 35L)))
        .containsExactly("each condition matches rows by itself, but no row satisfies all of them");
  }

  @Test
  void conditionsThatNothingSatisfiesAreNamedEach() throws SQLException {
    assertThat(
            reasons(
                person,
                compare(person, "AGE", Operator.GREATER, 99L),
                is(person, "CITY", "Atlantis"),
                compare(person, "ID", Operator.GREATER, 0L)))
        .filteredOn(r -> r.startsWith("no row satisfies"))
        .containsExactly(
            "no row satisfies 'PERSON.AGE is more than 99' whatever else is asked",
            "no row satisfies 'PERSON.CITY is 'Atlantis'' whatever else is asked");
  }

  @Test
  void theConditionInsideANestedQueryIsFound() throws SQLException {
    Predicate exists =
        new Predicate.Exists(
            select(
                from(visit),
                Optional.empty(),
                same(visit, "PERSON_ID", person, "ID"),
                is(visit, "KIND", "checkup"),
                compare(visit, "PAID", Operator.GREATER, 100L)),
            false);

    assertThat(reasons(person, exists))
        .containsExactly(
            "without the condition 'VISIT.KIND is 'checkup'' there are rows",
            "without the condition 'VISIT.PAID is more than 100' there are rows",
            "VISIT.PAID goes from 10 to 900");
  }

  @Test
  void groupsEmptyRelationsAndMissingPartnersAreTold() throws SQLException {
    Predicate many =
        new Predicate.Comparison(
            Operator.GREATER,
            new Expression.Aggregate(Expression.Aggregate.Function.COUNT, Optional.empty(), false),
            new Expression.Literal(5L));
    QueryPlan.Join unmatched =
        new QueryPlan.Join(QueryPlan.Join.Kind.INNER, visit, same(visit, "PAID", person, "ID"));

    assertThat(reasons(select(from(person), Optional.of(many))))
        .containsExactly("no group satisfies 'the number of rows is more than 5'");
    assertThat(reasons(select(from(nothing), Optional.empty())))
        .containsExactly("NOTHING has no rows");
    assertThat(
            reasons(
                select(
                    new QueryPlan.Source(person, List.of(unmatched)),
                    Optional.empty(),
                    is(person, "CITY", "Delhi"))))
        .containsExactly("no row of PERSON has a partner in VISIT");
  }

  @Test
  void aTrueZeroIsNoEmptyResult() throws SQLException {
    QueryPlan.Select select = select(from(person), Optional.empty(), is(person, "CITY", "Delhi"));

    assertThat(diagnosis(Integer.MAX_VALUE).of(select).isZero()).isTrue();
  }

  @Test
  void hiddenAndSecretColumnsTellNothing() throws SQLException {
    hidden = Set.of("city", "age");

    assertThat(reasons(person, is(person, "CITY", "Mumbay"))).hasSize(1);
    assertThat(reasons(person, compare(person, "AGE", Operator.GREATER, 99L))).hasSize(1);
    assertThat(reasons(person, is(person, "PASSWORD", "9999"))).hasSize(1);
  }

  /** However early the time runs out, nothing is told that is not so. */
  @Test
  void whatIsNotFoundOutInTimeIsNotTold() throws SQLException {
    QueryPlan.Select select =
        select(
            from(person),
            Optional.empty(),
            compare(person, "AGE", Operator.GREATER, 45L),
            is(person, "CITY", "Delhi"),
            compare(person, "AGE", Operator.LESS, 35L));
    List<String> whole = diagnosis(Integer.MAX_VALUE).of(select).sentences();

    List<List<String>> told = new ArrayList<>();
    for (int probes = 0; probes < 12; probes++) {
      told.add(diagnosis(probes).of(select).sentences());
    }

    assertThat(told).contains(List.of(), whole).allMatch(t -> t.isEmpty() || t.equals(whole));
  }

  private List<String> reasons(QueryPlan.TableUse root, Predicate... conditions)
      throws SQLException {
    return reasons(select(from(root), Optional.empty(), conditions));
  }

  private List<String> reasons(QueryPlan.Select select) throws SQLException {
    return diagnosis(Integer.MAX_VALUE).of(select).sentences();
  }

  /**
   * @param probes how many questions to the database there is time for
   */
  private EmptyDiagnosis diagnosis(int probes) throws SQLException {
    int[] left = {probes};
    return new EmptyDiagnosis(
        s -> left[0]-- > 0 ? Optional.of(hasRows(s)) : Optional.empty(), values());
  }

  private boolean hasRows(QueryPlan plan) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SqlRenderer.render(plan, dialect))) {
      return rows.next();
    }
  }

  private ValueIndex values() throws SQLException {
    ValueSampler sampler = new ValueSampler(dialect::identifier);
    SampledValues sampled = new SampledValues();
    for (QueryPlan.TableUse use : List.of(person, visit)) {
      sampled.add(use.table(), sampler.sample(connection, use.table(), hidden, new Cancellation()));
    }
    return new ValueIndex() {
      @Override
      public List<StoredValue> exact(String phrase, Collection<Table> tables) {
        return sampled.exact(phrase, tables);
      }

      @Override
      public List<StoredValue> similar(String phrase, Collection<Table> tables, int limit) {
        return sampled.similar(phrase, tables, limit);
      }

      @Override
      public List<String> nearest(String text, Table table, Column column, int limit) {
        return sampled.nearest(text, table, column, limit);
      }

      @Override
      public Optional<ValueRange> range(Table table, Column column) {
        try {
          return sampler.range(connection, table, column, hidden, new Cancellation());
        } catch (SQLException e) {
          throw new AssertionError(e);
        }
      }
    };
  }

  private static QueryPlan.TableUse use(Catalog catalog, String name, String alias) {
    Table table =
        catalog.tables().stream()
            .filter(t -> t.name().name().equals(name))
            .findFirst()
            .orElseThrow();
    return new QueryPlan.TableUse(table, alias);
  }

  private static QueryPlan.Source from(QueryPlan.TableUse root) {
    return new QueryPlan.Source(root, List.of());
  }

  private static QueryPlan.Select select(
      QueryPlan.Source from, Optional<Predicate> having, Predicate... conditions) {
    QueryPlan.TableUse root = from.root();
    Expression first = column(root, root.table().columns().get(0).name());
    return new QueryPlan.Select(
        List.of(new QueryPlan.Projection(first)),
        false,
        from,
        conditions.length == 0 ? Optional.empty() : Optional.of(Predicate.all(List.of(conditions))),
        having.isPresent() ? List.of(first) : List.of(),
        having,
        List.of(),
        OptionalLong.empty());
  }

  private static Expression column(QueryPlan.TableUse use, String name) {
    return new Expression.ColumnReference(use, use.table().column(name).orElseThrow());
  }

  private static Predicate is(QueryPlan.TableUse use, String column, Object value) {
    return compare(use, column, Operator.EQUAL, value);
  }

  private static Predicate same(
      QueryPlan.TableUse one, String column, QueryPlan.TableUse other, String otherColumn) {
    return new Predicate.Comparison(
        Operator.EQUAL, column(one, column), column(other, otherColumn));
  }

  private static Predicate compare(
      QueryPlan.TableUse use, String column, Operator operator, Object value) {
    return new Predicate.Comparison(operator, column(use, column), new Expression.Literal(value));
  }
}
