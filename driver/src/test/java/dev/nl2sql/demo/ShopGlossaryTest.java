package dev.nl2sql.demo;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
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
      assertThat(GlossaryCheck.fit(GLOSSARY, catalog).unavailable()).isEmpty();
    }
  }

  static Stream<Arguments> ambiguous() {
    return Stream.of(
            mean(
                "best_customer",
                "who is our best customer?",
                "top 5 customers",
                "show me the number one buyer",
                "Who are the three most valuable shoppers",
                "which customer is the best",
                "Top customers this year",
                "our top ten clients",
                "WHO ARE THE BEST BUYERS?",
                "best customers in Mumbai",
                "the no. 1 customer of 2025",
                "customer no. 1",
                "#1 shopper",
                "best  customer",
                "top\n3 customers",
                "Which of our customers is most valuable?",
                "who are our most valuable customers in Delhi",
                "show the top buyers of Electronics",
                "list the 10 best customers",
                "name our top-3 customers",
                "which customers are the best ones",
                "who's the best shopper this month",
                "most valuable buyer last year",
                "best customers per city",
                "our best female customers",
                "Top 5 customers last quarter",
                "give me the top customers",
                "emails of our best customers",
                "Who is the number 1 customer?",
                "top customer from Chennai",
                "how much did our best customer spend?",
                "best customer by city",
                "top customers by city"),
            mean(
                "best_product",
                "best product",
                "What are our top 3 products?",
                "best-selling products last month",
                "most popular product in Electronics",
                "which product was the most popular in Toys during 2025",
                "bestsellers",
                "our best seller in Books",
                "top selling items",
                "What sells best?",
                "which products sold best last year",
                "the best Electronics product of last quarter",
                "the number one product",
                "top 10 products in Clothing",
                "which item is the most popular",
                "most popular items this month",
                "best performing product",
                "best selling product per category",
                "top products by category",
                "top five articles",
                "the 3 most popular products",
                "which products perform best",
                "What is our best-selling item this week?",
                "the best book products"),
            mean(
                "best_category",
                "which category performed best",
                "top category this year",
                "best selling categories",
                "best category",
                "the most popular category with people in Kolkata",
                "three best categories of 2024",
                "What are our top 2 categories?",
                "which category sells best",
                "which category is the most popular",
                "best-performing category last month",
                "which categories did best in 2025",
                "top product categories",
                "number one category",
                "which category has been doing best",
                "our strongest category",
                "best category per city"),
            mean(
                "new_customers",
                "how many new customers did we get last month",
                "new buyers in 2026",
                "How many new customers did we pick up last month?",
                "Can you list the new customers from the last 30 days?",
                "For each month of 2025, count new customers",
                "new shoppers this week",
                "number of new clients per month",
                "new customers from Pune this year",
                "how many customers are new this month",
                "did we gain new customers yesterday",
                "customers new in September",
                "How many new  customers do we have",
                "brand-new customers"),
            mean(
                "recent",
                "show recent orders",
                "what did people buy lately",
                "orders placed recently",
                "how much revenue has Pune brought in lately?",
                "How many orders were canceled recently?",
                "revenue from recent orders",
                "who ordered recently",
                "Which products were bought recently?",
                "recently delivered orders"),
            mean(
                "recent_signup",
                "customers who signed up recently",
                "how many people registered lately",
                "recent signups",
                "recently registered customers",
                "who joined recently?",
                "recent new sign-ups per city",
                "customers that have signed up of late"),
            mean(
                "recent_payment",
                "recent payments",
                "how many payments were made recently",
                "recent card payments",
                "orders paid recently",
                "which orders were recently paid"),
            mean(
                "large_order",
                "list large orders",
                "how many big orders were there",
                "high-value orders",
                "List high-value orders from Hyderabad in 2025",
                "which customers placed a huge order last quarter",
                "orders that are large",
                "large purchases in 2025",
                "how many of our orders are big",
                "high value orders this month",
                "very large orders",
                "big delivered orders"),
            mean(
                "active_customers",
                "how many active customers do we have",
                "how many customers are active",
                "Names of the active customers in Jaipur, thanks!",
                "Active customers per city",
                "how many active customers do we have right now?",
                "list active shoppers",
                "active buyers",
                "customers who are active",
                "customers that are still active",
                "which customers are currently active",
                "are our customers active",
                "count of active clients in Pune"),
            mean("large_order;recent", "large orders lately from Chennai"),
            mean("best_customer;recent", "what did our best customers buy recently"),
            mean("best_product;new_customers", "top products among new customers last month"),
            mean("active_customers;large_order", "big orders of active customers"))
        .flatMap(terms -> terms);
  }

  private static Stream<Arguments> mean(String terms, String... wordings) {
    return Stream.of(wordings).map(w -> Arguments.of(w, List.of(terms.split(";"))));
  }

  @ParameterizedTest
  @MethodSource("ambiguous")
  void ambiguousWordingsAreFound(String wording, List<String> terms) {
    assertThat(terms(wording)).containsExactlyInAnyOrderElementsOf(terms);
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
        "Top 5 customers by spend",
        "best customer in terms of revenue",
        "top 3 buyers by order count",
        "top customers by number of orders this year",
        "who spent the most money in 2024",
        "which customer ordered most often",
        "top 5 spenders",
        "best customers by average order value",
        "top 10 customers by order value",
        "rank customers by revenue",
        "which customers bought the most units",
        "top five customers by total order value in 2025",
        "customers with the highest spend",
        "top 3 customers based on number of orders",
        "top 5 customers by how much they spent",
        "top customers measured by order days",
        "top 5 customers by number of distinct order days",
        "the most frequent buyers by number of order days",
        "top 5 products by quantity",
        "the product with the highest revenue",
        "best selling products by units",
        "top 5 products by number of orders",
        "which product sold the most units",
        "top 10 most expensive products",
        "cheapest product",
        "products with the most units sold",
        "top 3 products by price",
        "best products by total sales",
        "what product brings in the most money",
        "the five cheapest items in Toys",
        "top products by sales value",
        "which category brought in the most revenue this year",
        "top categories by units sold",
        "category with the highest revenue",
        "best category by revenue",
        "categories ranked by units sold",
        "revenue by category",
        "which category has the most products",
        "new customers who signed up in May 2026",
        "how many customers joined last month",
        "how many people registered this year",
        "customers who placed their first order last month",
        "new customers by first order date",
        "new signups this month",
        "new orders",
        "newest orders",
        "most recent orders",
        "the most recent order of each customer",
        "latest orders",
        "recent orders since March",
        "recent orders from this week",
        "recent payments in 2026",
        "orders from the last 30 days",
        "recent orders of the past 2 weeks",
        "orders placed recently, since 2026-09-01",
        "recent orders between 1 September and 1 October 2026",
        "recent orders from yesterday",
        "orders worth more than 1000",
        "the 10 largest orders",
        "biggest order ever",
        "large orders above 2000",
        "orders larger than 500",
        "big orders of at least 1500",
        "top 10 percent of orders",
        "largest order per customer",
        "average size of orders",
        "high-value orders over ₹5,000",
        "customers who ordered in the last 30 days",
        "customers active in 2026",
        "active customers this month",
        "active customers since June",
        "customers active between May and July 2026",
        "inactive customers in the last 90 days",
        "top 5 cities by revenue",
        "customers in Mumbai",
        "which payment method is used most",
        "orders per status",
        "Rank the cities by number of orders, highest first",
        "Could I get our Pune customers in alphabetical order?",
        "top 5 orders",
        "best month for revenue",
        "how many customers have no orders",
        "number of registered customers for each city",
        "What did customers in Bengaluru spend on Electronics last year?",
        "which city has the most customers",
        "highest payment",
        "get all customers from Pune",
        "how do I get customers with no orders",
        "get me the customers who bought Toys",
        "payments in the last 7 days",
        "customers who signed up this month",
        "recent signups in the last 10 days",
        "list customers, newest first",
        "bestow",
        "orders of customers active since 2025"
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
