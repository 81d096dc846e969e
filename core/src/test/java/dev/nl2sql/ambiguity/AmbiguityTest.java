package dev.nl2sql.ambiguity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.Choice;
import dev.nl2sql.Clarification;
import dev.nl2sql.Option;
import dev.nl2sql.Question;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Terms with several readings: where they are found, who chose, and how to answer. */
class AmbiguityTest {
  private static final Language ENGLISH = Language.english();
  private static final Glossary GLOSSARY =
      glossary(
          term("top_reader", List.of("\\b(best|top)\\s+readers?\\b"), List.of("by loans"), "loans"),
          term("old", List.of("\\bold\\b", "\\bold books\\b"), List.of(), "year"));

  private static Glossary glossary(Glossary.AmbiguousTerm... terms) {
    return new Glossary(
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(terms),
        List.of(),
        List.of(),
        List.of(),
        "1");
  }

  private static Glossary.AmbiguousTerm term(
      String name, List<String> triggers, List<String> unless, String first) {
    return new Glossary.AmbiguousTerm(
        name,
        triggers.stream().map(AmbiguityTest::pattern).toList(),
        unless.stream().map(AmbiguityTest::pattern).toList(),
        "Which " + name + "?",
        List.of(reading(first), reading("other")));
  }

  private static Pattern pattern(String words) {
    return Pattern.compile(words, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  private static Glossary.Reading reading(String id) {
    return new Glossary.Reading(
        id,
        "By " + id,
        "Ranked by " + id,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static List<TermUse> find(Question question) {
    return GlossaryTerms.find(question, ENGLISH.tokenize(question.text()), GLOSSARY);
  }

  private static Choice choice(String term, String option) {
    return new Choice(term, option, Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "who are the best readers? | top_reader=best readers",
        "Who are the TOP  READERS? | top_reader=TOP READERS",
        "the best readers of old books | top_reader=best readers, old=old books",
        "old readers | old=old",
        "best readers by loans | ",
        "the most gold | ",
        "books named 'best readers' | ",
        "books named \"Old\" | ",
        "old books named 'Old' | old=old books",
      })
  void termsAreFoundWithTheirWords(String text, String expected) {
    Question question = new Question(text);
    List<Token> tokens = ENGLISH.tokenize(text);

    String found =
        find(question).stream()
            .map(u -> u.term().name() + "=" + words(tokens, u))
            .collect(Collectors.joining(", "));

    assertThat(found).isEqualTo(expected == null ? "" : expected);
  }

  private static String words(List<Token> tokens, TermUse use) {
    return tokens.subList(use.first(), use.end()).stream()
        .map(Token::text)
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "the best readers and the top reader | best readers, top reader",
        "best readers named 'best readers' | best readers",
        "readers | ``",
        "best readers by loans | best readers",
      })
  void allPlacesOfATermAreFound(String text, String expected) {
    List<Token> tokens = ENGLISH.tokenize(text);

    String found =
        GlossaryTerms.places(new Question(text), tokens, GLOSSARY.ambiguous().get(0)).stream()
            .map(p -> tokens.subList(p[0], p[1]))
            .map(words -> words.stream().map(Token::text).collect(Collectors.joining(" ")))
            .collect(Collectors.joining(", "));

    assertThat(found).isEqualTo(expected);
  }

  /** A trigger of no length, or one between two words, is no place in the question. */
  @Test
  void aTriggerThatTakesNoWordHasNoPlace() {
    Glossary.AmbiguousTerm term = term("gap", List.of("(?=readers)", " "), List.of(), "loans");
    String text = "best readers";

    assertThat(GlossaryTerms.places(new Question(text), ENGLISH.tokenize(text), term)).isEmpty();
  }

  @Test
  void aChoiceSettlesItsTermInAnyCase() {
    Question question =
        new Question("best readers of old books")
            .withChoices(List.of(choice("TOP_READER", "Loans")));

    List<TermUse> uses = find(question);

    assertThat(uses).extracting(TermUse::isOpen).containsExactly(false, true);
    assertThat(uses.get(0).chosen()).map(Glossary.Reading::id).contains("loans");
    assertThat(Clarifications.ofOpen(question, uses))
        .extracting(Clarification::term)
        .containsExactly("old");
  }

  @Test
  void aChoiceForATermThatIsNotThereCountsForNothing() {
    Question question =
        new Question("old books").withChoices(List.of(choice("top_reader", "none")));

    assertThat(find(question)).singleElement().matches(TermUse::isOpen);
  }

  @Test
  void anOptionThatIsNotThereIsToldWithThoseThatAre() {
    Question question =
        new Question("best readers").withChoices(List.of(choice("top_reader", "height")));

    assertThatThrownBy(() -> find(question))
        .isInstanceOfSatisfying(
            UnknownOptionException.class,
            e ->
                assertThat(e.clarification().options())
                    .extracting(Option::id)
                    .containsExactly("loans", "other"))
        .hasMessageContaining("height")
        .hasMessageContaining("loans");
  }

  @Test
  void whatTheQuestionSettlesItselfIsKnown() {
    Question question = new Question("best readers by loans");

    assertThat(GlossaryTerms.settled(question, ENGLISH.tokenize(question.text()), GLOSSARY))
        .extracting(u -> u.term().name())
        .containsExactly("top_reader");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "best readers | ASK 'best readers' WITH (old = year)",
        "  best \t readers  | ASK 'best readers' WITH (old = year)",
        "Ann's best readers | ASK 'Ann''s best readers' WITH (old = year)",
        "named 'a  b'  and   c | ASK 'named ''a  b'' and c' WITH (old = year)",
        "named \"a  b\"  c | ASK 'named \"a  b\" c' WITH (old = year)",
        "the readers'  old  books | ASK 'the readers''  old  books' WITH (old = year)",
      })
  void theQuestionIsAskedAgainInTheQuotedForm(String text, String statement) {
    assertThat(AskAgain.statement(text, List.of(), "old", "year")).isEqualTo(statement);
  }

  @Test
  void askingAgainKeepsOtherChoicesAndReplacesItsOwn() {
    List<Choice> choices =
        List.of(
            choice("top_reader", "loans"),
            choice("old", "other"),
            new Choice("new", "week", Optional.of("the last\nweek's books")));

    assertThat(AskAgain.statement("q", choices, "old", "year"))
        .isEqualTo(
            "ASK 'q' WITH (top_reader = loans, new = week 'the last week''s books', old = year)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a\nb", "a\r\n\r\nb", "'a\nb'", "say \"x\ny\" now", "a\u2028b", "a\u0085b"})
  void askingAgainStandsOnOneLine(String text) {
    assertThat(AskAgain.statement(text, List.of(), "t", "o")).doesNotContainPattern("\\R");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "best customer | best_customer",
        "Größte Stadt | größte_stadt",
        "  a -- b!  | a_b",
        "2 rooms | term_2_rooms",
        "?! | term_",
        "名前 | 名前",
      })
  void wordsBecomeANameOfATerm(String words, String name) {
    assertThat(Clarifications.identifier(words)).isEqualTo(name);
  }

  @Test
  void aSchemaCanMakeAClarificationToo() {
    Question question = new Question("readers by name").withChoices(List.of(choice("old", "year")));

    Clarification clarification =
        Clarifications.ofSchema(
            question,
            "name",
            "schema",
            Stream.of("first_name", "last_name")
                .map(id -> new Clarifications.Reading(id, id.replace('_', ' '), "column " + id))
                .toList());

    assertThat(clarification.term()).isEqualTo("name");
    assertThat(clarification.source()).isEqualTo("schema");
    assertThat(clarification.options())
        .extracting(Option::askAgain)
        .containsExactly(
            "ASK 'readers by name' WITH (old = year, name = first_name)",
            "ASK 'readers by name' WITH (old = year, name = last_name)");
  }
}
