package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.Expression.Aggregate.Function;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads items from left to right into a sketch. One reader serves one question.
 *
 * <p>The question is read in zones: what is asked comes first, then conditions, groups and order,
 * each begun by words of grammar. Each kind of item has a reader of its own; all of them write into
 * one draft, which is completed when all is read.
 */
final class QuestionReader {
  private final List<Item> items;
  private final Surroundings around;
  private final SketchDraft draft;
  private final PhraseReader phraseReader;
  private final VerbReader verbReader;
  private final FieldReader fieldReader;
  private final NameReader nameReader;
  private final PeriodReader periodReader;
  private final NumberReader numberReader;
  private final ValueReader valueReader;
  private final Completion completion;

  QuestionReader(
      Language language,
      SchemaLexicon lexicon,
      List<Token> tokens,
      List<Item> items,
      NameResolver names) {
    ColumnKinds kinds = new ColumnKinds(language, lexicon);
    this.items = items;
    this.around = new Surroundings(language, lexicon, tokens, items, names, kinds);
    this.draft = new SketchDraft(around, kinds);
    this.phraseReader = new PhraseReader(draft, around, kinds);
    this.verbReader = new VerbReader(draft, around);
    this.fieldReader = new FieldReader(draft, around, kinds);
    this.nameReader = new NameReader(draft, around, kinds, fieldReader);
    this.periodReader = new PeriodReader(draft, around, kinds);
    this.numberReader = new NumberReader(draft, around, kinds, periodReader);
    this.valueReader = new ValueReader(draft, around);
    this.completion =
        new Completion(draft, around, kinds, new MeasureCompletion(draft, around, kinds));
  }

  List<Assumption> assumptions() {
    return draft.assumptions();
  }

  /** Words that were items of meaning and yet had no effect. */
  List<String> unexplained() {
    return draft.unexplained();
  }

  Sketch read() {
    int at = 0;
    while (at < items.size()) {
      draft.position = at;
      at = step(items.get(at), at);
    }
    completion.finish();
    return draft.sketch();
  }

  /** Reads the item and answers the position after what was read. */
  private int step(Item item, int at) {
    if (item instanceof Item.Phrase phrase) {
      return phraseReader.phrase(phrase, at);
    }
    if (item instanceof Item.Named named) {
      return nameReader.named(named, at);
    }
    if (item instanceof Item.Number number) {
      return numberReader.number(number, at);
    }
    if (item instanceof Item.Stored stored) {
      return valueReader.stored(stored.values(), around.text(stored), at);
    }
    if (item instanceof Item.Quoted quoted) {
      return valueReader.quoted(quoted, at);
    }
    if (item instanceof Item.Bind bind) {
      return valueReader.bind(bind, at);
    }
    if (item instanceof Item.Dated dated) {
      return periodReader.dated(dated, at);
    }
    if (item instanceof Item.Grained grained) {
      Sketch.Term grain = new Sketch.GrainOf(grained.grain().unit());
      draft.groups.add(grain);
      draft.grouping = true;
      return at + 1;
    }
    if (item instanceof Item.AskedUnit unit) {
      draft.groups.add(new Sketch.GrainOf(unit.unit()));
      return at + 1;
    }
    if (item instanceof Item.Settled settled) {
      return periodReader.settled(settled, at);
    }
    if (item instanceof Item.Undone undone) {
      return verbReader.undone(undone, at);
    }
    if (item instanceof Item.Quantity) {
      return fieldReader.quantity(at);
    }
    if (item instanceof Item.Times times) {
      return numberReader.times(times, at);
    }
    if (item instanceof Item.Measured measured) {
      draft.pendingCount = draft.pendingCount && !around.isCounted(at); // "how many units"
      if (draft.pendingFunctions.equals(List.of(Function.SUM))) {
        draft.pendingFunctions = new ArrayList<>();
      }
      return fieldReader.term(new Sketch.MetricOf(measured.metrics()), at);
    }
    if (item instanceof Item.Ambiguous ambiguous) {
      return periodReader.reading(ambiguous, at);
    }
    if (item instanceof Item.Degree) {
      return fieldReader.degree(at);
    }
    if (item instanceof Item.Sign sign) {
      return phraseReader.sign(sign, at);
    }
    if (item instanceof Item.Filler filler) {
      return verbReader.filler(filler, at);
    }
    return at + 1;
  }
}
