package dev.nl2sql.pipeline;

import dev.nl2sql.Clarification;
import dev.nl2sql.Notice;
import dev.nl2sql.Option;
import dev.nl2sql.Question;
import dev.nl2sql.ambiguity.Clarifications;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.model.ModelGenerator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where SQL is hidden, free texts of a model are hidden with it: nothing keeps a model from saying
 * its query once more in the sentence that explains it.
 */
final class HiddenSql {
  private static final Pattern SQL =
      Pattern.compile(
          "(?is)(?=.*\\b(SELECT|JOIN|WHERE|GROUP\\s+BY|ORDER\\s+BY|HAVING|UNION)\\b)"
              + "(?=.*([=<>(*\"`_]|\\w\\.\\w|\\bFROM\\b)).*");

  private HiddenSql() {}

  /** What a model made of a question, without a text in which its SQL may stand. */
  static Generation in(Generation generation, Question question) {
    if (generation instanceof Generation.Written written) {
      return new Generation.Written(
          written.sql(),
          written.confidence(),
          question.text(),
          written.assumptions(),
          notices(written.notices(), question));
    }
    if (generation instanceof Generation.Planned planned) {
      return new Generation.Planned(
          planned.plan(),
          planned.confidence(),
          question.text(),
          planned.assumptions(),
          notices(planned.notices(), question));
    }
    if (generation instanceof Generation.Ambiguous ambiguous) {
      return new Generation.Ambiguous(
          ambiguous.clarifications().stream().map(c -> hidden(c, question)).toList());
    }
    return generation instanceof Generation.NotUnderstood
        ? new Generation.NotUnderstood(ModelGenerator.NO_QUERY, Optional.empty())
        : generation;
  }

  private static List<Notice> notices(List<Notice> notices, Question question) {
    return notices.stream()
        .map(
            n ->
                new Notice(
                    n.condition(), n.message(), n.clarification().map(c -> hidden(c, question))))
        .toList();
  }

  /** Readings are needed to choose one; a text that looks like SQL gives way to the name. */
  private static Clarification hidden(Clarification clarification, Question question) {
    if (!clarification.source().equals(Clarifications.BY_MODEL)) {
      return clarification;
    }
    List<Clarifications.Reading> readings =
        clarification.options().stream().map(HiddenSql::reading).toList();
    String term = clarification.term().replace('_', ' ');
    String prompt =
        isSql(clarification.prompt()) ? Clarifications.prompt(term) : clarification.prompt();
    return Clarifications.ofDefined(question, term, Clarifications.BY_MODEL, prompt, readings);
  }

  private static Clarifications.Reading reading(Option option) {
    return new Clarifications.Reading(
        option.id(), or(option.label(), option.id()), or(option.definition(), option.id()));
  }

  private static String or(String text, String name) {
    return isSql(text) ? name : text;
  }

  private static boolean isSql(String text) {
    return SQL.matcher(text).matches();
  }
}
