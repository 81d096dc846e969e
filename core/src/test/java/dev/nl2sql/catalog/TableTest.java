package dev.nl2sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Values found and references read at different times must speak of the same relation. */
class TableTest {

  private static Table table(String name, long rows) {
    TableName qualified = new TableName("S", name);
    return new Table(qualified, Table.Kind.TABLE, List.of(), List.of("ID"), List.of(), "", rows);
  }

  @Test
  void aRelationStaysTheSameWhileItsRowsChange() {
    assertThat(table("A", 10)).isEqualTo(table("A", 11)).hasSameHashCodeAs(table("A", 11));
    assertThat(table("A", 10)).isNotEqualTo(table("B", 10));
  }
}
