package dev.nl2sql.language;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Phrases that say on which side of a time the days lie: {@code <side> <phrase>} a line. */
final class TimeBounds {

  /** What a phrase makes of the time after it. */
  enum Side {
    /** From its first day on. */
    SINCE,
    /** From the day after it on. */
    AFTER,
    /** Up to the day before it. */
    BEFORE,
    /** Up to its last day. */
    UNTIL,
    /** Up to its last day, if what follows can only be a date. */
    BY,
    /** A part of it that has no exact days. */
    VAGUE,
    /** Near it, or more exactly than it can be said. */
    ABOUT,
    /** All but it. */
    EXCEPT,
    /** It is compared with what stands before. */
    VERSUS,
    /** Ends with it, said of units before: "the 3 months ending March". */
    ENDING,
    /** Starts with it, said of units before. */
    STARTING,
    /** "more than" in "more than 3 days ago". */
    AGO_MORE,
    AGO_AT_LEAST,
    AGO_LESS,
    AGO_AT_MOST
  }

  /** A phrase found: its side and the index after its last token. */
  record Found(Side side, int end) {}

  private final Map<Side, PhraseTable> tables = new EnumMap<>(Side.class);

  TimeBounds(List<ResourceLines.Line> lines, Tokenizer tokenizer) {
    Map<Side, List<ResourceLines.Line>> bySide = new EnumMap<>(Side.class);
    for (ResourceLines.Line line : lines) {
      String[] parts = line.text().split("\\s+", 2);
      if (parts.length < 2) {
        throw line.wrong("a side and a phrase");
      }
      bySide
          .computeIfAbsent(side(line, parts[0]), s -> new ArrayList<>())
          .add(new ResourceLines.Line(line.file(), line.number(), parts[1]));
    }
    bySide.forEach((side, phrases) -> tables.put(side, new PhraseTable(phrases, tokenizer)));
  }

  private static Side side(ResourceLines.Line line, String name) {
    try {
      return Side.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw line.wrong("one of the sides " + List.of(Side.values()));
    }
  }

  /** The longest phrase of any of the sides that begins at the token. */
  Optional<Found> at(List<Token> tokens, int first, List<Side> sides) {
    Optional<Found> longest = Optional.empty();
    for (Side side : sides) {
      int length = tables.containsKey(side) ? tables.get(side).longestAt(tokens, first) : 0;
      if (length > 0 && first + length > longest.map(Found::end).orElse(first)) {
        longest = Optional.of(new Found(side, first + length));
      }
    }
    return longest;
  }
}
