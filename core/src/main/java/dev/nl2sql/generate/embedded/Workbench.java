package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.ambiguity.TermUse;
import dev.nl2sql.catalog.ForeignKey;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.Token;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.plan.QueryPlan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One question on the bench: what its readers share, and what they make of it. */
final class Workbench {
  private final Language language;
  private final GenerationRequest request;
  private final SchemaKnowledge known;
  private final Line line;
  private final NameResolver names;
  private final JoinGraph graph;
  private final Mentions mentions;
  private final Categories categories;
  private final WholeNames wholeNames;

  Workbench(
      Language language,
      SchemaKnowledge known,
      GenerationRequest request,
      List<Token> tokens,
      List<TermUse> settled) {
    this.language = language;
    this.request = request;
    this.known = known;
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
  Readings readings() {
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
    boolean ranked = isRanked(readings);
    if (ranked) {
      byClauses().ifPresent(readings::add);
    }
    if (readings.size() > 1) {
      readings.removeIf(r -> Contradiction.isIn(r.sketch()) && isByZones(r));
    }
    if (readings.isEmpty()) {
      throw failure.orElseThrow();
    }
    return new Readings(line, mentions, names, readings, ranked);
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
        Reading.Reader.ZONES, new ClauseReader.Query(shown(sketch)), unread, reader.assumptions());
  }

  /** The names of its schema. */
  SchemaLexicon lexicon() {
    return known.lexicon();
  }

  /** The items of the question. */
  Line line() {
    return line;
  }

  /** What its names mean. */
  NameResolver names() {
    return names;
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
      Reading.Reader reader, ClauseReader.Query query, List<String> unread, List<Assumption> more) {
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
      Reading.Reader reader, ClauseReader.Query query, List<String> unread, List<Assumption> more) {
    GlossaryPlans glossary = new GlossaryPlans(request, language, line.tokens());
    PlanBuilder builder =
        new PlanBuilder(
            known.lexicon(),
            graph,
            new DateChoice(language, known.lexicon(), graph, line),
            request.time(),
            glossary);
    QueryPlan plan = builder.build(canonical(query.sketch()));
    if (query.also().isPresent()) {
      plan =
          new QueryPlan.SetOperation(
              query.operator(), plan, builder.build(canonical(query.also().get())));
    }
    List<String> doubts = new ArrayList<>(query.sketch().doubts());
    builder.doubts().stream().filter(d -> !doubts.contains(d)).forEach(doubts::add);
    Set<Assumption> assumptions = new LinkedHashSet<>(builder.assumptions());
    assumptions.addAll(glossary.assumptions());
    assumptions.addAll(more);
    return new Reading(
        reader, query.sketch(), plan, unread, doubts, List.copyOf(assumptions), builder.notices());
  }

  private Sketch canonical(Sketch sketch) {
    return CanonicalSketch.of(new PresenceBesideAbsence(line).of(sketch));
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

  /** The references the question speaks of; found once, because every path asks for them. */
  private static Set<ForeignKey> said(SchemaLexicon lexicon, List<Token> tokens) {
    return tokens.stream()
        .filter(Token::isWord)
        .flatMap(t -> lexicon.referencesNamed(t.lemma()).stream())
        .collect(Collectors.toUnmodifiableSet());
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
}
