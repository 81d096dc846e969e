package dev.nl2sql.generate.embedded;

import dev.nl2sql.ambiguity.GlossaryTerms;
import dev.nl2sql.ambiguity.TermUse;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.ColumnType;
import dev.nl2sql.catalog.StoredValue;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.GrainPhrase;
import dev.nl2sql.language.Language;
import dev.nl2sql.language.NumberPhrase;
import dev.nl2sql.language.Token;
import dev.nl2sql.language.VagueTime;
import dev.nl2sql.language.WordClass;
import dev.nl2sql.link.Candidate;
import dev.nl2sql.link.Field;
import dev.nl2sql.link.OtherSpellings;
import dev.nl2sql.link.SchemaLexicon;
import dev.nl2sql.resource.WordList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Divides a question into items so that as much of it as possible is explained. */
final class SpanCover {
  private static final int LONGEST = 5;
  private static final List<String> NOUN_ENDINGS =
      WordList.read(SpanCover.class, "noun_endings.txt");
  private static final List<String> UNDOING_PREFIXES =
      WordList.read(SpanCover.class, "undoing_prefixes.txt");
  private static final Set<String> QUANTITY_WORDS =
      Set.copyOf(WordList.read(SpanCover.class, "quantity_words.txt"));
  private static final Set<String> WHOLE_ROW_WORDS =
      Set.copyOf(WordList.read(SpanCover.class, "whole_row_words.txt"));
  private static final Set<String> ROW_WORDS =
      Set.copyOf(WordList.read(SpanCover.class, "row_words.txt"));
  private static final Set<String> NAMES_IN_CAPITALS =
      Set.copyOf(WordList.read(SpanCover.class, "names_in_capitals.txt"));
  private static final Set<WordClass> FUNCTIONS =
      EnumSet.of(
          WordClass.MAXIMUM,
          WordClass.MINIMUM,
          WordClass.AVERAGE,
          WordClass.SUM,
          WordClass.MOST,
          WordClass.FEWEST);
  private static final OtherSpellings SPELLINGS = new OtherSpellings();
  private static final Set<String> BRIDGES =
      Set.of("in", "at", "on", "for", "from", "with", "by", "to");
  private static final int SHORTEST_VERB = 4;
  private static final int LONGEST_NAME = 3;

  /** "first, middle and last names". */
  private static final int LONGEST_LIST = 7;

  private static final double SURE = 0.9;
  private static final double PART_OF_NAME = 0.7;
  private static final Set<WordClass> GRAMMAR =
      EnumSet.complementOf(
          EnumSet.of(
              WordClass.STOP,
              WordClass.WRITE,
              WordClass.FORECAST,
              WordClass.SMALL_TALK,
              WordClass.SCHEMA_QUESTION,
              WordClass.FOREIGN));

  private final Language language;
  private final SchemaLexicon lexicon;
  private final GenerationRequest request;
  private final List<Token> tokens;
  private final List<NumberPhrase> numbers;
  private final List<GrainPhrase> grains;
  private final KnownWords words;
  private final People people;
  private final List<Scored> options = new ArrayList<>();

  private record Scored(Item item, double score) {}

  SpanCover(
      Language language, SchemaLexicon lexicon, GenerationRequest request, List<Token> tokens) {
    this.language = language;
    this.lexicon = lexicon;
    this.request = request;
    this.tokens = tokens;
    this.numbers = language.numbers(tokens);
    this.grains = language.grains(tokens);
    this.people = new People(lexicon);
    this.words = new KnownWords(language, lexicon, request, tokens);
  }

  /** The best division; items do not overlap and leave no token out. */
  List<Item> best(List<TermUse> terms) {
    terms.forEach(this::offerTerm);
    terms.forEach(this::offerSaidAgain);
    GlossaryTerms.settled(request.question(), tokens, request.glossary())
        .forEach(this::offerSettled);
    language.periods(tokens, request.time()).stream()
        .filter(p -> !isNameOfColumn(p.first(), p.end()))
        .forEach(
            p ->
                offer(
                    new Item.Dated(p.first(), p.end(), p.period()),
                    1.6 * (p.end() - p.first()) + 0.5));
    language.vagueTimes(tokens, request.time()).forEach(this::offerVague);
    grains.forEach(
        g -> offer(new Item.Grained(g.first(), g.end(), g), 1.5 * (g.end() - g.first()) + 0.1));
    numbers.forEach(
        n -> offer(new Item.Number(n.first(), n.end(), n), 1.05 * (n.end() - n.first())));
    people.offers(tokens).forEach(named -> offer(named, 1.7));
    Times.offers(language, tokens)
        .forEach(times -> offer(times, 1.9 * (times.end() - times.first())));
    boolean measured = offerMetrics();
    int binds = 0;
    for (Token token : tokens) {
      int at = token.index();
      offerSingle(token, at);
      offerAskedUnit(at);
      if ((measured || !terms.isEmpty()) && words.saysThatMeasureCame(token)) {
        offer(new Item.Filler(at, at + 1), 0.3);
      }
      if (token.kind() == Token.Kind.BIND && isQuestionMark(at)) {
        offer(new Item.Sign(at, at + 1, "?"), 0.2);
      } else if (token.kind() == Token.Kind.BIND) {
        offer(new Item.Bind(at, at + 1, binds), 2);
        binds++;
      }
      if (token.isWord() || token.kind() == Token.Kind.NUMBER) {
        offerSpans(at);
      }
    }
    return solve();
  }

  /** "how many books ?": where nothing is bound, a mark at the end ends the question. */
  private boolean isQuestionMark(int at) {
    return at + 1 == tokens.size() && request.bindTypes().isEmpty();
  }

  /** "first year and last year": a column of that very name is meant. */
  private boolean isNameOfColumn(int first, int end) {
    List<String> said = tokens.subList(first, end).stream().map(Token::lemma).toList();
    return said.size() > 1
        && lexicon.lookup(said).stream()
            .anyMatch(c -> c.column().filter(d -> lexicon.wordsOf(d).equals(said)).isPresent());
  }

  /** A time without days is no filler: left out, the answer would be one for all days. */
  private void offerVague(VagueTime vague) {
    tokens.subList(vague.first(), vague.end()).stream()
        .filter(t -> grains.stream().noneMatch(g -> g.first() <= t.index() && t.index() < g.end()))
        .filter(t -> t.kind() != Token.Kind.PUNCTUATION)
        .forEach(t -> offer(new Item.Unknown(t.index(), t.index() + 1), 1.6));
  }

  /** A term that ranks takes all its words; of others a name in them keeps its own meaning. */
  private void offerTerm(TermUse use) {
    Optional<Sketch.Term> ranked = use.chosen().flatMap(Glossary.Reading::by).flatMap(this::ranked);
    int first = use.first();
    int end = use.end();
    if (ranked.isEmpty() && end - first > 1) {
      if (namesTable(end - 1)) {
        end--;
      } else if (namesTable(first)) {
        first++;
      }
    }
    boolean descending =
        use.chosen()
            .flatMap(Glossary.Reading::order)
            .filter(o -> o.sql().strip().toUpperCase(Locale.ROOT).endsWith("DESC"))
            .isPresent();
    if (ranked.isPresent()) {
      int start = first;
      first =
          numbers.stream()
              .filter(n -> n.end() == start)
              .map(n -> n.first())
              .findFirst()
              .orElse(start);
    }
    OptionalInt entity = ranked.isPresent() ? entityAfter(use) : OptionalInt.empty();
    entity.ifPresent(at -> offer(new Item.Filler(at, at + 1), 4));
    long count = count(use, entity.orElse(use.end() - 1));
    offer(new Item.Ambiguous(first, end, use, ranked, descending, count), 4.0 * (end - first));
  }

  /** "new customers did we win": what says the term once more says nothing more. */
  private void offerSaidAgain(TermUse use) {
    for (int[] place : GlossaryTerms.places(request.question(), tokens, use.term())) {
      for (int at = place[0]; at < place[1]; at++) {
        if (!namesTable(at)) {
          offer(new Item.Filler(at, at + 1), 0.6);
        }
      }
    }
  }

  /** What is ranked may be named a word later, as in "best Toys products": it is said already. */
  private OptionalInt entityAfter(TermUse use) {
    int end = Math.min(use.end() + 3, tokens.size());
    boolean saysIt =
        IntStream.range(use.first(), use.end())
            .anyMatch(at -> !lexicon.lookup(List.of(tokens.get(at).lemma())).isEmpty());
    return saysIt
        ? OptionalInt.empty()
        : IntStream.range(use.end() + 1, end).filter(this::namesTable).findFirst();
  }

  /**
   * "recent" beside an explicit period says nothing more; "active" beside one still says that
   * something happened, within that period.
   */
  private void offerSettled(TermUse use) {
    boolean nested =
        use.term().options().stream()
            .allMatch(o -> o.filter().filter(f -> isNested(f.sql())).isPresent());
    if (nested
        && new GlossaryPlans(request, language, tokens).differInDatesOnly(use.term().options())) {
      int first = namesTable(use.first()) ? use.first() + 1 : use.first();
      int end = namesTable(use.end() - 1) ? use.end() - 1 : use.end();
      Glossary.Reading reading = use.term().options().get(0);
      offer(new Item.Settled(first, end, reading), 4.0 * (end - first));
      return;
    }
    boolean plain =
        use.term().options().stream()
            .allMatch(o -> o.filter().filter(f -> !isNested(f.sql())).isPresent());
    for (int at = use.first(); at < use.end() && plain; at++) {
      if (!namesTable(at)) {
        offer(new Item.Filler(at, at + 1), 4);
      }
    }
  }

  private static boolean isNested(String sql) {
    return sql.toUpperCase(Locale.ROOT).contains("SELECT");
  }

  private boolean namesTable(int at) {
    return lexicon.lookup(List.of(tokens.get(at).lemma())).stream().anyMatch(Candidate::isTable);
  }

  /** A relation, or a column written as relation.column. */
  private Optional<Sketch.Term> ranked(String by) {
    String[] parts = by.split("\\.", 2);
    Optional<Table> table =
        request.catalog().tables().stream()
            .filter(t -> t.name().name().equalsIgnoreCase(parts[0]))
            .findFirst();
    if (parts.length == 1) {
      return table.map(Sketch.OfEntity::new);
    }
    return table.flatMap(
        t ->
            t.columns().stream()
                .filter(c -> c.name().equalsIgnoreCase(parts[1]))
                .findFirst()
                .map(c -> new Sketch.OfField(new Field(t, c))));
  }

  /**
   * A number in or just before the term; one where it is singular; else ten.
   *
   * @param named where what is ranked is named
   */
  private long count(TermUse use, int named) {
    Optional<Long> number =
        numbers.stream()
            .filter(n -> n.first() >= use.first() - 2 && n.end() <= use.end())
            .map(n -> n.value().longValue())
            .filter(n -> n > 0 && n < 1000)
            .findFirst();
    Token last = tokens.get(named);
    boolean plural = !last.lower().equals(last.lemma()) && last.lower().endsWith("s");
    return number.orElse(plural ? 10L : 1L);
  }

  private void offerSingle(Token token, int at) {
    if (token.kind() == Token.Kind.PUNCTUATION) {
      offer(new Item.Sign(at, at + 1, token.text()), 0.2);
    } else if (token.kind() == Token.Kind.QUOTED) {
      List<StoredValue> stored = request.values().exact(token.text(), request.catalog().tables());
      offer(new Item.Quoted(at, at + 1, token.text(), stored), 2);
    } else if (saysWholeName(at) || words.isLight(token) && !isNamed(token) && !isCounted(token)) {
      offer(new Item.Filler(at, at + 1), language.is(WordClass.STOP, token) ? 0.5 : 0.3);
    } else {
      offer(new Item.Unknown(at, at + 1), -1);
    }
    if (isTrailingNumber(at)) {
      offer(new Item.Phrase(at, at + 1, Set.of(WordClass.COUNT)), 2); // "…, with the number"
    }
    if (QUANTITY_WORDS.contains(token.lemma())) {
      offer(new Item.Quantity(at, at + 1), 0.4);
    }
    if (token.isWord() && !language.measuresOf(token).isEmpty()) {
      offer(new Item.Degree(at, at + 1), 0.95);
    }
  }

  /** "full names": all parts of the name, as rows are called by anyway. */
  private boolean saysWholeName(int at) {
    return tokens.get(at).lower().equals("full")
        && at + 1 < tokens.size()
        && tokens.get(at + 1).lemma().equals("name");
  }

  /** "from the US": capitals within a sentence are a name, whatever word they spell. */
  private boolean isNamed(Token token) {
    String question = request.question().text();
    return NAMES_IN_CAPITALS.contains(token.lower())
        && token.text().equals(token.text().toUpperCase(Locale.ROOT))
        && !question.equals(question.toUpperCase(Locale.ROOT));
  }

  /** "how many orders": what is counted is no word of grammar, unless it is the rows of others. */
  private boolean isCounted(Token token) {
    return token.lower().equals(token.lemma() + "s")
        && !ROW_WORDS.contains(token.lemma())
        && IntStream.range(Math.max(0, token.index() - LONGEST_NAME), token.index())
            .anyMatch(
                at ->
                    language
                        .phraseAt(WordClass.COUNT, tokens, at)
                        .filter(p -> at + p.length() == token.index())
                        .isPresent());
  }

  private boolean isTrailingNumber(int at) {
    boolean last = at + 1 == tokens.size() || tokens.get(at + 1).kind() == Token.Kind.PUNCTUATION;
    return last
        && at > 0
        && tokens.get(at).lower().matches("number|numbers|count|counts")
        && tokens.get(at - 1).lower().matches("the|their");
  }

  /** "types of rooms" is the room type, where there is a column of that name. */
  private void offerTypes(int first) {
    boolean said =
        first + 2 < tokens.size()
            && tokens.get(first).lemma().matches("type|kind")
            && tokens.get(first + 1).lower().equals("of");
    if (!said) {
      return;
    }
    List<Candidate> types =
        lexicon.lookup(List.of(tokens.get(first + 2).lemma(), "type")).stream()
            .filter(c -> !c.isTable() && c.score() > PART_OF_NAME && c.fit() == Candidate.Fit.NAME)
            .toList();
    if (!types.isEmpty()) {
      offer(new Item.Named(first, first + 3, types), 6);
    }
  }

  private void offerSpans(int first) {
    offerTypes(first);
    offerGrammar(first);
    for (int end = first + 1; end <= Math.min(tokens.size(), first + LONGEST); end++) {
      Token last = tokens.get(end - 1);
      if (!last.isWord() && last.kind() != Token.Kind.NUMBER) {
        break;
      }
      List<Token> span = tokens.subList(first, end);
      boolean edges = isJoint(span.get(0)) && !isNoun(span) || isJoint(last) && !isNoun(span);
      if (!edges || span.size() == 2 && isPastForm(span) || isListedColumn(span)) {
        offerNames(first, end, span);
      }
      if (!edges || end - first > 1) {
        offerValues(first, end, span);
      }
    }
  }

  /** "data types": words that mean nothing alone may be part of a name. */
  private static boolean isNoun(List<Token> span) {
    return span.size() > 1
        && (WHOLE_ROW_WORDS.contains(span.get(0).lower())
            || WHOLE_ROW_WORDS.contains(span.get(span.size() - 1).lower()));
  }

  private boolean isJoint(Token token) {
    return language.is(WordClass.STOP, token) && !isNamed(token);
  }

  private void offerGrammar(int first) {
    Set<WordClass> longest = EnumSet.noneOf(WordClass.class);
    int length = 0;
    for (WordClass wordClass : GRAMMAR) {
      boolean plural =
          wordClass == WordClass.COUNT && tokens.get(first).lower().equals("numbers")
              || wordClass == WordClass.ORDER && tokens.get(first).lower().equals("orders")
              || wordClass == WordClass.SHARE && tokens.get(first).lower().equals("shared");
      boolean column = wordClass == WordClass.COMMAND && isListedName(first);
      int found =
          plural || column
              ? 0
              : language.phraseAt(wordClass, tokens, first).map(p -> p.length()).orElse(0);
      if (found > length) {
        longest.clear();
        length = found;
      }
      if (found == length && found > 0) {
        longest.add(wordClass);
      }
    }
    if (length > 1 && language.is(WordClass.OR, tokens.get(first))) {
      offer(new Item.Phrase(first, first + 1, Set.of(WordClass.OR)), 1); // "or older than 50"
    }
    if (length > 0) {
      boolean opening =
          first == 0
              && (longest.contains(WordClass.COMMAND)
                  || longest.contains(WordClass.QUESTION)
                  || longest.contains(WordClass.ORDER));
      double score = length + 0.6 * (length - 1) + (opening ? 0.5 : 0);
      offer(new Item.Phrase(first, first + length, Collections.unmodifiableSet(longest)), score);
    }
  }

  /** "ids and details for each": a word that means nothing alone is one of the columns listed. */
  private boolean isListedColumn(List<Token> span) {
    return span.size() == 1
        && WHOLE_ROW_WORDS.contains(span.get(0).lower())
        && isListed(span.get(0).index());
  }

  /** "name and information of …": one of several columns, not all of them. */
  private boolean isListed(int at) {
    return at > 0 && language.is(WordClass.AND, tokens.get(at - 1))
        || at + 1 < tokens.size() && language.is(WordClass.AND, tokens.get(at + 1));
  }

  /** "name and email of …" commands nothing. */
  private boolean isListedName(int at) {
    return tokens.get(at).lower().matches("names?")
        && at + 1 < tokens.size()
        && tokens.get(at + 1).lower().matches("and|,|&|of|or");
  }

  private void offerNames(int first, int end, List<Token> span) {
    if (!span.get(0).isWord()) {
      return;
    }
    List<String> lemmas = span.stream().map(Token::lemma).toList();
    List<Candidate> found = lexicon.lookup(lemmas);
    if (found.isEmpty()) {
      found = lexicon.lookup(span.stream().map(Token::lower).toList());
    }
    if (found.isEmpty()) {
      String joined =
          String.join("", span.stream().map(Token::lower).toList()).replaceAll("[-_]", "");
      found = lexicon.lookup(List.of(language.lemma(joined)));
    }
    if (found.isEmpty() && span.size() == 1 && !words.isLight(span.get(0))) {
      derived(span.get(0)).ifPresent(item -> offer(item, 1.2));
      found = lexicon.shortened(span.get(0).lemma());
      if (found.isEmpty() && !isGoverned() && !isMended(span.get(0))) {
        found = lexicon.related(span.get(0).lemma());
      }
    }
    if (language.is(WordClass.STOP, span.get(0)) && !isListed(first)) {
      found = found.stream().filter(c -> c.fit() == Candidate.Fit.NAME).toList();
    }
    if (found.isEmpty() && span.size() == 3 && span.get(1).lower().equals("in")) {
      List<String> ends = List.of(lemmas.get(0), lemmas.get(2)); // "length in feet"
      found = lexicon.lookup(ends).stream().filter(c -> c.score() > SURE).toList();
    }
    if (isGrammarOnly(span, found)
        || bridges(span, found)
        || isCommanded(span, found)
        || isPlaceInOrder(span)
        || tellsWhich(span, found)) {
      return;
    }
    if (isPastForm(span)) {
      List<Candidate> asked = found.stream().filter(c -> !isOnlyHint(c)).toList();
      if (asked.isEmpty() && !found.isEmpty()) {
        offer(new Item.Filler(first, end, found), 1.2 * span.size());
      }
      found = asked;
    }
    if (isEvent(span, found)) {
      found = found.stream().map(SpanCover::rowsWithDate).distinct().toList();
    }
    if (!found.isEmpty()) {
      double best = found.get(0).score();
      boolean named = best >= SURE && found.get(0).fit() == Candidate.Fit.NAME;
      List<Candidate> near =
          found.stream()
              .filter(c -> c.score() > best - 0.45)
              .filter(c -> !named || c.fit() == Candidate.Fit.NAME)
              .toList();
      double each = 0.9 + 0.6 * best;
      double content = span.stream().filter(t -> !isJoint(t)).count();
      offer(
          new Item.Named(first, end, near),
          each * content + 1.0 * (span.size() - content) + 0.3 * best * (content - 1));
    }
  }

  /** Where a glossary says which words count, a dictionary has no say. */
  private boolean isGoverned() {
    return !request.glossary().metrics().isEmpty() || !request.glossary().ambiguous().isEmpty();
  }

  /** Whether the word is a stored value, or means something that is no name. */
  private boolean isMended(Token token) {
    return !request.values().exact(token.text(), request.catalog().tables()).isEmpty()
        || !request.values().exact(token.lemma(), request.catalog().tables()).isEmpty()
        || !language.measuresOf(token).isEmpty()
        || QUANTITY_WORDS.contains(token.lemma())
        || GRAMMAR.stream().anyMatch(c -> language.is(c, token));
  }

  /** "the maximum damage": a word of grammar is no name because a longer name begins with it. */
  private boolean isGrammarOnly(List<Token> span, List<Candidate> found) {
    return span.size() == 1
        && !found.isEmpty()
        && (found.get(0).score() < SURE || isBeforeRows(span.get(0)))
        && (FUNCTIONS.stream().anyMatch(c -> language.is(c, span.get(0)))
            || span.get(0).lower().endsWith("est") && !language.measuresOf(span.get(0)).isEmpty());
  }

  /** "give the names": the command is no part of a name, though there is a given name. */
  private boolean isCommanded(List<Token> span, List<Candidate> found) {
    return span.size() > 1
        && span.get(0).index() == 0
        && language.is(WordClass.COMMAND, span.get(0))
        && found.stream().noneMatch(c -> c.fit() == Candidate.Fit.NAME);
  }

  /** "total tracks": a total of them, though another relation has a total. */
  private boolean isBeforeRows(Token token) {
    return language.is(WordClass.SUM, token)
        && token.index() + 1 < tokens.size()
        && namesTable(token.index() + 1);
  }

  /** "customers in the state": words joined by a preposition are two names, unless it is in one. */
  private boolean bridges(List<Token> span, List<Candidate> found) {
    List<String> inner =
        span.size() < 3
            ? List.of()
            : span.subList(1, span.size() - 1).stream()
                .map(Token::lower)
                .filter(BRIDGES::contains)
                .toList();
    boolean unit = inner.equals(List.of("in")) && found.stream().allMatch(c -> !c.isTable());
    return !inner.isEmpty()
        && !unit
        && found.stream()
            .map(c -> c.column().map(Column::name).orElse(c.table().name().name()))
            .noneMatch(name -> inner.stream().anyMatch(name.toLowerCase(Locale.ROOT)::contains));
  }

  /** "who was hired first" has nothing to do with first names. */
  private boolean isPlaceInOrder(List<Token> span) {
    Token only = span.get(0);
    int end = Math.min(tokens.size(), only.index() + LONGEST_LIST);
    return span.size() == 1
        && only.lower().matches("first|last")
        && tokens.subList(only.index(), end).stream().noneMatch(t -> t.lemma().equals("name"));
  }

  /** "events of kind update" are events, and not their kind. */
  private boolean tellsWhich(List<Token> span, List<Candidate> found) {
    int end = span.get(span.size() - 1).index() + 1;
    boolean joined = span.stream().anyMatch(t -> t.lower().equals("of"));
    return joined
        && end < tokens.size()
        && request.values().exact(tokens.get(end).text(), request.catalog().tables()).stream()
            .anyMatch(v -> found.stream().anyMatch(c -> holds(c, v)));
  }

  /** "teach" beside teachers, "unpaid" beside a date of payment. */
  private Optional<Item> derived(Token token) {
    int at = token.index();
    for (String ending : NOUN_ENDINGS) {
      List<Candidate> nouns = lexicon.lookup(List.of(token.lemma() + ending));
      if (!nouns.isEmpty()) {
        return Optional.of(new Item.Filler(at, at + 1, nouns));
      }
    }
    for (String prefix : UNDOING_PREFIXES) {
      if (token.lower().startsWith(prefix)) {
        String done = language.lemma(token.lower().substring(prefix.length()));
        List<Candidate> dates =
            lexicon.lookup(List.of(done)).stream()
                .filter(c -> c.column().filter(d -> d.type().isTemporal()).isPresent())
                .toList();
        if (!dates.isEmpty()) {
          return Optional.of(new Item.Undone(at, at + 1, dates));
        }
      }
    }
    return Optional.empty();
  }

  /** "sign-ups", "arrivals": the rows with such a date, unless the date itself is named so. */
  private boolean isEvent(List<Token> span, List<Candidate> found) {
    Token last = span.get(span.size() - 1);
    boolean plural = last.lower().endsWith("s") && !last.lower().endsWith("ss");
    return plural
        && !found.isEmpty()
        && found.stream().allMatch(c -> c.column().filter(d -> d.type().isTemporal()).isPresent())
        && found.get(0).score() < SURE;
  }

  private static Candidate rowsWithDate(Candidate date) {
    return new Candidate(date.table(), Optional.empty(), date.score());
  }

  /** "paid", "registered", "signed up": tells what happened and does not ask for a column. */
  private boolean isPastForm(List<Token> span) {
    Token verb = span.get(0);
    boolean alone = span.size() == 1 || span.size() == 2 && isJoint(span.get(1));
    boolean past = verb.lower().endsWith("ed") || !verb.lower().startsWith(verb.lemma());
    boolean plural = verb.lower().endsWith("s");
    return alone && past && !plural && !verb.lower().equals(verb.lemma());
  }

  /** Dates and references say when and by whom something happened; parts of names are chance. */
  private boolean isOnlyHint(Candidate candidate) {
    return candidate
        .column()
        .filter(
            c ->
                candidate.score() < PART_OF_NAME && c.type() != ColumnType.BOOLEAN
                    || c.type().isTemporal()
                    || request.catalog().isReference(candidate.table(), c))
        .isPresent();
  }

  /** "which month": unless a column is named so. */
  private void offerAskedUnit(int at) {
    if (at + 1 >= tokens.size() || !tokens.get(at).lower().matches("which|what")) {
      return;
    }
    Token unit = tokens.get(at + 1);
    boolean isColumn =
        lexicon.lookup(List.of(unit.lemma())).stream().anyMatch(c -> c.score() > SURE);
    if (!isColumn) {
      language
          .calendarUnit(unit)
          .ifPresent(u -> offer(new Item.AskedUnit(at, at + 2, u), 1.5 * 2 + 0.1));
    }
  }

  /** Offers the measures of the glossary that are named, and says whether there are any. */
  private boolean offerMetrics() {
    int before = options.size();
    for (int first = 0; first < tokens.size(); first++) {
      for (int end = first + 1; end <= Math.min(tokens.size(), first + LONGEST); end++) {
        List<Token> span = tokens.subList(first, end);
        if (!isJoint(span.get(0)) && !isJoint(span.get(span.size() - 1))) {
          offerMetrics(first, end, span);
        }
      }
    }
    return options.size() > before;
  }

  private void offerMetrics(int first, int end, List<Token> span) {
    List<Glossary.Metric> found = new ArrayList<>();
    Set<String> names = new HashSet<>();
    String lower = String.join(" ", span.stream().map(Token::lower).toList());
    String lemmas = String.join(" ", span.stream().map(Token::lemma).toList());
    names.add(lower);
    names.add(lemmas);
    for (String said : List.of(lower, lemmas)) {
      request.glossary().synonyms().getOrDefault(said, List.of()).stream()
          .map(name -> name.toLowerCase(Locale.ROOT).replace('_', ' '))
          .forEach(names::add);
    }
    for (Glossary.Metric metric : request.glossary().metrics()) {
      if (names.contains(metric.name().toLowerCase(Locale.ROOT).replace('_', ' '))) {
        found.add(metric);
      }
    }
    if (!found.isEmpty()) {
      request.glossary().metrics().stream()
          .filter(m -> !found.contains(m) && isVariant(m, names))
          .forEach(found::add);
      found.sort(Comparator.comparingLong(this::wordsSaid).reversed());
      offer(new Item.Measured(first, end, found), 1.8 * (end - first));
    }
  }

  /** "money we received": of several measures known by the word, the one whose name is said. */
  private long wordsSaid(Glossary.Metric metric) {
    List<String> names = List.of(metric.name().toLowerCase(Locale.ROOT).split("[_ ]"));
    return tokens.stream()
        .filter(t -> names.contains(t.lower()) || names.contains(t.lemma()))
        .count();
  }

  /** "product revenue" is the revenue where products are asked about. */
  private static boolean isVariant(Glossary.Metric metric, Set<String> names) {
    String name = metric.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return names.stream().anyMatch(said -> name.endsWith(" " + said));
  }

  private void offerValues(int first, int end, List<Token> span) {
    String text =
        request.question().text().substring(span.get(0).start(), span.get(span.size() - 1).end());
    List<StoredValue> said = glossaryValues(text);
    List<Table> tables = request.catalog().tables();
    boolean plainNumber = span.size() == 1 && span.get(0).kind() == Token.Kind.NUMBER;
    if (said.isEmpty() && (plainNumber || span.size() == 1 && text.length() < 2)) {
      return;
    }
    List<StoredValue> stored = said.isEmpty() ? request.values().exact(text, tables) : said;
    boolean sure = false;
    if (stored.isEmpty() && text.matches(".*\\p{L}['\u2019]s?")) {
      stored = request.values().exact(text.replaceFirst("['\u2019]s?$", ""), tables);
    }
    if (stored.isEmpty() && span.size() == 1 && !words.isLight(span.get(0))) {
      stored = request.values().exact(span.get(0).lemma(), tables);
    }
    if (stored.isEmpty() && span.size() == 1 && !words.isLight(span.get(0))) {
      stored = inflected(span.get(0));
    }
    if (stored.isEmpty() && span.size() > 1) {
      Token last = span.get(span.size() - 1);
      int from = span.get(0).start();
      String singular = request.question().text().substring(from, last.start()) + last.lemma();
      stored = request.values().exact(singular, tables);
      if (stored.isEmpty()) {
        stored = request.values().exact(text.replace(' ', '_'), tables);
      }
    }
    if (stored.isEmpty()) {
      stored = otherSpelling(text, tables);
      sure = !stored.isEmpty();
    }
    if (span.size() == 1 && text.length() == 3 && text.equals(text.toLowerCase(Locale.ROOT))) {
      stored =
          stored.stream()
              .filter(
                  v -> !v.variants().get(0).equals(v.variants().get(0).toUpperCase(Locale.ROOT)))
              .toList();
    }
    if (said.isEmpty() && !sure && !isPlausible(span)) {
      stored =
          stored.stream()
              .filter(v -> v.variants().contains(text) || follows(v, first) || qualifies(v, end))
              .toList();
    }
    if (!stored.isEmpty()) {
      boolean capital =
          first > 0 && span.stream().anyMatch(t -> Character.isUpperCase(t.text().charAt(0)));
      double content = span.stream().filter(t -> !isJoint(t)).count();
      boolean meant =
          isNamedBySynonymOnly(span)
              || stored.stream().anyMatch(v -> follows(v, first) || qualifies(v, end));
      double each = capital || !said.isEmpty() ? 1.75 : meant ? 1.6 : 1.2;
      offer(
          new Item.Stored(first, end, stored),
          each * content + 0.6 * (span.size() - content) + 0.15 * (span.size() - 1));
    }
  }

  /** Whether words about the value say that it is one, though it may be something else. */
  private boolean isMeant(List<Token> span, List<StoredValue> stored) {
    return isNamedBySynonymOnly(span)
        || stored.stream().anyMatch(v -> follows(v, span.get(0).index()));
  }

  /** "instructors", where staff have that rank and only another word names the staff. */
  private boolean isNamedBySynonymOnly(List<Token> span) {
    List<Candidate> named = lexicon.lookup(span.stream().map(Token::lemma).toList());
    return !named.isEmpty()
        && named.stream().noneMatch(c -> c.fit() == Candidate.Fit.NAME)
        && span.size() == 1;
  }

  /** "the status code done": behind the name of its column even an everyday word is a value. */
  private boolean follows(StoredValue value, int at) {
    return IntStream.range(Math.max(0, at - LONGEST_NAME), at)
        .mapToObj(first -> tokens.subList(first, at).stream().map(Token::lemma).toList())
        .flatMap(name -> lexicon.lookup(name).stream())
        .filter(c -> c.score() > PART_OF_NAME)
        .anyMatch(c -> holds(c, value));
  }

  /** "individual clients": before the name of its relation, where clients are of that type. */
  private boolean qualifies(StoredValue value, int end) {
    return end < tokens.size()
        && !language.is(WordClass.STOP, tokens.get(end - 1))
        && lexicon.lookup(List.of(tokens.get(end).lemma())).stream()
            .filter(c -> c.isTable() && c.fit() == Candidate.Fit.NAME)
            .anyMatch(c -> c.table().equals(value.table()));
  }

  /** Whether the candidate is the column in which the value is stored. */
  private static boolean holds(Candidate candidate, StoredValue value) {
    return candidate.table().equals(value.table())
        && candidate.column().filter(value.column()::equals).isPresent();
  }

  /** "male" where M is stored, "German" where Germany is. */
  private List<StoredValue> otherSpelling(String text, List<Table> tables) {
    List<StoredValue> found = new ArrayList<>();
    for (OtherSpellings.Stored other : SPELLINGS.of(text)) {
      request.values().exact(other.text(), tables).stream()
          .filter(v -> other.fits(lexicon.wordsOf(v.column())))
          .forEach(found::add);
    }
    return found;
  }

  /** "being processed" beside a value "processing": another form of the same verb. */
  private List<StoredValue> inflected(Token token) {
    String verb = token.lemma();
    if (verb.length() < SHORTEST_VERB) {
      return List.of();
    }
    if (verb.equals(token.lower())) {
      return request.values().exact(verb + "s", request.catalog().tables()); // "book" of "Books"
    }
    String stem = verb.endsWith("e") ? verb.substring(0, verb.length() - 1) : verb;
    return Stream.of(stem + "ing", stem + "ed", verb)
        .map(form -> request.values().exact(form, request.catalog().tables()))
        .filter(values -> !values.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /** Short codes and everyday words are values only when spelled exactly as stored. */
  private boolean isPlausible(List<Token> span) {
    Token only = span.get(0);
    boolean acronym =
        only.lower().length() == 3 && only.text().equals(only.text().toUpperCase(Locale.ROOT));
    return span.size() > 1
        || acronym && !words.isLight(only)
        || only.lower().length() > 2
            && !words.isLight(only)
            && numbers.stream().noneMatch(n -> n.first() == only.index());
  }

  private List<StoredValue> glossaryValues(String text) {
    List<StoredValue> found = new ArrayList<>();
    for (Glossary.ValueSynonym synonym : request.glossary().values()) {
      if (synonym.said().equalsIgnoreCase(text)) {
        request.catalog().tables().stream()
            .filter(t -> t.name().name().equalsIgnoreCase(synonym.table()))
            .forEach(
                t ->
                    t.columns().stream()
                        .filter(c -> c.name().equalsIgnoreCase(synonym.column()))
                        .forEach(c -> found.add(new StoredValue(t, c, List.of(synonym.stored())))));
      }
    }
    return found;
  }

  private void offer(Item item, double score) {
    options.add(new Scored(item, score));
  }

  private List<Item> solve() {
    int size = tokens.size();
    double[] best = new double[size + 1];
    Item[] chosen = new Item[size + 1];
    for (int at = size - 1; at >= 0; at--) {
      best[at] = Double.NEGATIVE_INFINITY;
      for (Scored option : options) {
        if (option.item().first() == at && option.score() + best[option.item().end()] > best[at]) {
          best[at] = option.score() + best[option.item().end()];
          chosen[at] = option.item();
        }
      }
    }
    List<Item> items = new ArrayList<>();
    for (int at = 0; at < size; at = chosen[at].end()) {
      items.add(chosen[at]);
    }
    return List.copyOf(items);
  }
}
