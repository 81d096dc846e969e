package dev.nl2sql.generate.embedded;

import dev.nl2sql.ambiguity.TermUse;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.GrainPhrase;
import dev.nl2sql.language.NumberPhrase;
import dev.nl2sql.language.Period;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.plan.Expression.CalendarUnit;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A stretch of the question's tokens and what it was taken for. */
sealed interface Item {
  /** Index of the first token. */
  int first();

  /** Index after the last token. */
  int end();

  /** A word or phrase of grammar. */
  record Phrase(int first, int end, Set<WordClass> classes) implements Item {
    boolean is(WordClass wordClass) {
      return classes.contains(wordClass);
    }
  }

  /** A name of the schema. */
  record Named(int first, int end, List<Candidate> candidates) implements Item {
    /** What fits best. */
    Candidate best() {
      return candidates.get(0);
    }
  }

  /** A stored value. */
  record Stored(int first, int end, List<StoredValue> values) implements Item {}

  /** Quoted text. */
  record Quoted(int first, int end, String text, List<StoredValue> values) implements Item {}

  /** A number. */
  record Number(int first, int end, NumberPhrase number) implements Item {}

  /** A value bound by the caller. */
  record Bind(int first, int end, int index) implements Item {}

  /** A period of time. */
  record Dated(int first, int end, Period period) implements Item {}

  /** A calendar unit to group by. */
  record Grained(int first, int end, GrainPhrase grain) implements Item {}

  /** Measures of the glossary, all known by the words. */
  record Measured(int first, int end, List<Glossary.Metric> metrics) implements Item {}

  /**
   * An ambiguous term of the glossary.
   *
   * @param ranked what its reading ranks, if it does
   * @param descending whether the first is the highest
   * @param count how many are asked for
   */
  record Ambiguous(
      int first, int end, TermUse use, Optional<Sketch.Term> ranked, boolean descending, long count)
      implements Item {}

  /** An ambiguous term whose readings differ in their period only, and the question names one. */
  record Settled(int first, int end, Glossary.Reading reading) implements Item {}

  /** "which month": a calendar unit that is asked for. */
  record AskedUnit(int first, int end, CalendarUnit unit) implements Item {}

  /** "unpaid": what has a date of that name did not happen. */
  record Undone(int first, int end, List<Candidate> dates) implements Item {}

  /** "amount", "value": the number of a relation's rows, whatever its column is called. */
  record Quantity(int first, int end) implements Item {}

  /** "once", "three times": how often something happened. */
  record Times(int first, int end, BigDecimal value) implements Item {}

  /** An adjective of degree: "cheapest", "older". */
  record Degree(int first, int end) implements Item {}

  /**
   * Words that carry little meaning.
   *
   * @param hints for a verb, the dates and references that are named like it
   */
  record Filler(int first, int end, List<Candidate> hints) implements Item {
    Filler(int first, int end) {
      this(first, end, List.of());
    }
  }

  /** A sign. */
  record Sign(int first, int end, String text) implements Item {}

  /** A word nothing explains. */
  record Unknown(int first, int end) implements Item {}
}
