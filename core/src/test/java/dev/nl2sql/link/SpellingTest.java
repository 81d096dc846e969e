package dev.nl2sql.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.glossary.GlossaryReader;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A mistyped word is mended only where there is no doubt about what was meant. */
class SpellingTest {
  private static final Language ENGLISH = Language.english();
  private static final Set<String> NAMES =
      Set.of("customer", "product", "genre", "title", "order", "city", "loan", "signup", "payment");
  private static final Glossary GLOSSARY =
      GlossaryReader.read(
          """
          version: 1
          synonyms: { gross takings: [payment] }
          values: { order.status: { cancelled: canceled } }
          metrics:
            quarterly_revenue: { sql: "SUM(o.v)", tables: [o], definition: d }
          ambiguous:
            loyal:
              triggers: ["(?:loyal|faithful) \\\\w+", "recent(?:ly)?"]
              prompt: Which?
              options:
                - { id: a, label: A, definition: d, filter: f }
                - { id: b, label: B, definition: d, filter: g }
          """,
          "spelling.yaml");
  private static final Spelling SPELLING =
      new Spelling(ENGLISH, NAMES, Map.of("qty", "quantity"), GLOSSARY);
  private static final Predicate<Token> NONE_KNOWN = token -> false;

  private static List<String> corrections(String text, Predicate<Token> isKnown) {
    return SPELLING.corrections(ENGLISH.tokenize(text), isKnown).stream()
        .map(c -> c.token().text() + ">" + c.meant())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "list the custmer, custmer>customer",
    "list the custommer, custommer>customer",
    "list the cusotmer, cusotmer>customer",
    "list the cusotmre, cusotmre>customer",
    "list the custemer, custemer>customer",
    "list the custmers, custmers>customers",
    "list the prodcuts, prodcuts>products",
    "list the titel, titel>title",
    "list the genra, genra>genre",
    "list the CUSTMER of, ''",
    "Custmer list, Custmer>customer"
  })
  void namesAreMendedAsTheyWereSaid(String text, String expected) {
    assertThat(corrections(text, NONE_KNOWN)).isEqualTo(split(expected));
  }

  private static List<String> split(String expected) {
    return expected.isEmpty() ? List.of() : List.of(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "the avrage order, avrage>average",
    "the averege order, averege>average",
    "the aveerage order, aveerage>average",
    "the avearge order, avearge>average",
    "the cheepest order, cheepest>cheapest",
    "products ordred by city, ordred>ordered",
    "a diferent city, diferent>different"
  })
  void wordsOfTheLanguageAreMendedWherePlainlySlipped(String text, String expected) {
    assertThat(corrections(text, NONE_KNOWN)).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "gross takigns, takigns>takings",
    "cancleled ones, cancleled>cancelled",
    "quaterly sums, quaterly>quarterly",
    "faithfull buyers, faithfull>faithful"
  })
  void wordsOfTheGlossaryAreMended(String text, String expected) {
    assertThat(corrections(text, NONE_KNOWN)).contains(expected);
  }

  /** Real words that are one or two letters from a word of grammar or a name. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "county",
        "counties",
        "captains",
        "computer",
        "distance",
        "district",
        "districts",
        "filed",
        "followers",
        "function",
        "large",
        "leaving",
        "missions",
        "president",
        "priced",
        "province",
        "rankings",
        "short",
        "sport",
        "stars",
        "summer",
        "tracking",
        "train",
        "training",
        "business"
      })
  void realWordsAreNotTakenForWordsOfTheLanguage(String word) {
    assertThat(corrections("show every " + word + " of it", NONE_KNOWN)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "show the ctiy", // too short
        "show the loam",
        "show the loanz",
        "show the Custmer", // a capital inside a sentence begins a name
        "show the oustomer", // begins otherwise
        "show the custm", // too far
        "show the genr3", // no plain word
        "show the 'custmer'", // quoted
        "who is older or younger or elder than that", // of the language
        "which were ordered, paid and averaged",
        "customers and orders and products"
      })
  void whatIsNotSurelyMistypedStays(String text) {
    assertThat(corrections(text, NONE_KNOWN)).isEmpty();
  }

  @Test
  void abbreviationsOfNamesAreWrittenOut() {
    assertThat(corrections("the qty of it", NONE_KNOWN)).containsExactly("qty>quantity");
    assertThat(corrections("the qty of it", t -> t.lower().equals("qty"))).isEmpty();
  }

  @Test
  void whatIsKnownForOtherReasonsStays() {
    assertThat(corrections("custmer titel", t -> t.lower().equals("custmer")))
        .containsExactly("titel>title");
  }

  @Test
  void oneOfSeveralIsNotChosen() {
    Spelling tied = new Spelling(ENGLISH, Set.of("branch", "brunch"), Map.of(), Glossary.empty());
    assertThat(tied.corrections(ENGLISH.tokenize("show the brench"), NONE_KNOWN)).isEmpty();
    assertThat(tied.corrections(ENGLISH.tokenize("show the brannch"), NONE_KNOWN))
        .extracting(Spelling.Correction::meant)
        .containsExactly("branch");
  }

  @Test
  void formsOfOneWordAreNoChoice() {
    Spelling forms =
        new Spelling(ENGLISH, Set.of("branch", "branches"), Map.of(), Glossary.empty());
    assertThat(forms.corrections(ENGLISH.tokenize("show the brenches"), NONE_KNOWN))
        .extracting(Spelling.Correction::meant)
        .containsExactly("branches");
  }

  @Test
  void everyMistypedWordIsMendedInItsPlace() {
    List<Spelling.Correction> found =
        SPELLING.corrections(ENGLISH.tokenize("titel and genra of custmers"), NONE_KNOWN);
    assertThat(found).extracting(c -> c.token().index()).containsExactly(0, 2, 4);
    assertThat(found)
        .extracting(Spelling.Correction::meant)
        .containsExactly("title", "genre", "customers");
  }
}
