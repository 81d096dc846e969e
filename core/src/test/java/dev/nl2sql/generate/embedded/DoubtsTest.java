package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.generate.Generation;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Questions that are easily taken for others: each is answered rightly, with the rows worked out by
 * hand, or with doubt. A dash stands where no rows of this library are an answer, so that there has
 * to be doubt.
 */
class DoubtsTest {
  private static final double SURE = 0.7;
  private static final String ALWAYS_IN_DOUBT = "-";

  private static Library library;

  @BeforeAll
  static void open() {
    library = Library.open();
  }

  @AfterAll
  static void close() throws SQLException {
    library.close();
  }

  /** The first by a number of those rows that are meant, not of all or of one for each. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          book with the most loans in 2026; Harbour
          which genre was loaned most in Bergen; Novel
          genre with the most loans by members from Bergen; Novel
          member with the most loans in August 2026; Noa Reed
          town with the most loans in August 2026; Oslo
          author with the most loans in 2025; Ben Okri
          which author was loaned most in 2025; Ben Okri
          member with the most loans of Harbour in August 2026; Noa Reed
          which member loaned the most novels; Mia Holt
          """)
  void superlativesOverPartOfTheRows(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Every column that was asked for is in the rows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          title and author of novels; Harbour|Ada Moor, Roads|Ben Okri
          full name and email of members in Bergen; Mia Holt|mia@x, Kim Vale|kim@x
          show me members and emails from Bergen; Mia Holt|mia@x, Kim Vale|kim@x
          members and ages from Oslo; Noa Reed|28, Lee Park|51
          title, genre and price of books over 20; Roads|Novel|25.00, Winter|Travel|30.00
          authors and titles of books over 20; Ben Okri|Roads, Cora Lind|Winter
          """)
  void columnsAskedFor(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** One row that fits is not all of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          members who loaned only novels; Noa Reed, Lee Park
          authors who wrote only novels; Ben Okri
          authors of only novels; Ben Okri
          members with only unpaid bills; Noa Reed, Lee Park
          members who loaned all books; ''
          members who loaned every book; ''
          members who returned all their loans; Noa Reed
          members who loaned everything except Tides; ''
          authors whose books are all in print; Ada Moor, Cora Lind
          """)
  void onlyAndAllAndEvery(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Not one of a list means none of its members. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          books other than novels and poetry; Winter
          books which are not poetry or travel; Harbour, Roads
          books excluding poetry, travel; Harbour, Roads
          books except poetry and travel; Harbour, Roads
          members not from Oslo or Bergen; ''
          authors not from Ireland or Sweden; Ben Okri
          books that are neither novels nor poetry; Winter
          authors who aren't from Ireland, Nigeria or Sweden; ''
          books not by Ada Moor or Ben Okri; Winter
          """)
  void negatedLists(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Not to have any is more than to have another one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          members without novels; Kim Vale
          members who never loaned novels; Kim Vale
          members who never loaned a novel; Kim Vale
          members who did not loan Tides; Noa Reed, Lee Park, Kim Vale
          books nobody in Oslo loaned; Tides, Winter
          books never loaned by Mia Holt; Winter
          books not loaned by Mia Holt; Winter
          books never loaned in Oslo; Tides, Winter
          authors without novels; Cora Lind
          authors who never wrote a novel; Cora Lind
          genres never loaned in Oslo; Poetry, Travel
          """)
  void negationsOverOtherRows(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A town is without loans when all of its members are. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          genres without loans; Travel
          genres without loans in Oslo; Poetry, Travel
          genres without loans in August 2026; Poetry, Travel
          towns without loans in August 2026; Bergen
          towns without loans this month; Oslo
          towns where nobody loaned Tides; Oslo
          towns without unpaid bills; Bergen
          countries without loans; Sweden
          towns with more than 2 loans; Bergen
          towns with members who loaned both Tides and Roads; Bergen
          """)
  void absenceForAValue(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** What is compared with a book is not that book. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          books cheaper than Harbour; Tides
          books that cost more than Harbour; Roads, Winter
          books with more pages than Winter; Harbour, Roads
          members older than Mia Holt; Lee Park
          members younger than Noa Reed; Kim Vale
          members who loaned more than Noa Reed; Mia Holt
          members from the same town as Mia Holt; Kim Vale
          books in the same genre as Harbour; Roads
          books by the same author as Tides; Harbour
          """)
  void comparisonsWithAnIndividual(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A condition on members is one on each of them, not on the whole. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          total charge of members with more than 2 loans; 14.00
          total charge of bills of members with more than 2 loans; 14.00
          total fine of members with more than 2 loans; 4.00
          how many towns have more than 3 loans; 0
          how many towns have more than 2 members; 0
          how many genres have more than 1 book; 1
          how many authors have more than 1 book; 1
          bills of members who never loaned; ''
          average price of books of authors with more than 1 book; 16.25
          average charge of members with more than 1 bill; 7
          """)
  void conditionsOnTheGroupsOfAnother(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** The first of each is more than the first of all. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          first loan of each member; -
          the most recent loan of each member; -
          last bill of each member; -
          latest book of each author; -
          members with their last loan date; -
          members with their first loan; -
          members whose last loan was in 2025; Lee Park
          members whose first loan was in September 2026; Mia Holt
          which members had their first loan in August 2026; Noa Reed
          date of the last loan; 2026-10-01 09:00:00
          date of the first loan; 2025-12-24 12:00:00
          who made the last loan; Mia Holt
          which member made the first loan; Lee Park
          first bill per member; -
          """)
  void firstAndLastOfEach(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** The direction of an order is that of the words. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          last 2 members by join date; Kim Vale, Noa Reed
          last 2 members by joined on; Kim Vale, Noa Reed
          first 2 members by join date; Lee Park, Mia Holt
          towns ranked by number of loans; Bergen, Oslo
          members sorted by age, youngest first; Kim Vale, Noa Reed, Mia Holt, Lee Park
          books sorted by price descending; Winter, Roads, Harbour, Tides
          books sorted by price, lowest first; Tides, Harbour, Roads, Winter
          earliest and latest loan date; -
          authors sorted by birth, oldest first; Ada Moor, Ben Okri, Cora Lind
          """)
  void orders(String question, String expected) {
    assertRightOrderOrUnsure(question, expected);
  }

  /** A few of each group are not a few groups. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          top member per town by charge; -
          most loaned book per genre; -
          the 2 most expensive books per genre; -
          """)
  void topFewOfEachGroup(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** One total is no comparison. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          compare loans in Oslo and Bergen; Bergen|3, Oslo|2
          compare total charge in Oslo and Bergen; Bergen|14.00, Oslo|26.50
          difference between loans in Oslo and Bergen; -
          average charge compared to last month; -
          are loans down this month; -
          cumulative charge by month; -
          """)
  void comparisonsAndTrends(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** What is left out is not what is asked for, and what is included is not the only thing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          everything but novels; -
          books but not novels; Tides, Winter
          total charge including unpaid bills; 40.50
          """)
  void butAndIncluding(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** The condition is on the part, not on the whole. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          percentage of members who loaned in 2026; 50
          percentage of members who loaned in September 2026; 25
          percentage of bills that were paid in 2026; 50
          percentage of bills paid in October 2026; 25
          percentage of loans returned in August 2026; 20
          percentage of books loaned in September 2026; 50
          """)
  void sharesOfAPeriod(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** What is counted is neither listed nor added up. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          how often was Harbour loaned; 2
          how many loans a day; -
          how many days were there loans; -
          total books loaned; -
          total books; -
          """)
  void countsOfRows(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Two things to be counted are not to be joined. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          how many books and how many authors are there; -
          loans, bills and members per town; -
          number of members per number of loans; -
          """)
  void severalCounts(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A participle before a noun is a condition. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          paid bills; 1|1|10.00|2026-08-01|2026-08-31|2026-08-20, 2|1|4.00|2026-09-01|2026-09-30|2026-10-05
          number of paid bills; 2
          paid bills in October 2026; 2|1|4.00|2026-09-01|2026-09-30|2026-10-05
          returned loans; -
          how many returned loans are there; 3
          number of returned loans in October 2026; 1
          unreturned loans in 2025; 5|3|3|2025-12-24 12:00:00|4.00|null
          members with paid bills; Mia Holt
          """)
  void participlesAsAdjectives(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A flag is a condition, and its negation is its opposite. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          books in print; Tides, Harbour, Winter
          novels in print; Harbour
          """)
  void flags(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A verb that tells what happened is no command. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          checked loans; -
          reported loans; -
          loans that were reported; -
          shown books; -
          listed books; -
          members who returned a loan; Mia Holt, Noa Reed
          """)
  void verbsThatLookLikeCommands(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A word that no column knows is not to be passed over. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          books in stock; -
          available books; -
          members who came back; -
          members who loaned again; Mia Holt
          members with the same name; -
          books at the same price; -
          loans returned the same day; ''
          members who joined and loaned on the same day; ''
          new books; -
          """)
  void adjectivesWithoutAColumn(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** The number of values is compared, not the text of one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          members who loaned more than one genre; Mia Holt
          members who loaned books in more than one genre; Mia Holt
          members who loaned more than 1 author; Mia Holt
          no more than 3 towns; -
          authors with more than one genre; Ada Moor
          books loaned by at least 2 members; Harbour, Roads
          members who loaned the same book twice; ''
          """)
  void countsOfValues(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A limit on a sum is not one on a row. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          members with total charge between 5 and 15; Mia Holt, Noa Reed
          members with total charge above 10; Mia Holt, Lee Park
          members with a total fine over 3; Mia Holt, Lee Park
          members whose bills total more than 10; Mia Holt, Lee Park
          members with an average charge below 7; Noa Reed
          genres with an average price over 25; Travel
          """)
  void comparisonsOfAggregates(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A number of days is no number of rows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          loans older than 30 days; -
          bills paid within 20 days; -
          bills older than 3 months; -
          members who loaned within 30 days of joining; -
          charge per 10 days; -
          days with more than 1 loan; ''
          days with charges over 5; -
          months with more than 1 loan; -
          loans longer than 20 days; -
          """)
  void spansOfDays(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Time between dates is not the mean of an amount. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          average days between loan and return; -
          average time from loan to return; -
          average days between issue and payment; -
          average loans per member; 1.6667
          average bills per member; 1.3333
          how long do loans last; -
          average loan duration; -
          """)
  void timeBetweenDates(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Periods that must both hold are not one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          members who loaned both in 2025 and in 2026; ''
          """)
  void periodsThatMustBothHold(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Either of two unlike conditions is enough. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          members in Oslo or members who loaned Tides; Noa Reed, Lee Park, Mia Holt
          novels under 21 or travel over 20; Harbour, Winter
          books in Poetry under 20 or in Travel over 40; Tides
          """)
  void alternativesOfUnlikeConditions(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A number that no column can hold does not become another. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          loan number 18446744073709551617; ''
          title of book 18446744073709551617; ''
          members with more than 99999999999999999999 loans; ''
          books with more than 18446744073709551700 pages; ''
          """)
  void numbersOfAnySize(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A percent sign, a fraction or an ordinal is part of the number. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          books over 20%; -
          zero charge bills; -
          """)
  void markedNumbers(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** The period is that of what is measured. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          total charge per member in September 2026; Mia Holt|4.00, Noa Reed|6.50
          loans per member in 2026; Mia Holt|3, Noa Reed|1
          number of loans per town in 2026; Bergen|3, Oslo|1
          """)
  void periodsOfTheRightDate(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** What is asked for is listed, not what it belongs to. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          how expensive is Harbour; 20.00
          how old is Mia Holt; 34
          books of authors from Ireland; Tides, Harbour
          loans of members from Oslo; 4|2|2|2026-08-15 16:00:00|0.00|2026-08-30 16:00:00, 5|3|3|2025-12-24 12:00:00|4.00|null
          """)
  void whatIsListed(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A quality that no column has is not another one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          expensive books; -
          cheap novels; -
          good members; -
          best day ever; -
          long books; -
          """)
  void wordsBentToAnotherMeaning(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A right word is not a slip for another one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          books in summer 2012; -
          loans by sort members; -
          """)
  void spellingsOfValidWords(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** To have a value is more than that the column is there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          members with an email; Mia Holt, Lee Park, Kim Vale
          members without an email; Noa Reed
          members with no email; Noa Reed
          how many members have an email; 3
          members with unpaid bills; Noa Reed, Lee Park
          """)
  void presenceOfValues(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** Those without any come last, and who shares the first place is told or seen. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          latest loans; -
          members who loaned the cheapest book; Mia Holt
          """)
  void ties(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A unit that the column does not have is not to be passed over. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          books under $20; -
          books over 20 euros; -
          books over 20 pounds; -
          """)
  void unitsAndCurrencies(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A date has no hour, and a month within the year is not one of a year. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          loans per hour; 9|1, 10|1, 11|1, 12|1, 16|1
          charge by hour of day; -
          charge by month of the year; -
          charge by month name; -
          """)
  void hoursAndMonthsWithinAYear(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  /** A list of values has each of them once. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          countries; Ireland, Nigeria, Sweden
          """)
  void valuesOnce(String question, String expected) {
    assertRightOrUnsure(question, expected);
  }

  private static void assertRightOrUnsure(String question, String expected) {
    sureAnswer(question)
        .ifPresent(
            answer ->
                assertThat(library.rows(answer.plan()))
                    .as(answer.interpretation())
                    .containsExactlyInAnyOrderElementsOf(rightRows(answer, expected)));
  }

  private static void assertRightOrderOrUnsure(String question, String expected) {
    sureAnswer(question)
        .ifPresent(
            answer ->
                assertThat(library.rows(answer.plan()))
                    .as(answer.interpretation())
                    .containsExactlyElementsOf(rightRows(answer, expected)));
  }

  private static List<String> rightRows(Generation.Planned answer, String expected) {
    assertThat(expected).as(answer.interpretation()).isNotEqualTo(ALWAYS_IN_DOUBT);
    return expected.isEmpty() ? List.of() : List.of(expected.split(", "));
  }

  private static Optional<Generation.Planned> sureAnswer(String question) {
    Generation generation = library.ask(question);
    assertThat(generation)
        .isInstanceOfAny(Generation.Planned.class, Generation.NotUnderstood.class);
    return generation instanceof Generation.Planned planned && planned.confidence() >= SURE
        ? Optional.of(planned)
        : Optional.empty();
  }
}
