package dev.nl2sql.generate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import dev.nl2sql.link.SchemaLexicon;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which words mean something here, need no meaning, or have none; brackets mark the word. */
class KnownWordsTest {
  private static final Language ENGLISH = Language.english();

  private static Library library;

  @BeforeAll
  static void open() {
    library = Library.open();
  }

  @AfterAll
  static void close() throws SQLException {
    library.close();
  }

  private static boolean holds(String marked, BiPredicate<KnownWords, Token> condition) {
    String text = marked.replaceAll("[<>]", "");
    List<Token> tokens = ENGLISH.tokenize(text);
    GenerationRequest request =
        library.request(
            text, Library.glossary(), List.of(), GenerationRequest.ReadingPolicy.REPORT);
    SchemaLexicon lexicon = new SchemaLexicon(library.catalog(), Library.glossary(), ENGLISH);
    int start = marked.indexOf('<');
    Token token = tokens.stream().filter(t -> t.start() == start).findFirst().orElseThrow();
    return condition.test(new KnownWords(ENGLISH, lexicon, request, tokens), token);
  }

  @ParameterizedTest
  @CsvSource({
    "list the <members>, true",
    "members in <oslo>, true",
    "books by ada <moor>, true",
    "the <novels> in print, true",
    "<unpaid> bills, true",
    "members with <twenty> loans, true",
    "books that were <borrowed>, true",
    "<please> list it, true",
    "list the <membres>, false",
    "members in <olso>, false",
    "<unread> books, false",
    "books by ada <mor>, false"
  })
  void knowsWhatHasAMeaningOrNeedsNone(String marked, boolean known) {
    assertThat(holds(marked, KnownWords::knows)).isEqualTo(known);
  }

  @ParameterizedTest
  @CsvSource({
    "what <is> there, true",
    "books in the <public> hall, true",
    "how many books were <borrowed>, true",
    "how many novels were <borrowed>, true",
    "how many members <borrowed> a book, false",
    "books <borrowed>, false",
    "how many members <borrow>, false",
    "how many <members>, false",
    "the <weather> there, false"
  })
  void isLightWhatAddsNothing(String marked, boolean light) {
    assertThat(holds(marked, KnownWords::isLight)).isEqualTo(light);
  }

  @ParameterizedTest
  @CsvSource({"takings we <raked> in, true", "takings we <borrowed>, false"})
  void tellsThatAMeasureCame(String marked, boolean came) {
    assertThat(holds(marked, KnownWords::saysThatMeasureCame)).isEqualTo(came);
  }
}
