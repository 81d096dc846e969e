package dev.nl2sql.eval;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Loads public question sets from the folders they come in. */
final class BenchmarkFiles {
  private static final Pattern ORDER = Pattern.compile("(?is).*\\border\\s+by\\b[^)]*");

  private BenchmarkFiles() {}

  /**
   * Which questions of Spider to take.
   *
   * @param fold {@code learn} or {@code test}: split by database
   * @param synonyms whether to ask in other words where the set has them, and only those
   * @param cleanOnly whether to leave out questions whose gold is doubtful
   */
  record SpiderChoice(String fold, boolean synonyms, boolean cleanOnly) {}

  static List<LabelledQuestion> spider(Path folder, SpiderChoice choice) {
    return QuestionFile.read(
        folder.resolve("questions.jsonl"), line -> spiderQuestion(line, choice));
  }

  private static Optional<LabelledQuestion> spiderQuestion(
      QuestionFile.Line line, SpiderChoice choice) {
    String wording =
        choice.synonyms() ? line.textOrEmpty("question_synonym") : line.text("question");
    if (!line.text("fold").equals(choice.fold())
        || wording.isEmpty()
        || (choice.cleanOnly() && !line.flagOrFalse("clean"))) {
      return Optional.empty();
    }
    return Optional.of(question(line, wording, false));
  }

  /**
   * The questions of the PostgreSQL set. Its own scorer accepts further columns, so they are
   * accepted here.
   */
  static List<LabelledQuestion> defog(Path folder) {
    return QuestionFile.read(
        folder.resolve("questions.jsonl"),
        line -> Optional.of(question(line, line.text("question"), true)));
  }

  private static LabelledQuestion question(
      QuestionFile.Line line, String wording, boolean extraColumns) {
    List<String> golds = line.golds();
    return new LabelledQuestion(
        line.text("id"),
        LabelledQuestion.Kind.CLEAR,
        wording,
        Map.of(),
        golds,
        isOrdered(golds.get(0)),
        extraColumns,
        line.text("db"),
        line.textOrEmpty("difficulty"));
  }

  /** Whether the outermost query orders its rows and shows more than one of them. */
  static boolean isOrdered(String sql) {
    String text = sql.strip().toLowerCase(Locale.ROOT);
    return ORDER.matcher(text).matches() && !text.matches("(?s).*\\blimit\\s+1\\s*;?");
  }
}
