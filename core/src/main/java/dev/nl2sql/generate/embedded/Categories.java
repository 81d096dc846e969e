package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.resource.WordList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Tells whether different values are asked for or one for each row: "payment methods" and "which
 * majors are there" ask for the different ones, "the majors of all students" for each.
 */
record Categories(Line line, SchemaLexicon lexicon, Set<Table> named) {
  private static final Set<String> OWNING =
      Set.copyOf(WordList.read(Categories.class, "owning_words.txt"));

  /** The sketch, with duplicates removed if it asks for the different values of one column. */
  Sketch shownOnce(Sketch sketch) {
    boolean asks =
        sketch.shown().size() == 1
            && sketch.groups().isEmpty()
            && sketch.orders().isEmpty()
            && sketch.shown().get(0) instanceof Sketch.OfField f
            && isCategory(f.field())
            && !isOwned(f.field())
            && (isText(f.field()) && !named.contains(f.field().table()) || standsAlone(f.field()));
    return asks ? sketch.withoutDuplicates() : sketch;
  }

  private boolean isCategory(Field field) {
    return !field.column().type().isTemporal()
        && !lexicon.profile(field.table()).display().contains(field.column())
        && !lexicon.profile(field.table()).key().contains(field.column());
  }

  private static boolean isText(Field field) {
    return field.column().type() == ColumnType.TEXT;
  }

  /** Whether the column is named by words of its own and not as the name or a part of rows. */
  private boolean standsAlone(Field field) {
    List<String> words = lexicon.wordsOf(field.column());
    List<String> rows = lexicon.wordsOf(List.of(field.table().name().name()));
    return !words.contains("name")
        && words.stream().noneMatch(rows::contains)
        && places(field).findAny().isPresent();
  }

  /** Whether words beside its name say whose it is. */
  private boolean isOwned(Field field) {
    return places(field).limit(1).anyMatch(this::isOwned);
  }

  private IntStream places(Field field) {
    return IntStream.range(0, line.size()).filter(at -> names(at, field));
  }

  private boolean names(int at, Field field) {
    return line.named(at).stream()
        .filter(named -> named.end() - named.first() <= lexicon.wordsOf(field.column()).size())
        .flatMap(named -> named.candidates().stream())
        .filter(c -> !c.isTable())
        .map(Candidate::field)
        .anyMatch(field::equals);
  }

  private boolean isOwned(int at) {
    return OWNING.contains(line.text(at + 1))
        || OWNING.contains(line.text(at - 1))
        || line.named(at + 1).isPresent()
        || line.named(at - 1).isPresent();
  }
}
