package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The relations a clause speaks of, innermost first, and what names and values mean among them. One
 * scope serves one question.
 */
final class Scope {
  /** What the words around a name ask of it. */
  enum Want {
    ANYTHING,
    ROWS,
    COLUMN,
    NUMBER
  }

  private static final double VIEW = 0.4;
  private static final double REFERENCE = 0.3;
  private static final double WANTED = 0.3;
  private static final double NOT_WANTED = 0.3;
  private static final double INNERMOST = 0.4;
  private static final double IN_SCOPE = 0.3;
  private static final double MENTIONED = 0.22;
  private static final double TO_ONE = 0.14;
  private static final double NEAR = 0.08;
  private static final double OWN_NAME = 0.15;

  private final SchemaLexicon lexicon;
  private final JoinGraph graph;
  private final List<Table> tables = new ArrayList<>();
  private final Set<Table> mentioned = new HashSet<>();

  Scope(SchemaLexicon lexicon, JoinGraph graph, Line line) {
    this.lexicon = lexicon;
    this.graph = graph;
    line.items().forEach(this::mention);
  }

  private void mention(Item item) {
    if (item instanceof Item.Named named) {
      double best = named.candidates().get(0).score();
      named.candidates().stream()
          .filter(c -> c.isTable() && c.score() > 0.8 && c.score() >= best - 0.1)
          .forEach(c -> mentioned.add(c.table()));
    }
  }

  /** Makes the relation the innermost. */
  void enter(Table table) {
    tables.remove(table);
    tables.add(0, table);
  }

  List<Table> tables() {
    return List.copyOf(tables);
  }

  Optional<Table> innermost() {
    return tables.stream().findFirst();
  }

  boolean contains(Table table) {
    return tables.contains(table);
  }

  boolean isMentioned(Table table) {
    return mentioned.contains(table);
  }

  JoinGraph graph() {
    return graph;
  }

  SchemaLexicon lexicon() {
    return lexicon;
  }

  /** The best meaning of a name. */
  Candidate meaning(Item.Named named, Want want) {
    return named.candidates().stream()
        .max(Comparator.comparingDouble(c -> score(c, named, want)))
        .orElseThrow();
  }

  /** The relation a name means, if it means one at all. */
  Optional<Table> rows(Item.Named named) {
    Candidate best = meaning(named, Want.ROWS);
    return best.isTable() ? Optional.of(best.table()) : Optional.empty();
  }

  /** The column a name means, if it means one at all. */
  Optional<Field> column(Item.Named named, Want want) {
    return named.candidates().stream()
        .filter(c -> !c.isTable())
        .max(Comparator.comparingDouble(c -> score(c, named, want)))
        .map(Candidate::field);
  }

  /** The column of a relation that a name may mean, the best if there are several. */
  Optional<Candidate> columnOf(Table table, Item.Named named) {
    return named.candidates().stream()
        .filter(c -> !c.isTable() && c.table().equals(table))
        .findFirst();
  }

  /** How well the meaning fits the words and the relations spoken of. */
  double score(Candidate candidate, Item.Named named, Want want) {
    Table table = candidate.table();
    double score = candidate.score() - (table.kind() == Table.Kind.TABLE ? 0 : VIEW);
    if (candidate.isTable()) {
      score += want == Want.ROWS ? WANTED : 0;
      score -= want == Want.COLUMN || want == Want.NUMBER ? NOT_WANTED : 0;
      return score + (tables.isEmpty() ? 0 : nearness(table) / 2);
    }
    Column column = candidate.column().orElseThrow();
    score += want == Want.COLUMN ? WANTED : 0;
    score += want == Want.NUMBER ? (NameResolver.isOrdered(column) ? 0.5 : -0.1) : 0;
    if (isName(candidate)) {
      score += OWN_NAME;
    }
    if (isReference(candidate.field()) && named.candidates().stream().anyMatch(Scope::isRows)) {
      score -= REFERENCE;
    }
    return score + nearness(table);
  }

  /** The name by which rows of the innermost relation are called, whatever the column is. */
  private boolean isName(Candidate candidate) {
    return innermost().filter(candidate.table()::equals).isPresent()
        && lexicon.profile(candidate.table()).display().contains(candidate.column().orElseThrow());
  }

  private static boolean isRows(Candidate candidate) {
    return candidate.isTable() && candidate.score() > 0.6;
  }

  private double nearness(Table table) {
    int place = tables.indexOf(table);
    if (place >= 0) {
      return place == 0 ? INNERMOST : IN_SCOPE;
    }
    double said = mentioned.contains(table) ? MENTIONED : 0;
    double near =
        tables.stream()
            .limit(2)
            .mapToDouble(
                t ->
                    graph.hops(t).stream()
                        .filter(h -> h.to().equals(table))
                        .mapToDouble(h -> h.toOne() ? TO_ONE : NEAR)
                        .max()
                        .orElse(0))
            .max()
            .orElse(0);
    return said + near;
  }

  /** Whether the column refers to another relation. */
  boolean isReference(Field field) {
    return graph.isReference(field);
  }

  /** Which of the places of a stored value is meant. */
  StoredValue place(List<StoredValue> values, Optional<Field> named) {
    return values.stream().max(Comparator.comparingDouble(v -> fit(v, named))).orElseThrow();
  }

  private double fit(StoredValue value, Optional<Field> named) {
    Field here = new Field(value.table(), value.column());
    double score = nearness(value.table()) - (value.table().kind() == Table.Kind.TABLE ? 0 : VIEW);
    if (named.isPresent()) {
      boolean same = named.get().column().name().equalsIgnoreCase(value.column().name());
      score += named.get().equals(here) ? 2 : same ? 1 : 0;
    }
    score += lexicon.profile(value.table()).display().contains(value.column()) ? 0.05 : 0;
    return score - (value.table().primaryKey().contains(value.column().name()) ? 0.05 : 0);
  }

  /** A column of the relation by which the question's word would call a row: "id", "code". */
  Optional<Field> key(Table table) {
    return lexicon.profile(table).key().stream().findFirst().map(c -> new Field(table, c));
  }

  /** Whether the name could mean a number column of what is spoken of. */
  boolean isNumber(Item.Named named) {
    Candidate best = meaning(named, Want.NUMBER);
    return !best.isTable() && best.column().orElseThrow().type().isNumeric();
  }

  /** Whether the column holds years, by its name. */
  boolean isYear(Column column) {
    return lexicon.wordsOf(column).contains("year");
  }

  static boolean isKeyLike(Column column) {
    String name = column.name().toLowerCase(Locale.ROOT);
    return name.endsWith("id") || name.endsWith("code") || name.endsWith("key");
  }
}
