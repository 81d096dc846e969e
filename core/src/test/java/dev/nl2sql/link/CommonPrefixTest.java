package dev.nl2sql.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommonPrefixTest {

  @ParameterizedTest
  @CsvSource({
    "sbCustomer sbTicker sbTransaction, sbTransaction, Transaction",
    "sbCustomer sbTicker sbTransaction, sbId, sbId",
    "sbCustomer sbTicker sbTransaction, name, name",
    "sbCustomer sbTicker, sbTicker, sbTicker",
    "pg_class pg_index pg_language, pg_language, pg_language",
    "order item customer, order, order"
  })
  void cutsWhatAllRelationsShare(String tables, String name, String expected) {
    List<Table> all = Stream.of(tables.split(" ")).map(CommonPrefixTest::table).toList();
    assertThat(CommonPrefix.of(all).cut(name)).isEqualTo(expected);
  }

  private static Table table(String name) {
    return new Table(
        new TableName("", name), Table.Kind.TABLE, List.of(), List.of(), List.of(), "", 1);
  }
}
