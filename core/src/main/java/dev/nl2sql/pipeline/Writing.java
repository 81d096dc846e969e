package dev.nl2sql.pipeline;

import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.ModelCall;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.model.ModelFailedException;
import dev.nl2sql.generate.model.ModelGenerator;
import dev.nl2sql.generate.model.UnusableAnswerException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * Who writes the SQL of a question: our own generator, the model, or one after the other; and what
 * happens when the model fails. A model is asked outside of any database phase.
 */
final class Writing {
  private static final Duration WITHOUT_MODEL = Duration.ofSeconds(2);
  private static final Duration WITH_MODEL = Duration.ofSeconds(20);

  /** The share of the time that is kept for our own generator, should the model fail. */
  private static final int RESERVE = 10;

  private final Generators generators;
  private final Deadlines deadlines;

  /** A generation and who made it. */
  record Drafted(SqlGenerator generator, Generation generation) {}

  Writing(Generators generators, Deadlines deadlines) {
    this.generators = generators;
    this.deadlines = deadlines;
  }

  SqlGenerator own() {
    return generators.own();
  }

  /** The model's generator, where the settings let it write. */
  Optional<ModelGenerator> model(Settings settings) {
    return settings.text(Setting.GENERATOR).equals("embedded")
        ? Optional.empty()
        : generators.model();
  }

  /**
   * Writes a query.
   *
   * @param request what is asked, for a signal that ends the generation
   * @param previous why the last attempt failed, for a repair; a repair is the model's
   */
  Drafted write(
      Inquiry inquiry,
      Function<Cancellation, GenerationRequest> request,
      Optional<FailedAttempt> previous) {
    Optional<ModelGenerator> model = model(inquiry.settings());
    Time time = time(inquiry);
    if (model.isEmpty()
        || !model.get().isForQuery(inquiry.request().question())
        || isChosen(inquiry, "embedded")) {
      return byOwn(inquiry, request, time.left());
    }
    if (previous.isPresent() || inquiry.settings().text(Setting.GENERATOR).equals("llm")) {
      return demanded(inquiry, model.get(), request, time);
    }
    double needed = inquiry.settings().number(Setting.ESCALATE_BELOW);
    if (needed > 0 && !isChosen(inquiry, "model")) {
      Drafted own = byOwn(inquiry, request, time.left());
      return suffices(own.generation(), needed)
          ? own
          : orElse(inquiry, model.get(), request, time, () -> own);
    }
    return orElse(inquiry, model.get(), request, time, () -> byOwn(inquiry, request, time.left()));
  }

  /** Whether the asker has chosen between two derivations. */
  private static boolean isChosen(Inquiry inquiry, String derivation) {
    return inquiry.request().question().choices().stream()
        .anyMatch(c -> c.term().equals(CrossCheck.TERM) && c.option().equals(derivation));
  }

  /** A repair that our own generator makes would be the same again: only a model is asked. */
  boolean canRepair(Settings settings) {
    return model(settings).isPresent() || generators.own().canRepair();
  }

  private static boolean suffices(Generation generation, double needed) {
    return generation instanceof Generation.Planned planned
        ? planned.confidence() >= needed
        : !(generation instanceof Generation.NotUnderstood);
  }

  private interface Other {
    Drafted write();
  }

  /** The model's query; where it fails, another one, and the caller is told. */
  private Drafted orElse(
      Inquiry inquiry,
      ModelGenerator model,
      Function<Cancellation, GenerationRequest> request,
      Time time,
      Other other) {
    String reason;
    try {
      return byModel(inquiry, model, request, time.leaving(RESERVE));
    } catch (ModelFailedException e) {
      reason = reason(inquiry, e);
    } catch (CancellationException e) {
      inquiry.cancellation().check();
      reason = "the model did not answer within the time of the question (nl2sql.timeBudget)";
    }
    Drafted own = other.write();
    if (!suffices(own.generation(), inquiry.settings().number(Setting.MIN_CONFIDENCE))) {
      throw new Ending(
          failed(reason + "; the embedded generator is not sure enough to answer instead"));
    }
    inquiry
        .draft()
        .say(new Notice(Condition.DEGRADED, "answered by the embedded generator: " + reason));
    return own;
  }

  private Drafted demanded(
      Inquiry inquiry,
      ModelGenerator model,
      Function<Cancellation, GenerationRequest> request,
      Time time) {
    try {
      return byModel(inquiry, model, request, time.left());
    } catch (ModelFailedException e) {
      throw new Ending(failed(reason(inquiry, e)));
    }
  }

  /** A provider may repeat what it was sent, and in a repair that is SQL. */
  static String reason(Inquiry inquiry, ModelFailedException e) {
    return inquiry.draft().exposesSql() ? e.getMessage() : e.brief();
  }

  private static Outcome failed(String reason) {
    return new Outcome.Failed(Condition.MODEL_FAILED, reason, Optional.empty());
  }

  private Drafted byModel(
      Inquiry inquiry,
      ModelGenerator model,
      Function<Cancellation, GenerationRequest> request,
      Duration time) {
    demandTokens(inquiry);
    inquiry.draft().attempted();
    inquiry.draft().generatedBy(model.name());
    try (Deadlines.Deadline deadline = deadlines.within(time, inquiry.cancellation())) {
      return new Drafted(model, model.generate(request.apply(deadline.cancellation())));
    } catch (ModelFailedException e) {
      // Who cancels while the model fails has cancelled.
      inquiry.cancellation().check();
      throw e;
    } catch (UnusableAnswerException e) {
      throw new Ending(
          new Outcome.NotUnderstood(
              "the model's answer cannot be used"
                  + (inquiry.draft().exposesSql() ? ": " + e.getMessage() : "")),
          e.failure());
    }
  }

  private static void demandTokens(Inquiry inquiry) {
    long spent = inquiry.draft().calls().stream().mapToLong(ModelCall::tokens).sum();
    int budget = inquiry.settings().count(Setting.LLM_TOKEN_BUDGET);
    if (spent >= budget) {
      throw new Ending(
          new Outcome.Failed(
              Condition.BUDGET_SPENT,
              "the question has spent %d tokens of the model; nl2sql.llm.tokenBudget allows %d"
                  .formatted(spent, budget),
              Optional.empty()));
    }
  }

  /** The query of our own generator, for a comparison. */
  Drafted byOwn(Inquiry inquiry, Function<Cancellation, GenerationRequest> request) {
    return byOwn(inquiry, request, time(inquiry).left());
  }

  private Drafted byOwn(
      Inquiry inquiry, Function<Cancellation, GenerationRequest> request, Duration time) {
    SqlGenerator own = generators.own();
    own.prepare(request.apply(inquiry.cancellation()));
    inquiry.draft().attempted();
    inquiry.draft().generatedBy(own.name());
    try (Deadlines.Deadline deadline = deadlines.within(time, inquiry.cancellation())) {
      return new Drafted(own, own.generate(request.apply(deadline.cancellation())));
    }
  }

  /** The time of a question that its attempts have not spent yet; it runs. */
  private record Time(Duration whole, long end) {
    Duration left() {
      return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** What is left without a share of the whole. */
    Duration leaving(int share) {
      Duration less = left().minus(whole.dividedBy(share));
      return less.isNegative() ? Duration.ZERO : less;
    }
  }

  private Time time(Inquiry inquiry) {
    Duration standard = generators.model().isPresent() ? WITH_MODEL : WITHOUT_MODEL;
    Duration whole = inquiry.settings().duration(Setting.TIME_BUDGET).orElse(standard);
    Duration spent = inquiry.draft().trace().timings().getOrDefault("generate", Duration.ZERO);
    return new Time(whole, System.nanoTime() + whole.minus(spent).toNanos());
  }
}
