package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Choice;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.Question;
import dev.nl2sql.Setting;
import dev.nl2sql.ambiguity.Clarifications;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.memory.Translation;
import dev.nl2sql.memory.TranslationCache;
import dev.nl2sql.memory.TranslationKey;
import dev.nl2sql.plan.PlanFacts;
import dev.nl2sql.plan.PlanValidator;
import dev.nl2sql.plan.SqlRenderer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * From a question to SQL: from the cache, else by the generator, with the plan checked and printed.
 * Talks to the database only to look values up.
 */
final class Translator {
  private static final Duration WITHOUT_MODEL = Duration.ofSeconds(2);

  private final TranslationCache cache;
  private final Recall recall;
  private final SqlGenerator generator;
  private final Deadlines deadlines;

  Translator(TranslationCache cache, Recall recall, SqlGenerator generator, Deadlines deadlines) {
    this.cache = cache;
    this.recall = recall;
    this.generator = generator;
    this.deadlines = deadlines;
  }

  Translation translate(Inquiry inquiry, SessionView view) throws Exception {
    // First what is known to be right: a correction holds from the next question on.
    Optional<Translation> verified = inquiry.stage("recall", () -> recall.known(inquiry, view));
    if (verified.isPresent()) {
      return verified.get();
    }
    TranslationKey key = key(inquiry, view);
    Optional<Translation> known = inquiry.stage("cache", () -> cache.find(key));
    if (known.isPresent()) {
      inquiry.draft().source("cache");
      return known.get();
    }
    Generation generation = inquiry.stage("generate", () -> generate(inquiry, view));
    Translation translation =
        generation instanceof Generation.Written written
            ? written(inquiry, written)
            : rendered(inquiry, view, generation);
    inquiry.draft().source("generated");
    if (isWorthKeeping(translation)) {
      cache.remember(key, translation);
    }
    return translation;
  }

  /** SQL as it was written; what it means and whether it may run is for the guard to say. */
  private Translation written(Inquiry inquiry, Generation.Written written) {
    double needed = inquiry.settings().number(Setting.MIN_CONFIDENCE);
    if (written.confidence() < needed) {
      throw new Ending(
          new Outcome.NotUnderstood(
              "too unsure (%.2f, needed %.2f)".formatted(written.confidence(), needed)));
    }
    List<Integer> parameters =
        IntStream.range(0, inquiry.request().binds().size()).boxed().toList();
    return new Translation(
        written.sql(),
        parameters,
        PlanFacts.unknown(),
        generator.name(),
        written.confidence(),
        written.interpretation(),
        written.assumptions(),
        List.of(),
        Optional.empty());
  }

  private Translation rendered(Inquiry inquiry, SessionView view, Generation generation)
      throws Exception {
    Generation.Planned planned = planned(inquiry, view, generation);
    return inquiry.stage("render", () -> translation(generator.name(), planned, view));
  }

  private static Generation.Planned planned(
      Inquiry inquiry, SessionView view, Generation generation) throws Exception {
    Generation.Planned planned = accepted(inquiry, view, generation);
    List<String> problems =
        inquiry.stage(
            "validate",
            () -> new PlanValidator(view.dialect()).validate(planned.plan(), view.catalog()));
    if (!problems.isEmpty()) {
      throw new Ending(
          new Outcome.NotUnderstood(
              "the query that was planned does not hold together ("
                  + String.join("; ", problems)
                  + "); please word the question differently"));
    }
    return planned;
  }

  private Generation generate(Inquiry inquiry, SessionView view) {
    demandKnownTerms(inquiry.request().question(), view.glossary());
    generator.prepare(request(inquiry, view, inquiry.cancellation()));
    Duration budget = inquiry.settings().duration(Setting.TIME_BUDGET).orElse(WITHOUT_MODEL);
    try (Deadlines.Deadline deadline = deadlines.within(budget, inquiry.cancellation())) {
      inquiry.draft().attempted();
      inquiry.draft().generatedBy(generator.name());
      return generator.generate(request(inquiry, view, deadline.cancellation()));
    }
  }

  /**
   * A choice for what is neither a term of the glossary, nor words of the question, nor defined
   * would silently do nothing.
   */
  private static void demandKnownTerms(Question question, Glossary glossary) {
    List<String> terms =
        glossary.ambiguous().stream().map(Glossary.AmbiguousTerm::name).sorted().toList();
    String words = Clarifications.identifier(question.text());
    for (Choice choice : question.choices()) {
      boolean known =
          terms.stream().anyMatch(choice.term()::equalsIgnoreCase)
              || words.contains(Clarifications.identifier(choice.term()))
              || choice.definition().isPresent();
      if (!known) {
        throw new Ending(
            new Outcome.NotUnderstood(
                "WITH (%s = %s): there is no term of this name; the glossary's terms are %s"
                    .formatted(
                        choice.term(),
                        choice.option(),
                        terms.isEmpty() ? "none" : String.join(", ", terms))));
      }
    }
  }

  private GenerationRequest request(Inquiry inquiry, SessionView view, Cancellation cancellation) {
    return new GenerationRequest(
        inquiry.request().question(),
        view.catalog(),
        view.dialect(),
        view.values(),
        view.glossary(),
        view.time(),
        policy(inquiry.request().clarify()),
        bindTypes(inquiry),
        recall.similar(inquiry, view),
        Optional.empty(),
        inquiry.draft()::called,
        cancellation);
  }

  /** The plan of a generation that may run; everything else ends the question. */
  private static Generation.Planned accepted(
      Inquiry inquiry, SessionView view, Generation generation) {
    if (generation instanceof Generation.Planned planned) {
      double needed = inquiry.settings().number(Setting.MIN_CONFIDENCE);
      if (planned.confidence() >= needed) {
        return planned;
      }
      throw new Ending(new Outcome.NotUnderstood(tooUnsure(inquiry, view, planned, needed)));
    }
    if (generation instanceof Generation.Ambiguous ambiguous) {
      throw new Ending(new Outcome.NeedsClarification(ambiguous.clarifications()));
    }
    if (generation instanceof Generation.NotUnderstood missed) {
      String guess = missed.bestGuess().map(plan -> guess(inquiry, view, plan)).orElse("");
      throw new Ending(new Outcome.NotUnderstood(missed.reason() + guess));
    }
    if (generation instanceof Generation.NotAnswerable other) {
      throw new Ending(new Outcome.NotAnswerable(other.reason()));
    }
    if (generation instanceof Generation.SchemaQuestion schema) {
      throw new SchemaAnswer(schema.table());
    }
    throw new Ending(new Outcome.NotUnderstood("the generator gave nothing that can be run"));
  }

  private static String tooUnsure(
      Inquiry inquiry, SessionView view, Generation.Planned planned, double needed) {
    String reasons =
        planned.notices().stream()
            .filter(n -> n.condition() == Condition.LOW_CONFIDENCE)
            .map(n -> "; " + n.message())
            .collect(Collectors.joining());
    return "too unsure (%.2f, needed %.2f)".formatted(planned.confidence(), needed)
        + reasons
        + guess(inquiry, view, planned);
  }

  private static String guess(Inquiry inquiry, SessionView view, Generation.Planned planned) {
    String sentence = "; the best guess was: " + planned.interpretation();
    return inquiry.draft().exposesSql()
        ? sentence + " [" + SqlRenderer.render(planned.plan(), view.dialect()) + "]"
        : sentence;
  }

  private static Translation translation(
      String generator, Generation.Planned planned, SessionView view) {
    PlanFacts facts = PlanFacts.of(planned.plan(), view.catalog());
    List<Notice> notices = new ArrayList<>(planned.notices());
    facts.warnings().forEach(w -> notices.add(new Notice(Condition.UNSAFE_AGGREGATE, w)));
    SqlRenderer.Rendered rendered = SqlRenderer.renderWithBinds(planned.plan(), view.dialect());
    return new Translation(
        rendered.sql(),
        rendered.parameters(),
        facts,
        generator,
        planned.confidence(),
        planned.interpretation(),
        planned.assumptions(),
        notices,
        Optional.of(planned.plan()));
  }

  /** Only answers without open ambiguity are kept. */
  private static boolean isWorthKeeping(Translation translation) {
    return translation.notices().stream().noneMatch(n -> n.clarification().isPresent());
  }

  private static GenerationRequest.ReadingPolicy policy(AskRequest.ClarifyMode mode) {
    return switch (mode) {
      case ASK, FAIL -> GenerationRequest.ReadingPolicy.REPORT;
      case ASSUME -> GenerationRequest.ReadingPolicy.ASSUME;
      case OFF -> GenerationRequest.ReadingPolicy.SILENT;
    };
  }

  private static List<Optional<String>> bindTypes(Inquiry inquiry) {
    return inquiry.request().binds().stream()
        .map(bind -> bind.map(value -> value.getClass().getName()))
        .toList();
  }

  private static TranslationKey key(Inquiry inquiry, SessionView view) {
    return new TranslationKey(
        TranslationKey.folded(inquiry.request().question()),
        inquiry.request().question().choices(),
        view.facts(),
        view.time(),
        inquiry.request().clarify().name(),
        bindTypes(inquiry),
        view.catalog().fingerprint(),
        view.glossary().version(),
        inquiry.settings());
  }
}
