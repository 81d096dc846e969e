package dev.nl2sql.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The shape of a PostgreSQL database in four queries for all relations together. Relations and
 * columns the session may not select are left out, and so are partitions (their parent stands for
 * them) and what belongs to an extension.
 */
final class PostgresShape implements Shape.Reader {
  private static final String SCHEMAS =
      """
      SELECT n.nspname
      FROM pg_catalog.pg_namespace n
      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND n.nspname <> ALL (?) AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
      ORDER BY n.nspname
      """;
  private static final String RELATIONS =
      """
      SELECT n.nspname, c.relname, c.relkind, c.reltuples::bigint, d.description
      FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0
        AND d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass
      WHERE n.nspname = ANY (?) AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
        AND NOT c.relispartition
        AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        AND NOT EXISTS (
          SELECT 1 FROM pg_catalog.pg_depend e WHERE e.objid = c.oid AND e.deptype = 'e'
            AND e.classid = 'pg_catalog.pg_class'::pg_catalog.regclass)
      ORDER BY n.nspname, c.relname
      """;
  private static final String COLUMNS =
      """
      SELECT n.nspname, c.relname, a.attname, t.typname, b.typname, b.typtype, b.typcategory,
        CASE WHEN t.typtype <> 'd' THEN a.atttypmod
          WHEN t.typtypmod <> -1 THEN t.typtypmod ELSE COALESCE(o.typtypmod, -1) END,
        NOT (a.attnotnull OR t.typnotnull), d.description
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_catalog.pg_type o ON o.oid = t.typbasetype AND t.typtype = 'd'
      JOIN pg_catalog.pg_type b ON b.oid =
        CASE WHEN o.typtype = 'd' THEN o.typbasetype ELSE COALESCE(o.oid, t.oid) END
      LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = a.attnum
        AND d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass
      WHERE n.nspname = ANY (?) AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
        AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
        AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
      ORDER BY c.oid, a.attnum
      """;
  private static final String UNIQUE_KEYS =
      """
      SELECT n.nspname, c.relname, i.indisprimary,
        ARRAY(SELECT a.attname::text
          FROM unnest(i.indkey) WITH ORDINALITY k(number, place)
          JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
          WHERE k.place <= i.indnkeyatts ORDER BY k.place)
      FROM pg_catalog.pg_index i
      JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY (?) AND NOT c.relispartition
        AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
      ORDER BY c.oid, i.indexrelid
      """;
  private static final String FOREIGN_KEYS =
      """
      SELECT n.nspname, c.relname, fn.nspname, f.relname,
        ARRAY(SELECT a.attname::text
          FROM unnest(k.conkey) WITH ORDINALITY p(number, place)
          JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = p.number
          ORDER BY p.place),
        ARRAY(SELECT a.attname::text
          FROM unnest(k.confkey) WITH ORDINALITY p(number, place)
          JOIN pg_catalog.pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = p.number
          ORDER BY p.place)
      FROM pg_catalog.pg_constraint k
      JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_catalog.pg_class f ON f.oid = k.confrelid
      JOIN pg_catalog.pg_namespace fn ON fn.oid = f.relnamespace
      WHERE n.nspname = ANY (?) AND k.contype = 'f'
      ORDER BY n.nspname, c.relname, k.conname
      """;

  /** Bytes of a type modifier that do not belong to the length. */
  private static final int MODIFIER_HEADER = 4;

  private final BoundedReads reads;

  PostgresShape(BoundedReads reads) {
    this.reads = reads;
  }

  @Override
  public List<String> schemas() throws SQLException {
    return reads.rows(SCHEMAS, List.of(), row -> row.getString(1));
  }

  @Override
  public List<String> systemSchemas() {
    return List.of("information_schema", "pg_catalog");
  }

  @Override
  public void read(List<String> schemas, Shape shape) throws SQLException {
    reads.rows(RELATIONS, schemas, PostgresShape::relation).stream()
        .sorted(java.util.Comparator.comparingInt(d -> schemas.indexOf(d.name.schema())))
        .forEach(shape::add);
    reads.rows(COLUMNS, schemas, row -> column(row, shape));
    reads.rows(UNIQUE_KEYS, schemas, row -> uniqueKey(row, shape));
    reads.rows(FOREIGN_KEYS, schemas, PostgresShape::foreignKey).forEach(shape::add);
  }

  private static TableDraft relation(ResultSet row) throws SQLException {
    Table.Kind kind =
        switch (row.getString(3)) {
          case "v" -> Table.Kind.VIEW;
          case "m" -> Table.Kind.MATERIALIZED_VIEW;
          default -> Table.Kind.TABLE;
        };
    // A view has no statistics of its own.
    long rows = kind == Table.Kind.VIEW ? -1 : row.getLong(4);
    return new TableDraft(name(row, 1), kind, row.getString(5), rows);
  }

  private static Optional<TableDraft> column(ResultSet row, Shape shape) throws SQLException {
    Optional<TableDraft> draft = shape.draft(name(row, 1));
    if (draft.isPresent()) {
      String comment = row.getString(10);
      draft
          .get()
          .columns
          .add(
              new Column(
                  row.getString(3),
                  type(row.getString(5), row.getString(6), row.getString(7)),
                  row.getString(4),
                  size(row.getString(5), row.getInt(8)),
                  row.getBoolean(9),
                  comment == null ? "" : comment));
    }
    return draft;
  }

  private static Optional<TableDraft> uniqueKey(ResultSet row, Shape shape) throws SQLException {
    Optional<TableDraft> draft = shape.draft(name(row, 1));
    if (draft.isPresent()) {
      List<String> columns = texts(row, 4);
      if (row.getBoolean(3)) {
        draft.get().primaryKey.addAll(columns);
      } else {
        draft.get().addUniqueKey(columns);
      }
    }
    return draft;
  }

  private static ForeignKey foreignKey(ResultSet row) throws SQLException {
    return new ForeignKey(name(row, 1), texts(row, 5), name(row, 3), texts(row, 6), true);
  }

  private static TableName name(ResultSet row, int first) throws SQLException {
    return new TableName(row.getString(first), row.getString(first + 1));
  }

  private static List<String> texts(ResultSet row, int column) throws SQLException {
    return List.of((String[]) row.getArray(column).getArray());
  }

  private static ColumnType type(String base, String typeKind, String category) {
    return switch (base) {
      case "int2", "int4", "int8", "oid" -> ColumnType.INTEGER;
      case "numeric", "float4", "float8", "money" -> ColumnType.DECIMAL;
      case "bool" -> ColumnType.BOOLEAN;
      case "date" -> ColumnType.DATE;
      case "time", "timetz" -> ColumnType.TIME;
      case "timestamp" -> ColumnType.TIMESTAMP;
      case "timestamptz" -> ColumnType.TIMESTAMP_WITH_ZONE;
      case "bytea" -> ColumnType.BINARY;
      case "uuid" -> ColumnType.TEXT;
      default -> category.equals("S") || typeKind.equals("e") ? ColumnType.TEXT : ColumnType.OTHER;
    };
  }

  private static int size(String base, int modifier) {
    if (modifier < MODIFIER_HEADER) {
      return 0;
    }
    return switch (base) {
      case "varchar", "bpchar" -> modifier - MODIFIER_HEADER;
      case "numeric" -> ((modifier - MODIFIER_HEADER) >> 16) & 0xffff;
      default -> 0;
    };
  }
}
