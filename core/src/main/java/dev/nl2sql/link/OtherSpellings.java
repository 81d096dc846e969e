package dev.nl2sql.link;

import dev.nl2sql.resource.WordList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Values that databases store in another way than people say them: "male" as M, "German" as
 * Germany. Immutable and thread-safe.
 */
public final class OtherSpellings {
  private final Map<String, List<Stored>> byWord = new HashMap<>();

  /**
   * How a value may be stored.
   *
   * @param text the stored text
   * @param columnWords words of which the column's name must hold one; empty for any column
   */
  public record Stored(String text, List<String> columnWords) {
    public Stored {
      columnWords = List.copyOf(columnWords);
    }

    /** Whether a column with these words in its name may hold the value. */
    public boolean fits(List<String> wordsOfColumn) {
      return columnWords.isEmpty() || wordsOfColumn.stream().anyMatch(columnWords::contains);
    }
  }

  /**
   * Reads the list of the language.
   *
   * @throws IllegalStateException if a line cannot be read, with its text
   */
  public OtherSpellings() {
    WordList.read(OtherSpellings.class, "other_spellings.txt").forEach(this::add);
  }

  /** A line: texts that mean the same, separated by commas, and after @ words of the columns. */
  private void add(String line) {
    String[] parts = line.split("@", 2);
    List<String> texts = List.of(parts[0].strip().split("\\s*,\\s*"));
    if (texts.size() < 2) {
      throw new IllegalStateException(
          "other_spellings.txt: a line needs two texts with a comma between them: " + line);
    }
    List<String> columns = parts.length < 2 ? List.of() : List.of(parts[1].strip().split("\\s+"));
    for (String said : texts) {
      List<Stored> others =
          byWord.computeIfAbsent(said.toLowerCase(Locale.ROOT), k -> new ArrayList<>());
      texts.stream().filter(t -> !t.equals(said)).forEach(t -> others.add(new Stored(t, columns)));
    }
  }

  /** Other texts under which what was said may be stored, in the order of the list. */
  public List<Stored> of(String said) {
    return byWord.getOrDefault(said.toLowerCase(Locale.ROOT), List.of());
  }
}
