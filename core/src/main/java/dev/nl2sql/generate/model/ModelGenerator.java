package dev.nl2sql.generate.model;

import dev.nl2sql.Assumption;
import dev.nl2sql.Choice;
import dev.nl2sql.Clarification;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Question;
import dev.nl2sql.ambiguity.Clarifications;
import dev.nl2sql.ambiguity.GlossaryTerms;
import dev.nl2sql.ambiguity.TermUse;
import dev.nl2sql.ambiguity.UnknownOptionException;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Intent;
import dev.nl2sql.language.IntentClassifier;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Asks a language model for the query: one call a generation. Terms of the glossary are settled
 * first and without a call. Thread-safe.
 */
public final class ModelGenerator implements SqlGenerator {
  /** What is said of a question for which the model gave no query. */
  public static final String NO_QUERY = "the model found no query that answers this";

  /** A model states no probability of its own. */
  private static final double FIRST_ANSWER = 0.8;

  private static final double REPAIRED_ANSWER = 0.75;

  private final ChatPort port;
  private final Language language;
  private final IntentClassifier intents;
  private final PromptWriter prompts;
  private final boolean asksForPlan;

  /**
   * @param port the model
   * @param language the language of questions
   * @param sendsSamples whether sampled values may be sent
   * @param output what the model writes: {@code sql} or {@code plan}
   */
  public ModelGenerator(ChatPort port, Language language, boolean sendsSamples, String output) {
    this.port = port;
    this.language = language;
    this.intents = new IntentClassifier(language);
    this.prompts = new PromptWriter(language, sendsSamples, output);
    this.asksForPlan = output.equals("plan");
  }

  @Override
  public String name() {
    return "llm";
  }

  @Override
  public boolean canRepair() {
    return true;
  }

  /** Whether a query may answer it; all else needs no model. */
  public boolean isForQuery(Question question) {
    return intents.classify(language.tokenize(question.text())) == Intent.QUERY;
  }

  /** The prompt as it would be sent: the two messages, for EXPLAIN. */
  public String prompt(GenerationRequest request) {
    ChatTask task = prompts.of(request).task();
    return task.instructions() + "\n\n" + task.data();
  }

  /** Relations that are left out of the prompt for lack of room. */
  public List<String> omitted(GenerationRequest request) {
    return prompts.of(request).omitted().stream().map(Object::toString).toList();
  }

  /**
   * @throws ModelFailedException if the model cannot be reached or gives nothing
   * @throws UnusableAnswerException if it answers without a query that can be read
   */
  @Override
  public Generation generate(GenerationRequest request) {
    try {
      return settled(request);
    } catch (UnknownOptionException e) {
      return new Generation.Ambiguous(List.of(e.clarification()));
    }
  }

  private Generation settled(GenerationRequest request) {
    Question question = request.question();
    List<Token> tokens = language.tokenize(question.text());
    List<TermUse> uses = GlossaryTerms.find(question, tokens, request.glossary());
    List<TermUse> open = uses.stream().filter(TermUse::isOpen).toList();
    if (!open.isEmpty() && request.clarify() == GenerationRequest.ReadingPolicy.REPORT) {
      return new Generation.Ambiguous(Clarifications.ofOpen(question, open));
    }
    List<Notice> notices = new ArrayList<>();
    List<Choice> choices = new ArrayList<>(question.choices());
    List<Assumption> assumptions = new ArrayList<>();
    for (TermUse use : open) {
      Glossary.Reading first = use.term().options().get(0);
      choices.add(new Choice(use.term().name(), first.id(), Optional.empty()));
      if (request.clarify() == GenerationRequest.ReadingPolicy.ASSUME) {
        notices.add(assumed(Clarifications.of(question, use.term())));
      }
    }
    return asked(request.withQuestion(question.withChoices(choices)), notices, assumptions);
  }

  private Generation asked(
      GenerationRequest request, List<Notice> notices, List<Assumption> assumptions) {
    String text = port.send(prompts.of(request).task(), request.calls(), request.cancellation());
    Answers.Read read = asksForPlan ? Answers.plan(text) : Answers.sql(text);
    List<Clarification> open = clarifications(request.question(), read.ambiguities());
    if (!open.isEmpty() && request.clarify() == GenerationRequest.ReadingPolicy.REPORT) {
      return new Generation.Ambiguous(open);
    }
    if (request.clarify() == GenerationRequest.ReadingPolicy.ASSUME) {
      open.forEach(c -> notices.add(assumed(c)));
    }
    if (read.sql().isEmpty() && read.plan().isEmpty()) {
      return new Generation.NotUnderstood(
          read.rationale().isEmpty() ? NO_QUERY : NO_QUERY + ": " + read.rationale(),
          Optional.empty());
    }
    double confidence = request.previousFailure().isEmpty() ? FIRST_ANSWER : REPAIRED_ANSWER;
    String understood = read.rationale().isEmpty() ? request.question().text() : read.rationale();
    if (read.plan().isPresent()) {
      return new Generation.Planned(
          PlanReader.read(read.plan().get(), request),
          confidence,
          understood,
          assumptions,
          notices);
    }
    return new Generation.Written(read.sql(), confidence, understood, assumptions, notices);
  }

  private static Notice assumed(Clarification clarification) {
    return new Notice(
        Condition.CLARIFICATION,
        "'%s' has several readings; the most probable one was taken"
            .formatted(clarification.term()),
        Optional.of(clarification));
  }

  /** What the model found ambiguous and the asker has not settled yet. */
  private static List<Clarification> clarifications(
      Question question, List<Answers.Ambiguity> found) {
    List<Clarification> open = new ArrayList<>();
    for (Answers.Ambiguity ambiguity : found) {
      String term = Clarifications.identifier(ambiguity.term());
      boolean settled = question.choices().stream().anyMatch(c -> c.term().equalsIgnoreCase(term));
      List<Clarifications.Reading> readings =
          ambiguity.readings().stream()
              .map(
                  r ->
                      new Clarifications.Reading(
                          Clarifications.identifier(r.id().toLowerCase(Locale.ROOT)),
                          r.label().isEmpty() ? r.id() : r.label(),
                          r.definition()))
              .toList();
      boolean distinct =
          readings.stream().map(Clarifications.Reading::id).distinct().count() == readings.size();
      if (!settled && distinct) {
        String prompt =
            ambiguity.prompt().isEmpty()
                ? Clarifications.prompt(ambiguity.term())
                : ambiguity.prompt();
        open.add(
            Clarifications.ofDefined(
                question, ambiguity.term(), Clarifications.BY_MODEL, prompt, readings));
      }
    }
    return open;
  }
}
