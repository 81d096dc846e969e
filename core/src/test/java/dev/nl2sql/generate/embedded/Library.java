package dev.nl2sql.generate.embedded;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Choice;
import dev.nl2sql.Question;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.CatalogReader;
import dev.nl2sql.catalog.SampledValues;
import dev.nl2sql.catalog.SessionReader;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.ValueSampler;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.glossary.GlossaryReader;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.TimeContext;
import dev.nl2sql.plan.Dialect;
import dev.nl2sql.plan.QueryPlan;
import dev.nl2sql.plan.SqlRenderer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A small lending library (or club) in H2, and questions to it. */
final class Library implements AutoCloseable {
  private static final Dialect H2 = Dialect.forProduct("H2");

  private final Connection connection;
  private final Catalog catalog;
  private final SampledValues values = new SampledValues();
  private final EmbeddedGenerator generator = new EmbeddedGenerator(Language.english());

  private Library(Connection connection) throws SQLException {
    this.connection = connection;
    this.catalog =
        CatalogReader.read(
            connection, SessionReader.read(connection), List.of(), new Cancellation());
    ValueSampler sampler = new ValueSampler(H2::quoted);
    for (Table table : catalog.tables()) {
      values.add(table, sampler.sample(connection, table, Set.of(), new Cancellation()));
    }
  }

  static Library open() {
    return open("library.sql");
  }

  /** A sports club: its players are its only people. */
  static Library openClub() {
    return open("club.sql");
  }

  /** A film festival: subsets of people, and several ways from people to films. */
  static Library openFestival() {
    return open("festival.sql");
  }

  /** Firms and their staff, who have first and last names. */
  static Library openFirm() {
    return open("firm.sql");
  }

  /** A car rental: people in two relations, and dates in all. */
  static Library openRental() {
    return open("rental.sql");
  }

  /** A law office: folded names, rows that refer to each other, several dates. */
  static Library openOffice() {
    return open("office.sql");
  }

  /** An insurer: states of rows and columns named alike, brokers who have chiefs. */
  static Library openInsurer() {
    return open("insurer.sql");
  }

  private static Library open(String name) {
    try {
      Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
      try (Statement statement = connection.createStatement();
          var script = Library.class.getResourceAsStream(name)) {
        statement.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
      }
      return new Library(connection);
    } catch (SQLException | java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  Catalog catalog() {
    return catalog;
  }

  Generation ask(String question, Glossary glossary) {
    return ask(question, glossary, List.of(), GenerationRequest.ReadingPolicy.REPORT);
  }

  /** The glossary of the library. */
  static Glossary glossary() {
    try (var file = Library.class.getResourceAsStream("library.yml")) {
      return GlossaryReader.read(
          new String(file.readAllBytes(), StandardCharsets.UTF_8), "library.yml");
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  Generation ask(String question) {
    return ask(question, Glossary.empty(), List.of(), GenerationRequest.ReadingPolicy.REPORT);
  }

  Generation ask(
      String question,
      Glossary glossary,
      List<Choice> choices,
      GenerationRequest.ReadingPolicy policy) {
    return generator.generate(request(question, glossary, choices, policy));
  }

  GenerationRequest request(
      String question,
      Glossary glossary,
      List<Choice> choices,
      GenerationRequest.ReadingPolicy policy) {
    return new GenerationRequest(
        new Question(question, choices, Optional.empty()),
        catalog,
        H2,
        "H2 2.5",
        values,
        glossary,
        new TimeContext(
            LocalDate.of(2026, 10, 15), ZoneId.of("UTC"), DayOfWeek.MONDAY, MonthDay.of(1, 1)),
        policy,
        List.of(),
        List.of(),
        Optional.empty(),
        call -> {},
        new Cancellation());
  }

  /** The rows as texts, columns separated by a bar. */
  List<String> rows(QueryPlan plan) {
    String sql = SqlRenderer.render(plan, H2);
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          cells.add(cell(result, i));
        }
        rows.add(String.join("|", cells));
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Numbers with many places are rounded to four, as a reader works them out. */
  private static String cell(ResultSet result, int column) throws SQLException {
    if (result.getObject(column) instanceof Number number) {
      BigDecimal decimal = new BigDecimal(number.toString());
      return decimal.scale() > 2 || decimal.scale() < 0
          ? decimal.setScale(4, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString()
          : decimal.toPlainString();
    }
    return String.valueOf(result.getString(column));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
