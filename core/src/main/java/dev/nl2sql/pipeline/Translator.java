package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Choice;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.Question;
import dev.nl2sql.Setting;
import dev.nl2sql.ambiguity.Clarifications;
import dev.nl2sql.generate.Example;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.embedded.EmbeddedGenerator;
import dev.nl2sql.generate.model.ModelGenerator;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.memory.Translation;
import dev.nl2sql.memory.TranslationCache;
import dev.nl2sql.memory.TranslationKey;
import dev.nl2sql.plan.PlanFacts;
import dev.nl2sql.plan.PlanValidator;
import dev.nl2sql.plan.SqlRenderer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * From a question to SQL: from the cache, else by a generator, with the plan checked and printed.
 * Talks to the database only to look values up.
 */
final class Translator {
  private final TranslationCache cache;
  private final Recall recall;
  private final Writing writing;

  Translator(TranslationCache cache, Recall recall, Writing writing) {
    this.cache = cache;
    this.recall = recall;
    this.writing = writing;
  }

  /**
   * @param previous why the last attempt failed; what is known of the question is no help then
   */
  Translation translate(Inquiry inquiry, SessionView view, Optional<FailedAttempt> previous)
      throws Exception {
    Optional<Translation> known = previous.isPresent() ? Optional.empty() : known(inquiry, view);
    if (known.isPresent()) {
      boolean kept = inquiry.draft().source().equals("cache");
      inquiry.draft().wrote(known.get().sql(), kept && isByModel(inquiry, known.get()));
      return known.get();
    }
    Writing.Drafted drafted = inquiry.stage("generate", () -> generate(inquiry, view, previous));
    SqlGenerator author = drafted.generator();
    Translation drawn = translation(inquiry, view, drafted);
    inquiry.draft().wrote(drawn.sql(), author.canRepair());
    Translation translation =
        isByModel(inquiry, drawn) ? withDefaults(inquiry, view, drawn) : drawn;
    inquiry.draft().source("generated");
    if (!author.canRepair()) {
      remember(inquiry, view, translation);
    }
    return translation;
  }

  /** What a model wrote is kept once it has proved to run. */
  void succeeded(Inquiry inquiry, SessionView view, Translation translation) {
    if (isByModel(inquiry, translation) && inquiry.draft().source().equals("generated")) {
      remember(inquiry, view, translation);
    }
  }

  /** The other derivation of a question that a model answered; empty if it is not sure enough. */
  Optional<Translation> byOwn(Inquiry inquiry, SessionView view) throws Exception {
    try {
      Writing.Drafted drafted =
          inquiry.stage(
              "crossCheck",
              () ->
                  writing.byOwn(
                      inquiry, end -> request(inquiry, view, List.of(), Optional.empty(), end)));
      return Optional.of(translation(inquiry, view, drafted));
    } catch (Ending | SchemaAnswer | CancellationException noQuery) {
      inquiry.cancellation().check();
      return Optional.empty();
    }
  }

  /** What the model was told, if the query is a model's. */
  Told told(Inquiry inquiry, SessionView view, Translation translation) {
    Optional<ModelGenerator> model = writing.model(inquiry.settings());
    if (model.isEmpty() || !isByModel(inquiry, translation)) {
      return Told.nothing();
    }
    List<Example> examples = recall.similar(inquiry, view);
    GenerationRequest request =
        request(inquiry, view, examples, Optional.empty(), inquiry.cancellation());
    return new Told(
        model.get().omitted(request),
        examples.stream().map(Example::question).toList(),
        inquiry.settings().flag(Setting.EXPLAIN_PROMPT)
            ? Optional.of(model.get().prompt(request))
            : Optional.empty());
  }

  /** Whether the model wrote it. */
  boolean isByModel(Inquiry inquiry, Translation translation) {
    return writing
        .model(inquiry.settings())
        .filter(model -> model.name().equals(translation.generator()))
        .isPresent();
  }

  /** What another generator wrote because the model failed is not kept: it may be back soon. */
  private void remember(Inquiry inquiry, SessionView view, Translation translation) {
    boolean degraded =
        !isByModel(inquiry, translation)
            && inquiry.draft().calls().stream().anyMatch(c -> !c.ending().equals("answered"));
    if (isWorthKeeping(translation) && !degraded) {
      cache.remember(key(inquiry, view), translation);
    }
  }

  private Optional<Translation> known(Inquiry inquiry, SessionView view) throws Exception {
    // First what is known to be right: a correction holds from the next question on.
    Optional<Translation> verified = inquiry.stage("recall", () -> recall.known(inquiry, view));
    if (verified.isPresent()) {
      return verified;
    }
    TranslationKey key = key(inquiry, view);
    Optional<Translation> kept = inquiry.stage("cache", () -> cache.find(key));
    kept.ifPresent(translation -> inquiry.draft().source("cache"));
    return kept;
  }

  private static Translation translation(Inquiry inquiry, SessionView view, Writing.Drafted drafted)
      throws Exception {
    String author = drafted.generator().name();
    if (drafted.generation() instanceof Generation.Written written) {
      return written(inquiry, author, written);
    }
    Generation.Planned planned = planned(inquiry, view, drafted);
    return inquiry.stage("render", () -> translation(author, planned, view));
  }

  /** SQL as it was written; what it means and whether it may run is for the guard to say. */
  private static Translation written(Inquiry inquiry, String author, Generation.Written written) {
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
        author,
        written.confidence(),
        written.interpretation(),
        written.assumptions(),
        written.notices(),
        Optional.empty());
  }

  /** With the rules that a model obeyed; one that it left out is told to it once. */
  private static Translation withDefaults(
      Inquiry inquiry, SessionView view, Translation translation) {
    WrittenDefaults defaults =
        WrittenDefaults.of(translation.sql(), inquiry.request().question().text(), view);
    boolean mayRepair =
        inquiry.draft().failures().isEmpty() && inquiry.settings().count(Setting.MAX_ATTEMPTS) > 0;
    if (mayRepair && !defaults.missing().isEmpty()) {
      String rules = String.join("; ", defaults.missing());
      throw new Ending(
          new Outcome.NotUnderstood("the model left out a rule of the glossary: " + rules),
          new FailedAttempt(
              FailedAttempt.Kind.NOT_VERIFIED,
              translation.sql(),
              "it does not apply what must always be applied: " + rules));
    }
    return defaults.addedTo(translation);
  }

  private static Generation.Planned planned(
      Inquiry inquiry, SessionView view, Writing.Drafted drafted) throws Exception {
    Generation.Planned planned = accepted(inquiry, view, drafted.generation());
    List<String> problems =
        inquiry.stage(
            "validate",
            () -> new PlanValidator(view.dialect()).validate(planned.plan(), view.catalog()));
    if (!problems.isEmpty()) {
      String all = String.join("; ", problems);
      inquiry.draft().wrote("", drafted.generator().canRepair());
      throw new Ending(
          new Outcome.NotUnderstood(
              "the query that was planned does not hold together"
                  + (inquiry.draft().exposesSql() ? " (" + all + ")" : "")
                  + "; please word the question differently"),
          new FailedAttempt(FailedAttempt.Kind.REFUSED, "", all));
    }
    return planned;
  }

  private Writing.Drafted generate(
      Inquiry inquiry, SessionView view, Optional<FailedAttempt> previous) {
    demandKnownTerms(inquiry.request().question(), view.glossary());
    inquiry.draft().wrote("", writing.canRepair(inquiry.settings()));
    List<Example> examples = previous.isPresent() ? List.of() : recall.similar(inquiry, view);
    Writing.Drafted drafted =
        writing.write(
            inquiry,
            cancellation -> request(inquiry, view, examples, previous, cancellation),
            previous);
    return inquiry.draft().exposesSql() ? drafted : withoutTexts(drafted, inquiry);
  }

  /** Sentences of our own generator hold no SQL; anybody else's may. */
  private static Writing.Drafted withoutTexts(Writing.Drafted drafted, Inquiry inquiry) {
    return drafted.generator() instanceof EmbeddedGenerator
        ? drafted
        : new Writing.Drafted(
            drafted.generator(), HiddenSql.in(drafted.generation(), inquiry.request().question()));
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

  private static GenerationRequest request(
      Inquiry inquiry,
      SessionView view,
      List<Example> examples,
      Optional<FailedAttempt> previous,
      Cancellation cancellation) {
    return new GenerationRequest(
        inquiry.request().question(),
        view.catalog(),
        view.dialect(),
        view.facts().product() + " " + view.facts().productVersion(),
        view.values(),
        view.glossary(),
        view.time(),
        policy(inquiry.request().clarify()),
        bindTypes(inquiry),
        examples,
        previous,
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
