package dev.nl2sql.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The clock of the day may jump, forwards and backwards. Limits, waits and lifetimes are therefore
 * counted with {@link System#nanoTime()}; the clock of the day is read only to be told or stored.
 */
class ClockTest {
  private static final Set<String> CLOCKS =
      Set.of(
          Instant.class.getName() + ".now",
          LocalDate.class.getName() + ".now",
          LocalDateTime.class.getName() + ".now",
          ZonedDateTime.class.getName() + ".now",
          OffsetDateTime.class.getName() + ".now",
          Clock.class.getName() + ".systemUTC",
          Clock.class.getName() + ".systemDefaultZone",
          Clock.class.getName() + ".system",
          Date.class.getName() + ".<init>",
          System.class.getName() + ".currentTimeMillis");

  /** Who reads it, and what for. */
  private static final Map<String, String> READERS =
      Map.of(
          "dev.nl2sql.catalog.SessionReader", "the day that is today where the database is silent",
          "dev.nl2sql.pipeline.ResultCache", "told with rows that are reused",
          "dev.nl2sql.pipeline.AnswerDraft", "when a question was asked, for the history",
          "dev.nl2sql.pipeline.FeedbackStage", "when something was said, for the store",
          "dev.nl2sql.generate.model.LangChainPort", "when a request was sent, for the ledger",
          "dev.nl2sql.generate.model.LimitedHttp", "a Retry-After that is a date",
          "dev.nl2sql.guard.Constants", "the worth of CURRENT_DATE in a series",
          "dev.nl2sql.memory.Memory", "the age of what is kept");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.nl2sql");

  private static boolean readsTheClock(JavaAccess<?> call) {
    return CLOCKS.contains(call.getTargetOwner().getName() + "." + call.getName());
  }

  private static String outermost(JavaClass type) {
    return type.getName().replaceFirst("\\$.*", "");
  }

  @Test
  void limitsAndLifetimesDoNotDependOnTheClockOfTheDay() {
    noClasses()
        .that(
            DescribedPredicate.describe(
                "are not known to tell or store the time", c -> !READERS.containsKey(outermost(c))))
        .should()
        .accessTargetWhere(
            DescribedPredicate.describe("reads the clock of the day", ClockTest::readsTheClock))
        .check(CLASSES);
  }

  @Test
  void whoeverIsListedReadsIt() {
    Set<String> readers =
        CLASSES.stream()
            .filter(c -> c.getAccessesFromSelf().stream().anyMatch(ClockTest::readsTheClock))
            .map(ClockTest::outermost)
            .collect(Collectors.toSet());
    assertThat(readers).isEqualTo(READERS.keySet());
  }
}
