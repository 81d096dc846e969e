package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.generate.Generation;
import dev.nl2sql.glossary.Glossary;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Questions of each kind with the rows worked out by hand, and beside them questions that look
 * alike but cannot be answered as they were asked.
 */
class QuestionKindsTest {
  private static final double SURE = 0.7;

  private static Library library;
  private static Library club;
  private static Glossary glossary;

  @BeforeAll
  static void open() {
    library = Library.open();
    club = Library.openClub();
    glossary = Library.glossary();
  }

  @AfterAll
  static void close() throws SQLException {
    library.close();
    club.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          What is the average number of loans per member?; 1.6667
          average number of books per author; 1.3333
          On average, how many loans does a member have?; 1.6667
          average number of loans per month; 1.25
          Average number of loans per book; 1.6667
          """)
  void averagesOverGroups(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          What percentage of members live in Oslo?; 50
          what share of books are novels; 50
          what percentage of bills are unpaid?; 50
          percentage of books published before 2000; 25
          What percentage of authors are from Sweden?; 33.3333
          """)
  void shares(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          When was the first loan?; 2025-12-24 12:00:00
          When was the last loan?; 2026-10-01 09:00:00
          when was the first bill issued?; 2026-01-05
          When was the first loan of Mia Holt?; 2026-09-02 10:00:00
          When was the first loan in 2026?; 2026-08-15 16:00:00
          when was Harbour last loaned?; 2026-09-12 11:00:00
          When did Lee Park join?; 2025-05-20
          """)
  void datesAskedFor(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          Which members loaned exactly once?; Noa Reed, Lee Park
          members who loaned 3 times; Mia Holt
          Which books were loaned twice?; Harbour, Roads
          books loaned at least 2 times; Harbour, Roads
          members who loaned at most once; Noa Reed, Lee Park, Kim Vale
          members who loaned more than once; Mia Holt
          members who loaned twice in September 2026; Mia Holt
          members who loaned less than 2 times; Noa Reed, Lee Park, Kim Vale
          """)
  void howOften(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  /** A multiple is no number of times, and a rate is not a number either. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "members who loaned once or twice",
        "loans 3 times a week",
        "members who loaned 3 times per month",
        "members who loaned once every year",
        "members who loaned twice a month",
        "members with loans twice the average",
        "members with loans 3 times the average",
        "members who loaned twice as often as Noa Reed",
        "bills paid twice as much",
        "members who once loaned a book"
      })
  void howOftenWithoutACount(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          active members in 2025; Lee Park
          How many active members were there in the last 60 days?; 1
          members who were active in September 2026; Mia Holt
          active members since August 2026; Mia Holt, Noa Reed
          active members in the last 20 days in Bergen; Mia Holt
          active members in the last 20 days in Oslo; ''
          """)
  void termsSettledByAPeriod(String question, String expected) {
    assertAnswers(library, question, glossary, expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"active members", "How many active members are there?"})
  void termsThatNoPeriodSettles(String question) {
    assertThat(library.ask(question, glossary)).isInstanceOf(Generation.Ambiguous.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "active members in 2025 and since October 2026",
        "active members in August 2026 and in 2025"
      })
  void termsWithPeriodsThatExcludeEachOther(String question) {
    assertThat(library.ask(question, glossary)).isInstanceOf(Generation.NotUnderstood.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          Which members had no loans in September 2026?; Noa Reed, Lee Park, Kim Vale
          members without loans in August 2026; Mia Holt, Lee Park, Kim Vale
          Which books were not loaned in September 2026?; Roads, Winter
          Which members had no loans before 2026?; Mia Holt, Noa Reed, Kim Vale
          members without bills since September 2026; Lee Park, Kim Vale
          which authors had no loans in 2026; Cora Lind
          """)
  void absenceWithinAPeriod(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"members with no loans lately", "members without loans in the last few moons"})
  void absenceWithinNoPeriod(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          bookings before their signup date; 5|2|2|2026-09-05 10:00:00|2
          bookings booked before the player's signup date; 5|2|2|2026-09-05 10:00:00|2
          How many bookings were before the signup date?; 1
          How many bookings were after the signup date?; 4
          """)
  void datesCompared(String question, String expected) {
    assertAnswers(club, question, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          books whose pages exceed the price; Tides, Harbour, Roads, Winter
          books where price exceeds pages; ''
          Which books have a price lower than their pages?; Tides, Harbour, Roads, Winter
          """)
  void numbersCompared(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "members older than their bills",
        "fine higher than the charge",
        "loans with a fine below the town",
        "books better than Winter"
      })
  void comparisonsWithoutEffect(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          For each genre, the most expensive book; Poetry|Tides, Novel|Roads, Travel|Winter
          the cheapest book in each genre; Poetry|Tides, Novel|Harbour, Travel|Winter
          What is the oldest member of each town?; Bergen|Mia Holt, Oslo|Lee Park
          for each town, the youngest member; Bergen|Kim Vale, Oslo|Noa Reed
          the book with the most pages in each genre; Poetry|Tides, Novel|Roads, Travel|Winter
          """)
  void firstOfEachGroup(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  /** One query for these gives the first of all only. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "for each author, the book with the most loans",
        "the first loan of each member",
        "the biggest bill of each member",
        "When was the first loan per member?",
        "the 2 cheapest books of each genre",
        "the second most expensive book of each genre"
      })
  void firstOfEachGroupByOtherRows(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          compare loans in 2025 and 2026; 2025|1, 2026|4
          Compare the number of loans in August 2026 and September 2026; 2026-08-01|1, 2026-09-01|2
          compare total fine in 2025 and 2026; 2025|4.00, 2026|4.00
          Compare the number of members who joined in 2025 and 2026; 2025|1, 2026|3
          number of members in Oslo vs Bergen; Bergen|2, Oslo|2
          """)
  void timesSideBySide(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compare loans last week and this week",
        "compare loans on Monday and Tuesday",
        "Compare loans in 2025 and in Oslo",
        "compare loans before 2026 and after 2026",
        "compare loans per member in 2025 and 2026"
      })
  void timesThatAreNotSideBySide(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          How many bills are unpaid?; 2
          total charge of unpaid bills; 26.50
          Which members have unpaid bills?; Noa Reed, Lee Park
          members with unreturned loans; Mia Holt, Lee Park
          How many loans are not returned?; 2
          total charge of bills not paid; 26.50
          """)
  void undone(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"unread books", "undue bills", "undated loans", "uninteresting books"})
  void undoneWithoutADate(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          total amount of bills; 40.50
          amount of bills per member; Mia Holt|14.00, Noa Reed|6.50, Lee Park|20.00
          average value of bills; 10.125
          bill amounts per month; 2026-01-01|20.00, 2026-08-01|10.00, 2026-09-01|10.50
          total amount of bills of Mia Holt; 14.00
          """)
  void quantities(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  /** Books have several numbers and authors none. */
  @ParameterizedTest
  @ValueSource(strings = {"total value of books", "total amount of authors", "volume of books"})
  void quantitiesWithoutOneNumber(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          Books published in 2012; Harbour, Winter
          How many books were published before 2010?; 2
          books published since 2005; Harbour, Roads, Winter
          books published between 1998 and 2006; Tides, Roads
          Which books were published after 2005?; Harbour, Winter
          number of books per year; 1998|1, 2005|1, 2012|2
          """)
  void yearsAsDates(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  /** A year has no months. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "books published in September 2012",
        "books published last month",
        "average number of books per month",
        "books published in summer 2012"
      })
  void yearsHaveNoMonths(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          How many loans are there currently?; 2
          how many loans are ongoing; 2
          Which members have a loan right now?; Mia Holt, Lee Park
          Which books are currently on loan?; Roads
          How many authors are there now?; 3
          """)
  void thePresent(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  /** No date of a bill says how long it lasts. */
  @ParameterizedTest
  @ValueSource(strings = {"current bills", "How many bills are there right now?"})
  void thePresentWithoutAnEnd(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          pages per genre; Novel|810, Poetry|90, Travel|220
          fine per member; Mia Holt|4.00, Noa Reed|0.00, Lee Park|4.00
          charge per member; Mia Holt|14.00, Noa Reed|6.50, Lee Park|20.00
          fines by month; 2025-12-01|4.00, 2026-08-01|0.00, 2026-09-01|2.50, 2026-10-01|1.50
          total pages per author; Ada Moor|400, Ben Okri|500, Cora Lind|220
          """)
  void numbersSummedInGroups(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          How many sign-ups were there in 2026?; 3
          How many signups in September 2026?; 1
          sign-ups per city; Porto|2, Turku|2
          number of sign-ups per month; 2025-11-01|1, 2026-02-01|1, 2026-05-01|1, 2026-09-01|1
          signups last month; Per Dahl
          How many sign-ups came from Porto?; 2
          When was the first sign-up?; 2025-11-30
          """)
  void eventsByTheirDate(String question, String expected) {
    assertAnswers(club, question, expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancellations in 2026", "no-shows last month"})
  void eventsWithoutADate(String question) {
    assertUnsure(club, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          What is the price of book 3?; 25.00
          author of book 3; Ben Okri
          members of loan 4; Noa Reed
          Which member has loan 3?; Mia Holt
          How many loans does member 1 have?; 3
          the title of book 99; ''
          """)
  void keyNumbers(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"books 3", "books 2 and 3", "what is the price of books 3"})
  void numbersThatAreNoKey(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          Who signed up in 2026?; Ona Berg, Per Dahl, Sia Lund
          who never booked?; Sia Lund
          everyone from Turku; Ona Berg, Per Dahl
          who booked in September 2026; Ona Berg, Per Dahl, Rui Costa
          Who booked a court in September 2026?; Ona Berg, Per Dahl, Rui Costa
          people without bookings; Sia Lund
          how many people live in Turku?; 2
          Who has the most bookings?; Ona Berg
          who has more than 2 bookings; Ona Berg
          everybody with bookings in October 2026; Ona Berg
          """)
  void people(String question, String expected) {
    assertAnswers(club, question, expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"who are the owners", "people from Mars"})
  void peopleWhoAreNotThere(String question) {
    assertUnsure(club, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          How many books were loaned?; 5
          How many books were borrowed?; 5
          How many novels were borrowed by Mia Holt?; 2
          how many books were borowed; 5
          number of books loaned per genre; Novel|4, Poetry|1
          how many books are there?; 4
          number of books per genre; Novel|2, Poetry|1, Travel|1
          How many different books were loaned?; 3
          how many members loaned Roads; 2
          """)
  void countsByTheMeasureOfTheGlossary(String question, String expected) {
    assertAnswers(library, question, glossary, expected);
  }

  /** What is borrowed is not counted here, so the word is left over. */
  @ParameterizedTest
  @ValueSource(strings = {"books borrowed", "How many members borrow?", "members who borrow"})
  void wordsOfCountingWithoutACount(String question) {
    assertUnsure(library, question, glossary);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          average takings per member; 13.5
          What share of takings came from Oslo?; 65.4321
          compare takings in August 2026 and September 2026; 2026-08-01|10.00, 2026-09-01|10.50
          members with takings above 10; Mia Holt, Lee Park
          """)
  void measuresOfTheGlossaryInEveryKind(String question, String expected) {
    assertAnswers(library, question, glossary, expected);
  }

  /** Shares, dates, rankings and comparisons of which a part is not there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "What percentage of loans?",
        "share of members per town",
        "average number of members",
        "average number of loans per astronaut",
        "when is the library open",
        "the best book",
        "top 3 members",
        "most popular book",
        "books more than",
        "number of loans grouped by weather",
        "members sorted by weather"
      })
  void whatIsAskedForHasNoEffect(String question) {
    assertUnsure(library, question, Glossary.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          bills paid in October 2026; 2|1|4.00|2026-09-01|2026-09-30|2026-10-05
          bills due in October 2026; 3|2|6.50|2026-09-10|2026-10-10|null
          total charge of bills due before October 2026; 34.00
          total charge of bills issued in September 2026; 10.50
          how many loans were returned in October 2026?; 1
          How many loans did Mia Holt have in September 2026?; 2
          number of loans per member in September 2026; Mia Holt|2
          average number of loans per member in September 2026; 2
          authors published in 2012; Ada Moor, Cora Lind
          """)
  void periodsOfTheDateThatIsMeant(String question, String expected) {
    assertAnswers(library, question, expected);
  }

  /** What is beyond the reader today must be told; an answer must be the right one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          When did the latest loan take place?; 2026-10-01 09:00:00
          when was the most recent bill paid?; 2026-10-05
          What percentage of members older than 30 live in Oslo?; 50
          Which percentage of books are in print?; 75
          What percentage of novels are in print?; 50
          Which members are older than the oldest author?; ''
          bills paid after they were due; 2|1|4.00|2026-09-01|2026-09-30|2026-10-05
          loans loaned before the member joined; 4|2|2|2026-08-15 16:00:00|0.00|2026-08-30 16:00:00
          Which members have not loaned a book since September 2026?; Noa Reed, Lee Park, Kim Vale
          Which members borrowed a book in 2026?; Mia Holt, Noa Reed
          Which books were borrowed in September 2026?; Tides, Harbour
          number of loans in 2025 versus 2026; 2025|1, 2026|4
          compare total charge in January 2026 and September 2026; 2026-01-01|20.00, 2026-09-01|10.50
          books with fewer pages than 300; Tides, Winter
          books 2 and 3; Harbour, Roads
          unloaned books; Winter
          members joined in Septmber 2026; Noa Reed, Kim Vale
          members from Bergne; Mia Holt, Kim Vale
          loans befor 2026; 5|3|3|2025-12-24 12:00:00|4.00|null
          """)
  void rightOrUnsure(String question, String expected) {
    if (library.ask(question) instanceof Generation.Planned planned
        && planned.confidence() >= SURE) {
      assertAnswers(library, question, expected);
    } else {
      assertUnsure(library, question, Glossary.empty());
    }
  }

  private static void assertAnswers(Library asked, String question, String expected) {
    assertAnswers(asked, question, Glossary.empty(), expected);
  }

  private static void assertAnswers(
      Library asked, String question, Glossary glossary, String expected) {
    Generation generation = asked.ask(question, glossary);
    assertThat(generation).isInstanceOf(Generation.Planned.class);
    Generation.Planned planned = (Generation.Planned) generation;
    List<String> rows = expected.isEmpty() ? List.of() : List.of(expected.split(", "));
    assertThat(asked.rows(planned.plan()))
        .as(planned.interpretation())
        .containsExactlyInAnyOrderElementsOf(rows);
    assertThat(planned.confidence())
        .as(planned.interpretation() + " " + planned.notices())
        .isGreaterThanOrEqualTo(SURE);
  }

  private static void assertUnsure(Library asked, String question, Glossary glossary) {
    Generation generation = asked.ask(question, glossary);
    if (generation instanceof Generation.Planned planned) {
      assertThat(planned.confidence()).as(planned.interpretation()).isLessThan(SURE);
      assertThat(planned.notices()).as(planned.interpretation()).isNotEmpty();
    } else {
      assertThat(generation).isInstanceOf(Generation.NotUnderstood.class);
    }
  }
}
