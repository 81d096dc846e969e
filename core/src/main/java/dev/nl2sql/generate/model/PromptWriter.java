package dev.nl2sql.generate.model;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nl2sql.Choice;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.Column;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.catalog.TableName;
import dev.nl2sql.generate.Example;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.ModelCall.Content;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.language.Language;
import dev.nl2sql.plan.Dialect;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Writes what a model is told for a question. Names and types of the schema and the question go
 * out; values only where they were switched on. Thread-safe.
 */
final class PromptWriter {
  private static final int SCHEMA_ROOM = 16_000;
  private static final int REPAIR_ROOM = 2_000;
  private static final int LONGEST_QUESTION = 2_000;
  private static final int LONGEST_SQL = 4_000;
  private static final int LONGEST_REASON = 600;
  private static final int LONGEST_DEFINITION = 300;
  private static final int LONGEST_PRODUCT = 80;
  private static final int MOST_CATALOGS = 20;
  private static final int MOST_EXAMPLES = 5;
  private static final int MOST_OMITTED = 40;
  private static final int MOST_SAMPLES = 3;
  private static final Set<String> COMMON =
      Set.of("form", "dialect", "today", "schema", "glossary", "binds", "choices", "question");

  private final Relevance relevance;

  /** Texts of relations without samples; by identity, for a catalog is read again if it changes. */
  private final Cache<Catalog, Map<Dialect, Map<TableName, String>>> written =
      Caffeine.newBuilder().weakKeys().maximumSize(MOST_CATALOGS).executor(Runnable::run).build();

  private final boolean sendsSamples;
  private final String form;
  private final AnswerShape shape;
  private final Prompts generate = Prompts.named("generate", with("omitted", "examples"));
  private final Prompts repair = Prompts.named("repair", with("sql", "kind", "reason"));

  /**
   * @param sendsSamples whether values may leave the process
   * @param output {@code sql} or {@code plan}
   */
  PromptWriter(Language language, boolean sendsSamples, String output) {
    this.relevance = new Relevance(language);
    this.sendsSamples = sendsSamples;
    this.form = Prompts.resource("form-" + output + ".txt");
    this.shape = new AnswerShape("answer", Prompts.resource("form-" + output + ".json"));
  }

  /** The task, with what was left out of the schema for lack of room. */
  record Written(ChatTask task, List<TableName> omitted) {}

  Written of(GenerationRequest request) {
    return request
        .previousFailure()
        .map(f -> repair(request, f))
        .orElseGet(() -> generate(request));
  }

  private Written generate(GenerationRequest request) {
    SchemaSlice slice = slice(request, ordered(request), SCHEMA_ROOM);
    Map<String, String> texts = common(request, slice);
    texts.put("omitted", omitted(slice.omitted()));
    texts.put("examples", examples(request.examples()));
    Set<Content> contents = contents(request);
    if (!request.examples().isEmpty()) {
      contents.add(Content.EXAMPLES);
    }
    return task("generate", generate.with(texts), contents, slice);
  }

  private Written repair(GenerationRequest request, FailedAttempt failure) {
    List<Table> first = new ArrayList<>(Relevance.named(failure.sql(), request.catalog()));
    ordered(request).stream().filter(t -> !first.contains(t)).forEach(first::add);
    SchemaSlice slice = slice(request, first, REPAIR_ROOM);
    Map<String, String> texts = common(request, slice);
    texts.put(
        "sql", failure.sql().isEmpty() ? "(none)" : QuotedData.of(failure.sql(), LONGEST_SQL));
    texts.put("kind", failure.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    texts.put("reason", QuotedData.of(failure.reason(), LONGEST_REASON));
    Set<Content> contents = contents(request);
    contents.add(Content.FAILED_SQL);
    return task("repair", repair.with(texts), contents, slice);
  }

  private Written task(
      String name, Prompts.Filled filled, Set<Content> contents, SchemaSlice slice) {
    return new Written(
        new ChatTask(name, filled.instructions(), filled.data(), Optional.of(shape), contents),
        slice.omitted());
  }

  private Set<Content> contents(GenerationRequest request) {
    Set<Content> contents = EnumSet.of(Content.QUESTION, Content.SCHEMA);
    if (sendsSamples) {
      contents.add(Content.SAMPLES);
    }
    Glossary glossary = request.glossary();
    if (!glossary.metrics().isEmpty() || !glossary.defaults().isEmpty()) {
      contents.add(Content.GLOSSARY);
    }
    return contents;
  }

  private List<Table> ordered(GenerationRequest request) {
    return relevance.ordered(request.question().text(), request.catalog(), request.glossary());
  }

  private SchemaSlice slice(GenerationRequest request, List<Table> ordered, int room) {
    Catalog catalog = request.catalog();
    SchemaText writer = new SchemaText(request.dialect(), catalog.searchPath(), samples(request));
    if (sendsSamples) {
      return SchemaSlice.of(ordered, table -> writer.of(table, catalog), room);
    }
    Map<TableName, String> known =
        written
            .get(catalog, c -> new ConcurrentHashMap<>())
            .computeIfAbsent(request.dialect(), d -> new ConcurrentHashMap<>());
    return SchemaSlice.of(
        ordered,
        table -> known.computeIfAbsent(table.name(), name -> writer.of(table, catalog)),
        room);
  }

  /** The rules of the value index hold: no denied, never-sent, masked or secret column has any. */
  private BiFunction<Table, Column, List<String>> samples(GenerationRequest request) {
    return sendsSamples
        ? (table, column) -> request.values().nearest("", table, column, MOST_SAMPLES)
        : (table, column) -> List.of();
  }

  private Map<String, String> common(GenerationRequest request, SchemaSlice slice) {
    Map<String, String> texts = new HashMap<>();
    texts.put("form", form);
    texts.put(
        "dialect",
        request.dialect().name() + ", " + QuotedData.of(request.product(), LONGEST_PRODUCT));
    texts.put(
        "today",
        "%s (%s), zone %s, weeks begin on %s, fiscal years on %s"
            .formatted(
                request.time().asOf(),
                request.time().asOf().getDayOfWeek(),
                request.time().zone(),
                request.time().weekStart(),
                request.time().fiscalYearStart()));
    texts.put("schema", slice.text().strip());
    texts.put(
        "glossary",
        new GlossaryText(request.glossary(), slice.shown(), request.question().text()).toString());
    texts.put("binds", binds(request.bindTypes()));
    texts.put("choices", choices(request));
    texts.put("question", QuotedData.of(request.question().text(), LONGEST_QUESTION));
    return texts;
  }

  private static String omitted(List<TableName> omitted) {
    if (omitted.isEmpty()) {
      return "nothing";
    }
    String names =
        omitted.stream()
            .limit(MOST_OMITTED)
            .map(name -> QuotedData.name(name.name()))
            .collect(Collectors.joining(", "));
    int more = omitted.size() - MOST_OMITTED;
    return more > 0 ? names + " and " + more + " more tables" : names;
  }

  private static String examples(List<Example> examples) {
    return examples.isEmpty()
        ? "(none)"
        : examples.stream()
            .limit(MOST_EXAMPLES)
            .map(
                e ->
                    QuotedData.of(e.question(), LONGEST_DEFINITION)
                        + " -> "
                        + QuotedData.of(e.sql(), LONGEST_SQL / MOST_EXAMPLES))
            .collect(Collectors.joining("\n"));
  }

  /** Types only: a bound value is never sent. */
  private static String binds(List<Optional<String>> types) {
    return types.isEmpty()
        ? "none"
        : types.stream()
            .map(t -> t.map(name -> name.substring(name.lastIndexOf('.') + 1)).orElse("NULL"))
            .map(type -> "? of type " + type)
            .collect(Collectors.joining(", "));
  }

  private static String choices(GenerationRequest request) {
    List<Choice> choices = request.question().choices();
    return choices.isEmpty()
        ? "none"
        : choices.stream()
            .map(c -> choice(c, request.glossary()))
            .collect(Collectors.joining("\n"));
  }

  private static String choice(Choice choice, Glossary glossary) {
    Optional<Glossary.Reading> reading =
        glossary.ambiguous().stream()
            .filter(t -> t.name().equalsIgnoreCase(choice.term()))
            .flatMap(t -> t.options().stream())
            .filter(o -> o.id().equalsIgnoreCase(choice.option()))
            .findFirst();
    StringBuilder text = new StringBuilder(QuotedData.name(choice.term()));
    text.append(" means ").append(QuotedData.name(choice.option()));
    choice
        .definition()
        .or(() -> reading.map(Glossary.Reading::definition))
        .ifPresent(d -> text.append(": ").append(QuotedData.of(d, LONGEST_DEFINITION)));
    reading.ifPresent(
        r -> {
          r.order().ifPresent(o -> text.append("; order by ").append(quoted(o.sql())));
          r.by().ifPresent(b -> text.append(" for each row of ").append(QuotedData.name(b)));
          r.filter().ifPresent(f -> text.append("; condition ").append(quoted(f.sql())));
          r.date().ifPresent(d -> text.append("; its date is ").append(quoted(d.sql())));
        });
    return text.toString();
  }

  private static String quoted(String sql) {
    return QuotedData.of(sql, LONGEST_DEFINITION);
  }

  private static Set<String> with(String... more) {
    Set<String> all = new TreeSet<>(COMMON);
    all.addAll(List.of(more));
    return all;
  }
}
