package dev.nl2sql.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicSetsTest {
  @TempDir Path folder;

  @Test
  void spiderAndBirdAreToldApartByTheirGold() throws IOException {
    Path spider =
        write(
            "[{\"db_id\":\"cars\",\"question\":\"How many?\",\"query\":\"SELECT count(*) FROM c\"}]");
    assertThat(PublicSets.array(spider))
        .extracting(q -> q.id() + q.database() + q.question() + q.gold() + q.difficulty())
        .containsExactly("1carsHow many?SELECT count(*) FROM c");

    Path bird =
        write(
            "[{\"question_id\":7,\"db_id\":\"cars\",\"question\":\"How many?\",\"evidence\":\"\","
                + "\"SQL\":\"SELECT a FROM c ORDER BY a\",\"difficulty\":\"simple\"}]");
    assertThat(PublicSets.array(bird))
        .extracting(q -> q.id() + q.gold() + q.difficulty() + q.ordered())
        .containsExactly("7SELECT a FROM c ORDER BY asimpletrue");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|expected a JSON array",
        "[{\"db_id\":\"a\",\"question\":\"b\"}]|question 1 needs",
        "[|expected a JSON array",
        "''|expected a JSON array",
      })
  void whatIsNoSuchArrayIsToldWithItsFile(String text, String told) throws IOException {
    Path file = write(text);

    assertThatThrownBy(() -> PublicSets.array(file))
        .hasMessageContaining(told)
        .hasMessageContaining(file.toString());
  }

  @Test
  void csvHasQuotesLineBreaksAndAnyOrderOfColumns() throws IOException {
    Path file =
        write(
            "\uFEFFdb_name,query,question\r\nbroker,\"SELECT \"\"a\"\", b\nFROM t\",\"Which, then?\"\r\n"
                + "\r\nshop,SELECT 1,How many?");

    assertThat(PublicSets.csv(file))
        .extracting(LabelledQuestion::database, LabelledQuestion::question, LabelledQuestion::gold)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "broker", "Which, then?", "SELECT \"a\", b\nFROM t"),
            org.assertj.core.groups.Tuple.tuple("shop", "How many?", "SELECT 1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|is empty",
        "question,sql|has no column db_name or db or db_id",
        "question,sql,db;a,b|question 1 has 2 fields, the head 3",
      })
  void whatIsNoSuchCsvIsTold(String text, String told) throws IOException {
    Path file = write(text.replace(';', '\n'));

    assertThatThrownBy(() -> PublicSets.csv(file)).hasMessageContaining(told);
  }

  @Test
  void samplesAreAlwaysTheSameAndSpreadOverAll() throws IOException {
    StringBuilder text = new StringBuilder("question,sql,db\n");
    for (int i = 0; i < 10; i++) {
      text.append("q").append(i).append(",SELECT 1,d\n");
    }
    List<LabelledQuestion> all = PublicSets.csv(write(text.toString()));

    assertThat(ReportOptions.spread(all, 3))
        .extracting(LabelledQuestion::question)
        .containsExactly("q0", "q3", "q6");
    assertThat(ReportOptions.spread(all, 10)).isEqualTo(all);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("set"), text);
  }
}
