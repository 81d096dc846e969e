package dev.nl2sql.examples.clients;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.conf.Settings;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** jOOQ: the dialect found by the connection, catalog, returned keys, batches, transactions. */
final class JooqClient implements Client {
  private static final Table<Record> BOOKS = table(name("BOOKS"));
  private static final Field<Integer> ID = field(name("BOOK_ID"), SQLDataType.INTEGER);
  private static final Field<String> TITLE = field(name("TITLE"), SQLDataType.VARCHAR(40));

  @Override
  public List<String> use(DataSource source) throws Exception {
    List<String> seen = new ArrayList<>();
    try (Connection connection = source.getConnection()) {
      seen.add(DSL.using(connection).dialect().name());
      seen.add(DSL.using(connection).meta().getTables("BOOKS").toString());
    }
    DSLContext dsl = DSL.using(source, SQLDialect.H2, new Settings());
    seen.add(dsl.select(ID, TITLE).from(BOOKS).orderBy(ID).fetch().formatCSV());
    seen.add(
        dsl.insertInto(BOOKS, TITLE).values("Dune").returningResult(ID, TITLE).fetch().toString());
    seen.add(
        Arrays.toString(
            dsl.batch(dsl.insertInto(BOOKS, TITLE).values((String) null))
                .bind("one")
                .bind("two")
                .execute()));
    try {
      dsl.transaction(
          inside -> {
            inside.dsl().deleteFrom(BOOKS).execute();
            inside.dsl().insertInto(BOOKS, TITLE).values((String) null).execute();
          });
    } catch (DataAccessException e) {
      seen.add(e.getCause() + "");
    }
    seen.add(dsl.fetchCount(BOOKS) + "");
    try (var lazy = dsl.select(TITLE).from(BOOKS).orderBy(TITLE).fetchLazy()) {
      lazy.forEach(r -> seen.add(r.value1()));
    }
    return seen;
  }
}
