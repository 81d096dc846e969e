package dev.nl2sql.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Question;
import dev.nl2sql.ambiguity.GlossaryTerms;
import dev.nl2sql.ambiguity.TermUse;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.CatalogReader;
import dev.nl2sql.catalog.SessionReader;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.glossary.GlossaryCheck;
import dev.nl2sql.glossary.GlossarySource;
import dev.nl2sql.language.Language;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo shop's glossary: it fits its database, and its terms are found where they are meant. */
class ShopGlossaryTest {
  private static final Glossary GLOSSARY =
      new GlossarySource(Optional.of("classpath:" + ShopDatabase.GLOSSARY)).current();
  private static final Language ENGLISH = Language.english();

  @Test
  void everyExpressionFitsTheDatabase() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:shopglossary")) {
      ShopDatabase.load(connection);
      Catalog catalog =
          CatalogReader.read(
              connection, SessionReader.read(connection), List.of(), new Cancellation());

      assertThat(catalog.tables()).hasSize(5);
      assertThat(catalog.foreignKeys()).hasSize(4);
      assertThatCode(() -> GlossaryCheck.check(GLOSSARY, catalog)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "who is our best customer?, best_customer",
    "top 5 customers, best_customer",
    "show me the number one buyer, best_customer",
    "Who are the three most valuable shoppers, best_customer",
    "which customer is the best, best_customer",
    "best product, best_product",
    "What are our top 3 products?, best_product",
    "best-selling products last month, best_product",
    "most popular product in Electronics, best_product",
    "which category performed best, best_category",
    "top category this year, best_category",
    "best selling categories, best_category",
    "how many new customers did we get last month, new_customers",
    "new buyers in 2026, new_customers",
    "show recent orders, recent",
    "what did people buy lately, recent",
    "orders placed recently, recent",
    "list large orders, large_order",
    "how many big orders were there, large_order",
    "high-value orders, large_order",
    "how many active customers do we have, active_customers",
    "how many customers are active, active_customers",
  })
  void ambiguousWordingsAreFound(String wording, String term) {
    assertThat(terms(wording)).containsExactly(term);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "top 5 customers by total spend",
        "top 10 customers by number of orders",
        "customers who spent the most",
        "top customers by revenue",
        "the customer with the most orders",
        "best products by units sold",
        "top 3 products by revenue",
        "top category by revenue",
        "customers who signed up last month",
        "new customers who registered in 2026",
        "orders in the last 7 days",
        "recent orders in the last 14 days",
        "orders over 1000",
        "large orders over 500",
        "active customers in the last 60 days",
        "customers active this year",
        "how many customers are there",
        "average order value per city",
        "most expensive product",
      })
  void clearWordingsAreNotAskedAbout(String wording) {
    assertThat(terms(wording)).isEmpty();
  }

  private static List<String> terms(String wording) {
    return GlossaryTerms.find(new Question(wording), ENGLISH.tokenize(wording), GLOSSARY).stream()
        .filter(TermUse::isOpen)
        .map(use -> use.term().name())
        .toList();
  }
}
