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
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
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
import dev.nl2sql.plan.QueryPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Turns questions into queries by words and keys alone: no model, no network, any schema.
 *
 * <p>Words are linked to names, values and terms; the links are read from left to right into a
 * sketch; the sketch is joined along references into a plan. What is left unexplained lowers the
 * confidence. Thread-safe.
 */
public final class EmbeddedGenerator implements SqlGenerator {
  private static final int MOST_TOKENS = 400;

  /** Where two readers agree without a doubt, about this share of answers is right, or more. */
  private static final double AGREED = 0.75;

  private static final double EXPLAINED = 0.7;

  private static final double LIKELY = 0.4;

  /** Where a reader had a doubt, or left something unread, its answer is not to be trusted. */
  private static final double MOST_DOUBTED = 0.65;

  private static final double MOST_UNREAD = 0.45;

  private final Language language;
  private final IntentClassifier intents;
  private final Ranking ranking = new Ranking();
  private final Cache<LexiconKey, SchemaKnowledge> knowledge =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(16).build();

  private record LexiconKey(String catalog, String glossary, Object joins) {}

  private record SchemaKnowledge(SchemaLexicon lexicon, JoinGraph graph) {}

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
      Workbench bench = new Workbench(spelled.request(), spelled.tokens(), List.of());
      List<Reading> readings = bench.readings();
      Features features = new Features(bench.line, bench.mentions, readings);
      return readings.stream().map(r -> new EmbeddedReading(r.plan(), features.of(r))).toList();
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
    Workbench bench = new Workbench(request, tokens, settled);
    List<Reading> readings = bench.readings();
    Reading best = bench.best(readings);
    return planned(bench, best, readings, corrections, open);
  }

  private Generation planned(
      Workbench bench,
      Reading best,
      List<Reading> readings,
      List<Spelling.Correction> corrections,
      List<Clarification> open) {
    double confidence = bench.confidence(best, readings);
    confidence *= Confidence.ofCorrections(corrections.size());
    Set<Assumption> assumptions = new LinkedHashSet<>();
    corrections.forEach(c -> assumptions.add(spelling(c)));
    bench.settled.forEach(u -> assumptions.add(readingOf(u)));
    assumptions.addAll(best.assumptions());
    bench.line.items().stream()
        .filter(Features::isRelated)
        .forEach(item -> assumptions.add(related(bench, (Item.Named) item)));
    List<Notice> notices = new ArrayList<>(best.notices());
    if (bench.request.clarify() == ReadingPolicy.ASSUME) {
      open.forEach(c -> notices.add(alternatives(c)));
    }
    bench
        .contradicting(best, readings)
        .ifPresent(
            other ->
                notices.add(
                    new Notice(
                        Condition.LOW_CONFIDENCE,
                        "it can also be read as: " + Interpretation.of(other.sketch()))));
    if (Features.isSure(best) && confidence < EXPLAINED) {
      readings.stream().filter(r -> r != best).forEach(r -> notices.addAll(reasons(bench, r)));
    }
    notices.addAll(reasons(bench, best));
    return new Generation.Planned(
        best.plan(),
        confidence,
        Interpretation.of(best.sketch()),
        List.copyOf(assumptions),
        List.copyOf(notices));
  }

  /** Why a reading is not to be trusted. */
  private static List<Notice> reasons(Workbench bench, Reading best) {
    List<Notice> notices = new ArrayList<>();
    if (!best.unread().isEmpty()) {
      notices.add(
          new Notice(Condition.LOW_CONFIDENCE, reason(best.unread(), bench.known.lexicon())));
    }
    if (!best.doubts().isEmpty()) {
      notices.add(
          new Notice(Condition.LOW_CONFIDENCE, "in doubt: " + String.join(", ", best.doubts())));
    }
    return notices;
  }

  /** What the readers of one question share. */
  private final class Workbench {
    private final GenerationRequest request;
    private final List<TermUse> settled;
    private final SchemaKnowledge known;
    private final Line line;
    private final NameResolver names;
    private final JoinGraph graph;
    private final Mentions mentions;
    private final Categories categories;
    private final WholeNames wholeNames;
    private boolean ranked;

    Workbench(GenerationRequest request, List<Token> tokens, List<TermUse> settled) {
      this.request = request;
      this.settled = settled;
      this.known = knowledge(request);
      List<Item> items = new SpanCover(language, known.lexicon(), request, tokens).best(settled);
      this.line = new Line(tokens, items);
      request.cancellation().check();
      this.names =
          new NameResolver(
              language, known.lexicon(), known.graph(), request.glossary().metrics(), items);
      this.graph = known.graph().preferring(names.mentionedTables(), said(known.lexicon(), tokens));
      this.mentions = new Mentions(line, graph);
      this.categories = new Categories(line, known.lexicon(), names.mentionedTables());
      this.wholeNames = new WholeNames(line, known.lexicon());
    }

    /**
     * Every reading that makes a query, at least one.
     *
     * @throws RuntimeException why the first reader found none, if no reader found one
     */
    List<Reading> readings() {
      List<Reading> readings = new ArrayList<>();
      Optional<RuntimeException> failure = Optional.empty();
      try {
        readings.add(byZones());
      } catch (PlanBuilder.NothingAskedException
          | Relations.UnrelatedException
          | PlanBuilder.PeriodException e) {
        failure = Optional.of(e);
      }
      request.cancellation().check();
      ranked = isRanked(readings);
      if (ranked) {
        byClauses().ifPresent(readings::add);
      }
      if (readings.size() > 1) {
        readings.removeIf(r -> Contradiction.isIn(r.sketch()) && isByZones(r));
      }
      if (readings.isEmpty()) {
        throw failure.orElseThrow();
      }
      return readings;
    }

    /** Clauses make two queries of conditions that exclude each other. */
    private boolean isByZones(Reading reading) {
      return reading.reader() == Reading.Reader.ZONES;
    }

    private Reading byZones() {
      QuestionReader reader =
          new QuestionReader(language, known.lexicon(), line.tokens(), line.items(), names);
      Sketch sketch = reader.read();
      List<String> unread = unknownWords(line.items(), line.tokens(), reader);
      return reading(
          Reading.Reader.ZONES,
          new ClauseReader.Query(shown(sketch)),
          unread,
          reader.assumptions());
    }

    private Sketch shown(Sketch sketch) {
      return categories.shownOnce(wholeNames.shownWhole(sketch));
    }

    private Optional<Reading> byClauses() {
      ClauseReader reader = new ClauseReader(known.lexicon(), known.graph(), names, line);
      try {
        ClauseReader.Query read = reader.read();
        ClauseReader.Query query =
            read.also().isPresent() ? read : new ClauseReader.Query(shown(read.sketch()));
        return Optional.of(
            reading(Reading.Reader.CLAUSES, query, reader.unread(), reader.assumptions()));
      } catch (PlanBuilder.NothingAskedException
          | Relations.UnrelatedException
          | PlanBuilder.PeriodException e) {
        return Optional.empty();
      }
    }

    /**
     * "names of entrepreneurs", where names are those of people: only people who are entrepreneurs
     * are meant. What is named and cannot be brought in like this, is a doubt.
     */
    private Reading reading(
        Reading.Reader reader,
        ClauseReader.Query query,
        List<String> unread,
        List<Assumption> more) {
      Reading plain = built(reader, query, unread, more);
      if (isGoverned()) {
        return plain;
      }
      Set<Table> leftOut = mentions.leftOut(plain.plan());
      List<Table> meant = leftOut.stream().filter(t -> mentions.refersTo(t, plain.plan())).toList();
      boolean whole = meant.isEmpty() || query.also().isPresent();
      Reading reading =
          whole
              ? plain
              : built(reader, new ClauseReader.Query(query.sketch().withRows(meant)), unread, more);
      return new Misgivings(line, mentions, known.lexicon()).of(reading);
    }

    private boolean isGoverned() {
      return !request.glossary().metrics().isEmpty() || !request.glossary().ambiguous().isEmpty();
    }

    private Reading built(
        Reading.Reader reader,
        ClauseReader.Query query,
        List<String> unread,
        List<Assumption> more) {
      GlossaryPlans glossary = new GlossaryPlans(request, language, line.tokens());
      PlanBuilder builder =
          new PlanBuilder(
              known.lexicon(),
              graph,
              new DateChoice(language, known.lexicon(), graph, line),
              request.time(),
              glossary);
      QueryPlan plan = builder.build(CanonicalSketch.of(query.sketch()));
      if (query.also().isPresent()) {
        plan =
            new QueryPlan.SetOperation(
                query.operator(), plan, builder.build(CanonicalSketch.of(query.also().get())));
      }
      List<String> doubts = new ArrayList<>(query.sketch().doubts());
      builder.doubts().stream().filter(d -> !doubts.contains(d)).forEach(doubts::add);
      Set<Assumption> assumptions = new LinkedHashSet<>(builder.assumptions());
      assumptions.addAll(glossary.assumptions());
      assumptions.addAll(more);
      return new Reading(
          reader,
          query.sketch(),
          plan,
          unread,
          doubts,
          List.copyOf(assumptions),
          builder.notices());
    }

    /**
     * Whether the weights may judge: they were learned on questions without a glossary, so what one
     * governs is read by the reader that knows it, and judged by what it leaves unexplained. So are
     * forms that only that reader knows.
     */
    private boolean isRanked(List<Reading> byZones) {
      return !isGoverned()
          && ClauseReader.canRead(line)
          && byZones.stream().map(Reading::sketch).allMatch(ClauseReader::canSay);
    }

    /** The most probable reading; one without doubts before those with doubts. */
    Reading best(List<Reading> readings) {
      Features features = new Features(line, mentions, readings);
      return readings.stream()
          .max(
              Comparator.comparing(Features::isSure)
                  .thenComparingDouble(r -> ranking.probability(features.of(r))))
          .orElseThrow();
    }

    double confidence(Reading reading, List<Reading> readings) {
      if (!ranked) {
        return unexplained(reading);
      }
      Features features = new Features(line, mentions, readings);
      double learned = ranking.confidence(features.of(reading));
      if (features.isAgreed(reading) && unexplained(reading) >= EXPLAINED && learned >= LIKELY) {
        return Math.max(AGREED, learned);
      }
      boolean unread = readings.stream().allMatch(r -> !r.unread().isEmpty());
      boolean doubted =
          !Features.isSure(reading) || readings.stream().anyMatch(r -> isReasonToDoubt(r, reading));
      return Math.min(learned, unread ? MOST_UNREAD : doubted ? MOST_DOUBTED : 1);
    }

    /**
     * Whether another reading makes this one less sure. Words that the reader by zones left unread
     * do not, if it came to the same query and the clauses had a use for them.
     */
    private static boolean isReasonToDoubt(Reading other, Reading reading) {
      boolean agrees =
          other.doubts().isEmpty()
              && other.reader() == Reading.Reader.ZONES
              && other.plan().equals(reading.plan());
      return !Features.isSure(other) && !agrees;
    }

    /** Another reading without doubts that comes to another query. */
    Optional<Reading> contradicting(Reading best, List<Reading> readings) {
      return readings.stream()
          .filter(r -> r != best && Features.isSure(r) && !r.plan().equals(best.plan()))
          .findFirst();
    }

    private double unexplained(Reading reading) {
      return Confidence.of(
          line.items(), names, reading.sketch(), reading.unread().size(), reading.doubts().size());
    }
  }

  /** The references the question speaks of; found once, because every path asks for them. */
  private static Set<ForeignKey> said(SchemaLexicon lexicon, List<Token> tokens) {
    return tokens.stream()
        .filter(Token::isWord)
        .flatMap(t -> lexicon.referencesNamed(t.lemma()).stream())
        .collect(Collectors.toUnmodifiableSet());
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
    Candidate meaning = bench.names.meaning(named);
    String name = meaning.column().map(Column::name).orElse(meaning.table().name().name());
    return new Assumption(
        Assumption.Kind.READING,
        "'%s' is taken for %s".formatted(bench.line.text(bench.line.items().indexOf(named)), name));
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

  private static List<String> unknownWords(
      List<Item> items, List<Token> tokens, QuestionReader reader) {
    Set<String> unknown = new LinkedHashSet<>();
    for (Item item : items) {
      if (item instanceof Item.Unknown u) {
        unknown.add(tokens.get(u.first()).text());
      }
    }
    unknown.addAll(reader.unexplained());
    return List.copyOf(unknown);
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
