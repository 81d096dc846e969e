package dev.nl2sql.generate.embedded;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nl2sql.Assumption;
import dev.nl2sql.Clarification;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Question;
import dev.nl2sql.ambiguity.Clarifications;
import dev.nl2sql.ambiguity.GlossaryTerms;
import dev.nl2sql.ambiguity.TermUse;
import dev.nl2sql.ambiguity.UnknownOptionException;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.GenerationRequest.ReadingPolicy;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.language.Intent;
import dev.nl2sql.language.IntentClassifier;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.link.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Turns questions into queries by words and keys alone: no model, no network, any schema.
 *
 * <p>Words are linked to names, values and terms; the links are read from left to right into a
 * sketch; the sketch is joined along references into a plan. What is left unexplained lowers the
 * confidence. Thread-safe.
 */
public final class EmbeddedGenerator implements SqlGenerator {
  private static final int MOST_TOKENS = 400;

  private final Language language;
  private final IntentClassifier intents;
  private final Cache<LexiconKey, SchemaKnowledge> knowledge =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(16).build();

  private record LexiconKey(String catalog, String glossary, Object joins) {}

  public EmbeddedGenerator(Language language) {
    this.language = language;
    this.intents = new IntentClassifier(language);
  }

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public void prepare(GenerationRequest request) {
    knowledge(request);
    request.values().exact(request.question().text(), request.catalog().tables());
  }

  @Override
  public Generation generate(GenerationRequest request) {
    List<Token> tokens = language.tokenize(request.question().text());
    if (tokens.isEmpty()) {
      return new Generation.NotUnderstood("the question is empty", Optional.empty());
    }
    if (tokens.size() > MOST_TOKENS) {
      return new Generation.NotUnderstood(
          "the question has more than %d words; ask for one thing at a time".formatted(MOST_TOKENS),
          Optional.empty());
    }
    long marks = tokens.stream().filter(t -> t.kind() == Token.Kind.BIND).count();
    boolean ends = tokens.get(tokens.size() - 1).kind() == Token.Kind.BIND;
    if (marks > request.bindTypes().size() && !(ends && marks == 1)) {
      return new Generation.NotUnderstood(
          "the question has %d places for values, but %d are bound"
              .formatted(marks, request.bindTypes().size()),
          Optional.empty());
    }
    Intent intent = intents.classify(tokens);
    if (intent != Intent.QUERY) {
      return otherIntent(intent, tokens, request);
    }
    try {
      return corrected(request, tokens);
    } catch (UnknownOptionException e) {
      return new Generation.Ambiguous(List.of(e.clarification()));
    } catch (Relations.UnrelatedException
        | PlanBuilder.NothingAskedException
        | PlanBuilder.PeriodException e) {
      return new Generation.NotUnderstood(e.getMessage(), Optional.empty());
    }
  }

  /**
   * Every reading of a question that makes a query, for learning; empty where there is none.
   *
   * @param request the question, without open terms of a glossary
   */
  public List<EmbeddedReading> readings(GenerationRequest request) {
    Spelled spelled = spelled(request, language.tokenize(request.question().text()));
    try {
      Readings readings = bench(spelled.request(), spelled.tokens(), List.of()).readings();
      return readings.all().stream()
          .map(r -> new EmbeddedReading(r.plan(), readings.features(r)))
          .toList();
    } catch (Relations.UnrelatedException
        | PlanBuilder.NothingAskedException
        | PlanBuilder.PeriodException e) {
      return List.of();
    }
  }

  /** A question whose mistyped words are mended. */
  private record Spelled(
      GenerationRequest request, List<Token> tokens, List<Spelling.Correction> corrections) {}

  private Spelled spelled(GenerationRequest request, List<Token> tokens) {
    SchemaLexicon lexicon = knowledge(request).lexicon();
    KnownWords known = new KnownWords(language, lexicon, request, tokens);
    List<Spelling.Correction> corrections = lexicon.spelling().corrections(tokens, known::knows);
    if (corrections.isEmpty()) {
      return new Spelled(request, tokens, corrections);
    }
    StringBuilder text = new StringBuilder(request.question().text());
    for (int i = corrections.size() - 1; i >= 0; i--) {
      Spelling.Correction correction = corrections.get(i);
      text.replace(correction.token().start(), correction.token().end(), correction.meant());
    }
    Question question = request.question().withText(text.toString());
    return new Spelled(
        request.withQuestion(question), language.tokenize(question.text()), corrections);
  }

  private Generation otherIntent(Intent intent, List<Token> tokens, GenerationRequest request) {
    return switch (intent) {
      case SCHEMA_QUESTION -> new Generation.SchemaQuestion(tableNamed(tokens, request));
      case WRITE ->
          new Generation.NotAnswerable("questions only read; this one asks for a change of data");
      case FORECAST ->
          new Generation.NotAnswerable(
              "the database holds what was, not forecasts, causes or advice");
      case SMALL_TALK -> new Generation.NotAnswerable("this is not a question about the data");
      default ->
          new Generation.NotAnswerable("the question is in a language there are no words for");
    };
  }

  private Optional<dev.nl2sql.catalog.Table> tableNamed(
      List<Token> tokens, GenerationRequest request) {
    SchemaLexicon lexicon = knowledge(request).lexicon();
    return tokens.stream()
        .flatMap(t -> lexicon.lookup(List.of(t.lemma())).stream().limit(1))
        .filter(c -> c.isTable() && c.score() > 0.8)
        .map(Candidate::table)
        .findFirst();
  }

  private SchemaKnowledge knowledge(GenerationRequest request) {
    LexiconKey key =
        new LexiconKey(
            request.catalog().fingerprint(),
            request.glossary().version(),
            request.catalog().foreignKeys());
    return knowledge.get(
        key,
        k ->
            new SchemaKnowledge(
                new SchemaLexicon(request.catalog(), request.glossary(), language),
                new JoinGraph(request.catalog())));
  }

  /** Mistyped words are mended first, so that terms, names and grammar all profit. */
  private Generation corrected(GenerationRequest request, List<Token> tokens) {
    Spelled spelled = spelled(request, tokens);
    return translate(spelled.request(), spelled.tokens(), spelled.corrections());
  }

  private Generation translate(
      GenerationRequest request, List<Token> tokens, List<Spelling.Correction> corrections) {
    List<TermUse> uses = GlossaryTerms.find(request.question(), tokens, request.glossary());
    List<Clarification> open = Clarifications.ofOpen(request.question(), uses);
    if (!open.isEmpty() && request.clarify() == ReadingPolicy.REPORT) {
      return new Generation.Ambiguous(open);
    }
    List<TermUse> settled = uses.stream().map(EmbeddedGenerator::firstReading).toList();
    Workbench bench = bench(request, tokens, settled);
    Set<Assumption> assumptions = new LinkedHashSet<>();
    corrections.forEach(c -> assumptions.add(spelling(c)));
    settled.forEach(u -> assumptions.add(readingOf(u)));
    List<Notice> notices = new ArrayList<>();
    if (request.clarify() == ReadingPolicy.ASSUME) {
      open.forEach(c -> notices.add(alternatives(c)));
    }
    double spelled = Confidence.ofCorrections(corrections.size());
    return planned(bench, bench.readings(), spelled, assumptions, notices);
  }

  private Workbench bench(GenerationRequest request, List<Token> tokens, List<TermUse> settled) {
    return new Workbench(language, knowledge(request), request, tokens, settled);
  }

  /**
   * @param spelled how sure the spelling is, 0–1
   * @param assumed what was assumed before the question was read
   * @param noticed what is to be told, whatever the reading
   */
  private static Generation planned(
      Workbench bench,
      Readings readings,
      double spelled,
      Set<Assumption> assumed,
      List<Notice> noticed) {
    Reading best = readings.best();
    double confidence = readings.confidence(best) * spelled;
    Set<Assumption> assumptions = new LinkedHashSet<>(assumed);
    assumptions.addAll(best.assumptions());
    bench.line().items().stream()
        .filter(Features::isRelated)
        .forEach(item -> assumptions.add(related(bench, (Item.Named) item)));
    if (isOneOfRanked(bench, best.sketch())) {
      assumptions.add(
          new Assumption(
              Assumption.Kind.READING, "the first row is shown; others may have the same value"));
    }
    List<Notice> notices = new ArrayList<>(best.notices());
    notices.addAll(noticed);
    readings.contradicting(best).ifPresent(other -> notices.add(otherwise(other)));
    if (Features.isSure(best) && confidence < Readings.EXPLAINED) {
      readings.all().stream()
          .filter(r -> r != best)
          .forEach(r -> notices.addAll(reasons(bench, r)));
    }
    notices.addAll(reasons(bench, best));
    return new Generation.Planned(
        best.plan(),
        confidence,
        Interpretation.of(best.sketch()),
        List.copyOf(assumptions),
        List.copyOf(notices));
  }

  /** "the customer with the most orders": one row, though nobody said how many. */
  private static boolean isOneOfRanked(Workbench bench, Sketch sketch) {
    return sketch.limit().equals(OptionalLong.of(1))
        && !sketch.orders().isEmpty()
        && bench.line().items().stream().noneMatch(item -> item instanceof Item.Number);
  }

  private static Notice otherwise(Reading other) {
    return new Notice(
        Condition.LOW_CONFIDENCE, "it can also be read as: " + Interpretation.of(other.sketch()));
  }

  /** Why a reading is not to be trusted. */
  private static List<Notice> reasons(Workbench bench, Reading best) {
    List<Notice> notices = new ArrayList<>();
    if (!best.unread().isEmpty()) {
      notices.add(new Notice(Condition.LOW_CONFIDENCE, reason(best.unread(), bench.lexicon())));
    }
    if (!best.doubts().isEmpty()) {
      notices.add(
          new Notice(Condition.LOW_CONFIDENCE, "in doubt: " + String.join(", ", best.doubts())));
    }
    return notices;
  }

  private static TermUse firstReading(TermUse use) {
    return use.isOpen()
        ? new TermUse(use.term(), use.first(), use.end(), Optional.of(use.term().options().get(0)))
        : use;
  }

  private static Assumption readingOf(TermUse use) {
    var reading = use.chosen().orElseThrow();
    return new Assumption(
        Assumption.Kind.READING,
        "'%s' means %s: %s".formatted(use.term().name(), reading.label(), reading.definition()));
  }

  private static Assumption related(Workbench bench, Item.Named named) {
    Candidate meaning = bench.names().meaning(named);
    String name = meaning.column().map(Column::name).orElse(meaning.table().name().name());
    return new Assumption(
        Assumption.Kind.READING,
        "'%s' is taken for %s"
            .formatted(bench.line().text(bench.line().items().indexOf(named)), name));
  }

  private static Assumption spelling(Spelling.Correction correction) {
    return new Assumption(
        Assumption.Kind.SPELLING,
        "'%s' is read as '%s'".formatted(correction.token().text(), correction.meant()));
  }

  private static Notice alternatives(Clarification clarification) {
    return new Notice(
        Condition.CLARIFICATION,
        clarification.prompt() + " The first reading was taken.",
        Optional.of(clarification));
  }

  private static String reason(List<String> unknown, SchemaLexicon lexicon) {
    List<String> nearest =
        unknown.stream()
            .flatMap(w -> lexicon.nearestNames(w.toLowerCase(java.util.Locale.ROOT), 2).stream())
            .distinct()
            .limit(4)
            .toList();
    String reason = "not understood: " + String.join(", ", unknown);
    return nearest.isEmpty() ? reason : reason + "; did you mean " + String.join(", ", nearest);
  }
}
