package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.eval.BenchmarkFiles.Trust;
import dev.nl2sql.eval.BenchmarkFiles.Wording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionFileTest {
  private static final String GOOD =
      "{'id':'a','kind':'clear','question':'How many?','intended':{},"
          + "'gold_sql':'SELECT 1','ordered':false,'accept_extra_columns':true}";

  @TempDir Path folder;

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[1]|2: expected one JSON object",
        "{'id':|2: expected one JSON object",
        "{'kind':'clear'}|2: 'intended' must be an object of texts",
        "{'intended':{},'kind':'vague'}|2: 'kind' must be \"clear\" or \"ambiguous\"",
        "{'intended':{},'kind':'ambiguous'}|2: 'intended' must name a reading",
        "{'intended':{'a':1},'kind':'ambiguous'}|2: 'intended.a' must be a text",
        "{'intended':{'a':'b'},'kind':'clear'}|2: 'intended' must name a reading",
        "{'intended':{},'kind':'clear','id':' '}|2: 'id' must be a text that is not blank",
        "{'intended':{},'kind':'clear','id':'b','question':'q'}|2: 'gold_sql' must be a text",
        "{'intended':{},'kind':'clear','id':'b','question':'q','gold_sql':'s','ordered':1}|2: 'ordered' must be true or false",
        "{'golds':[]}|2: unknown field 'golds'",
        "{'id':'a','kind':'clear','question':'q','intended':{},'gold_sql':'s','ordered':true,'accept_extra_columns':true}|2: the id 'a' stands here a second time",
      })
  void badLinesAreNamed(String line, String problem) throws IOException {
    Path file = write(GOOD, line);

    assertThatThrownBy(() -> QuestionFile.labelled(file))
        .isInstanceOf(BadQuestionFileException.class)
        .hasMessageContaining(file + ":" + problem);
  }

  @Test
  void missingEmptyAndBinaryFilesAreNamed() throws IOException {
    Path absent = folder.resolve("absent.jsonl");
    Path empty = write("");
    Path binary = folder.resolve("binary.jsonl");
    Files.write(binary, new byte[] {(byte) 0xC3, 0x28, (byte) 0xFF});

    for (Path file : List.of(absent, empty, binary)) {
      assertThatThrownBy(() -> QuestionFile.labelled(file))
          .isInstanceOf(BadQuestionFileException.class)
          .hasMessageContaining(file.toString());
    }
  }

  @Test
  void foldsWordingsAndDoubtfulGoldsAreChosen() throws IOException {
    String line =
        "{'id':'%s','db':'d','question':'q','gold_sql':'SELECT a FROM t ORDER BY a',"
            + "'fold':'%s','clean':%s,'question_synonym':%s,'difficulty':'easy'}";
    Path file = folder.resolve("questions.jsonl");
    Files.writeString(
        file,
        String.join(
                "\n",
                line.formatted("1", "learn", "true", "'other words'"),
                line.formatted("2", "learn", "false", "null"),
                line.formatted("3", "test", "true", "null"))
            .replace('\'', '"'));

    assertThat(spider("learn", Wording.ORIGINAL, Trust.ALL)).containsExactly("1:q", "2:q");
    assertThat(spider("learn", Wording.ORIGINAL, Trust.CLEAN)).containsExactly("1:q");
    assertThat(spider("learn", Wording.SYNONYM, Trust.ALL)).containsExactly("1:other words");
    assertThat(spider("test", Wording.ORIGINAL, Trust.ALL)).containsExactly("3:q");
    assertThatThrownBy(() -> spider("dev", Wording.ORIGINAL, Trust.ALL))
        .hasMessageContaining("holds no question");
  }

  private List<String> spider(String fold, Wording wording, Trust trust) {
    return BenchmarkFiles.spider(folder, new BenchmarkFiles.SpiderChoice(fold, wording, trust))
        .stream()
        .map(q -> q.id() + ":" + q.question())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT a FROM t ORDER BY a|true",
        "select a from t order  by a desc limit 3|true",
        "SELECT a FROM t ORDER BY a LIMIT 1|false",
        "SELECT a FROM t ORDER BY a LIMIT 10|true",
        "SELECT a FROM (SELECT a FROM t ORDER BY a LIMIT 5) s|false",
        "SELECT a FROM t|false",
      })
  void orderCountsWhereTheOutermostQueryOrders(String sql, boolean ordered) {
    assertThat(BenchmarkFiles.isOrdered(sql)).isEqualTo(ordered);
  }

  private Path write(String... lines) throws IOException {
    Path file = folder.resolve("set.jsonl");
    Files.writeString(file, String.join("\n", lines).replace('\'', '"'));
    return file;
  }
}
