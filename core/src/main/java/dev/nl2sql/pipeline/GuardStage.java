package dev.nl2sql.pipeline;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nl2sql.Answer;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.SessionFacts;
import dev.nl2sql.catalog.Table;
import dev.nl2sql.generate.FailedAttempt;
import dev.nl2sql.guard.GuardContext;
import dev.nl2sql.guard.GuardVerdict;
import dev.nl2sql.guard.GuardedSql;
import dev.nl2sql.guard.SqlGuard;
import dev.nl2sql.guard.TableRules;
import dev.nl2sql.memory.Translation;
import dev.nl2sql.plan.Dialect;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks every statement, whoever made it and whether it was kept or not. The verdict on the very
 * same text is kept as long as everything it rests on is the same: a kept statement that was
 * changed is another text.
 */
final class GuardStage {
  private static final int LARGEST = 500;

  private final SqlGuard guard = new SqlGuard();
  private final Cache<Basis, GuardedSql> accepted =
      Caffeine.newBuilder().maximumSize(LARGEST).executor(Runnable::run).build();

  /** All that a verdict rests on. */
  private record Basis(
      String sql,
      SessionFacts session,
      List<String> searchPath,
      String catalog,
      String glossary,
      Set<String> functions,
      boolean systemCatalogs,
      TableRules rules) {}

  GuardedSql check(Inquiry inquiry, SessionView view, Translation translation) {
    GuardContext context = context(inquiry, view);
    GuardedSql sql =
        accepted.get(basis(translation.sql(), view, context), b -> verdict(b.sql(), context));
    if (sql.parameters() != translation.parameters().size()) {
      String reason =
          "the statement asks for %d values and %d are given"
              .formatted(sql.parameters(), translation.parameters().size());
      throw new Ending(
          new Outcome.Refused(reason),
          new FailedAttempt(FailedAttempt.Kind.REFUSED, translation.sql(), reason));
    }
    describe(inquiry, view, translation, sql);
    return sql;
  }

  /** Forgets every verdict. */
  void forget() {
    accepted.invalidateAll();
  }

  private static Basis basis(String sql, SessionView view, GuardContext context) {
    return new Basis(
        sql,
        view.facts(),
        view.catalog().searchPath(),
        view.catalog().fingerprint(),
        view.glossary().version(),
        context.extraFunctions(),
        context.allowSystemCatalogs(),
        context.rules());
  }

  private GuardedSql verdict(String sql, GuardContext context) {
    GuardVerdict verdict = guard.check(sql, context);
    if (verdict instanceof GuardVerdict.Refused refused) {
      String reason = refused.reason() + refused.suggestion().map(s -> "; " + s).orElse("");
      throw new Ending(
          new Outcome.Refused(reason), new FailedAttempt(kind(refused.layer()), sql, reason));
    }
    return ((GuardVerdict.Accepted) verdict).sql();
  }

  private static FailedAttempt.Kind kind(GuardVerdict.Layer layer) {
    return switch (layer) {
      case LEXER, PARSER -> FailedAttempt.Kind.NOT_PARSED;
      case NAMES -> FailedAttempt.Kind.UNKNOWN_NAME;
      case NODES, FUNCTIONS, POLICY, SHAPE, EMISSION -> FailedAttempt.Kind.REFUSED;
    };
  }

  /** Checks a statement of our own beside the answer; empty if it is refused. */
  Optional<GuardedSql> probe(Inquiry inquiry, SessionView view, String sql) {
    return guard.check(sql, context(inquiry, view)) instanceof GuardVerdict.Accepted accepted
        ? Optional.of(accepted.sql())
        : Optional.empty();
  }

  /** What the guard says of a statement that is not run now. */
  GuardVerdict verdict(String sql, SessionView view, Settings settings) {
    return guard.check(sql, context(view, settings));
  }

  private static GuardContext context(Inquiry inquiry, SessionView view) {
    return context(view, inquiry.settings());
  }

  private static GuardContext context(SessionView view, Settings settings) {
    return context(view.catalog(), view.dialect(), settings).with(view.rules());
  }

  /** What statements are checked against where no rules on tables hold. */
  static GuardContext context(Catalog catalog, Dialect dialect, Settings settings) {
    Set<String> functions =
        settings.list(Setting.GUARD_FUNCTIONS).stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return new GuardContext(
        catalog, dialect, functions, settings.flag(Setting.GUARD_SYSTEM_CATALOGS));
  }

  private static void describe(
      Inquiry inquiry, SessionView view, Translation translation, GuardedSql sql) {
    AnswerDraft draft = inquiry.draft();
    draft.runs(sql.sql());
    draft.translated(translation, sql.relations());
    draft.understood(
        translation.interpretation(), translation.confidence(), translation.assumptions());
    draft.generatedBy(translation.generator());
    translation.notices().forEach(draft::say);
    view.unavailable().stream()
        .filter(u -> sql.relations().stream().anyMatch(u::appliesTo))
        .forEach(u -> draft.say(new Notice(Condition.DEGRADED, u.message())));
    List<Answer.UsedTable> tables =
        sql.relations().stream()
            .map(
                name ->
                    new Answer.UsedTable(
                        name.toString(), view.catalog().table(name).map(Table::comment).orElse("")))
            .toList();
    draft.reads(
        tables,
        translation.facts().servedTable(),
        translation.facts().isAggregate() ? Answer.ResultKind.AGGREGATE : Answer.ResultKind.SAMPLE,
        translation.facts().aggregatesRates());
  }
}
