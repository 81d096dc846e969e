package dev.nl2sql.generate.embedded;

import dev.nl2sql.catalog.Column;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.SchemaLexicon;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Both parts of a name where rows are called by two and the question says only "name". */
record WholeNames(Line line, SchemaLexicon lexicon) {
  /** The sketch, with the other part beside each part of a name that is meant as a whole. */
  Sketch shownWhole(Sketch sketch) {
    return saysName() ? sketch.showing(whole(sketch.shown()), whole(sketch.groups())) : sketch;
  }

  /** "name", not "first name": one word that is no more than that. */
  private boolean saysName() {
    return IntStream.range(0, line.size())
        .filter(at -> line.named(at).isPresent())
        .anyMatch(at -> line.says(at, "name", "names"));
  }

  private List<Sketch.Term> whole(List<Sketch.Term> terms) {
    return terms.stream().flatMap(this::whole).distinct().toList();
  }

  private Stream<Sketch.Term> whole(Sketch.Term term) {
    if (term instanceof Sketch.OfField f && parts(f.field()).contains(f.field().column())) {
      return parts(f.field()).stream()
          .map(c -> new Sketch.OfField(new Field(f.field().table(), c)));
    }
    return Stream.of(term);
  }

  private List<Column> parts(Field field) {
    return lexicon.profile(field.table()).display();
  }
}
