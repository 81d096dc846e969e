package dev.nl2sql.guard;

import dev.nl2sql.catalog.TableName;
import dev.nl2sql.plan.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What names mean at one place of a statement: relations in FROM, WITH names, output aliases. */
final class Scope {
  /** Where a relation comes from. */
  enum Kind {
    /** The catalog; its columns are written by catalog name. */
    BASE,
    /** A query: a derived table or a name of WITH. */
    QUERY,
    /** A table function, whose alias is also its column. */
    CALL
  }

  /**
   * A relation that columns can come from.
   *
   * @param name its alias or name
   * @param columns its columns
   * @param kind where it comes from
   * @param table the relation of the catalog, if it is one and has no alias
   */
  record Relation(String name, List<String> columns, Kind kind, Optional<TableName> table) {
    static Relation query(String name, List<String> columns) {
      return new Relation(name, columns, Kind.QUERY, Optional.empty());
    }
  }

  /**
   * What a column name means.
   *
   * @param spelling how it is to be written
   * @param relation whose column it is; empty for an output of the query itself
   */
  record Resolved(String spelling, Optional<Relation> relation) {}

  private final Optional<Scope> outer;
  private final List<Relation> withNames;
  private final List<Relation> relations = new ArrayList<>();
  private final List<String> outputs = new ArrayList<>();
  private final List<String> merged = new ArrayList<>();
  private boolean allMerged;

  Scope(Optional<Scope> outer) {
    this.outer = outer;
    this.withNames = new ArrayList<>();
  }

  /** The same place seen from a derived table in FROM: names of WITH, but no relation beside it. */
  Scope withoutRelations() {
    Scope copy = new Scope(outer);
    withNames.forEach(copy::addWith);
    return copy;
  }

  void addWith(Relation relation) {
    withNames.add(relation);
  }

  void add(Relation relation) {
    relations.add(relation);
  }

  void addOutput(String name) {
    outputs.add(name);
  }

  List<Relation> relations() {
    return relations;
  }

  /** The WITH name, innermost first, latest first. */
  Optional<Relation> with(String written, Names names) {
    return with(names.read(written));
  }

  private Optional<Relation> with(Names.Meant meant) {
    for (int i = withNames.size() - 1; i >= 0; i--) {
      if (meant.is(withNames.get(i).name())) {
        return Optional.of(withNames.get(i));
      }
    }
    return outer.flatMap(o -> o.with(meant));
  }

  /** The relation of that alias or name. */
  Optional<Relation> relation(String written, Names names) {
    return relation(names.read(written));
  }

  private Optional<Relation> relation(Names.Meant meant) {
    for (Relation relation : relations) {
      if (meant.is(relation.name())) {
        return Optional.of(relation);
      }
    }
    return outer.flatMap(o -> o.relation(meant));
  }

  /** The relation of the catalog that was named without an alias. */
  Optional<Relation> relation(String schema, String written, Names names) {
    Optional<Relation> own =
        relations.stream()
            .filter(r -> r.table().filter(t -> names.means(schema, t.schema())).isPresent())
            .filter(r -> names.means(written, r.name()))
            .findFirst();
    return own.or(() -> outer.flatMap(o -> o.relation(schema, written, names)));
  }

  /** Columns of this name are one, because a join merges them (USING, NATURAL). */
  void merge(String name) {
    merged.add(name);
  }

  /** All columns of equal name are one. */
  void mergeAll() {
    allMerged = true;
  }

  /** The catalog's spelling of a column, or the written one for a computed column. */
  Optional<Resolved> column(String written, Names names, Dialect dialect) {
    return column(written, names.read(written), dialect);
  }

  private Optional<Resolved> column(String written, Names.Meant meant, Dialect dialect) {
    List<Resolved> found = new ArrayList<>();
    for (Relation relation : relations) {
      column(relation, written, meant, dialect).ifPresent(found::add);
    }
    boolean output = isAmong(outputs, meant);
    if (found.size() > 1 && !output && !allMerged && !isAmong(merged, meant)) {
      throw new Refusal(
          GuardVerdict.Layer.NAMES,
          "the column " + written + " is in several relations",
          Optional.of("write it with the relation in front"));
    }
    if (!found.isEmpty()) {
      return Optional.of(found.get(0));
    }
    return output
        ? Optional.of(new Resolved(written, Optional.empty()))
        : outer.flatMap(o -> o.column(written, meant, dialect));
  }

  private static boolean isAmong(List<String> some, Names.Meant meant) {
    for (String name : some) {
      if (meant.is(name)) {
        return true;
      }
    }
    return false;
  }

  static Optional<Resolved> column(
      Relation relation, String written, Names names, Dialect dialect) {
    return column(relation, written, names.read(written), dialect);
  }

  private static Optional<Resolved> column(
      Relation relation, String written, Names.Meant meant, Dialect dialect) {
    for (String column : relation.columns()) {
      if (meant.is(column)) {
        String spelling = relation.kind() == Kind.BASE ? dialect.identifier(column) : written;
        return Optional.of(new Resolved(spelling, Optional.of(relation)));
      }
    }
    return Optional.empty();
  }

  /** The columns that could have been meant. */
  List<String> columnNames() {
    List<String> all = new ArrayList<>();
    relations.forEach(r -> all.addAll(r.columns()));
    outer.ifPresent(o -> all.addAll(o.columnNames()));
    return all;
  }
}
