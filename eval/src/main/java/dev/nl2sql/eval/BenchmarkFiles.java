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
   * @param wording whose words to ask in
   * @param trust whether to leave out questions whose gold is doubtful
   */
  record SpiderChoice(String fold, Wording wording, Trust trust) {}

  /** The words of a question; those that have no other words are left out there. */
  enum Wording {
    ORIGINAL("question"),
    SYNONYM("question_synonym");

    private final String field;

    Wording(String field) {
      this.field = field;
    }
  }

  /** Which golds to trust. */
  enum Trust {
    ALL,
    CLEAN
  }

  static List<LabelledQuestion> spider(Path folder, SpiderChoice choice) {
    return QuestionFile.read(
        folder.resolve("questions.jsonl"), line -> spiderQuestion(line, choice));
  }

  private static Optional<LabelledQuestion> spiderQuestion(
      QuestionFile.Line line, SpiderChoice choice) {
    String wording =
        choice.wording() == Wording.ORIGINAL
            ? line.text(Wording.ORIGINAL.field)
            : line.textOrEmpty(choice.wording().field);
    if (!line.text("fold").equals(choice.fold())
        || wording.isEmpty()
        || (choice.trust() == Trust.CLEAN && !line.flagOr("clean", true))) {
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
        line.textOrEmpty("difficulty"),
        line.flagOr("clean", true));
  }

  /** Whether the outermost query orders its rows and shows more than one of them. */
  static boolean isOrdered(String sql) {
    String text = sql.strip().toLowerCase(Locale.ROOT);
    return ORDER.matcher(text).matches() && !text.matches("(?s).*\\blimit\\s+1\\s*;?");
  }
}
