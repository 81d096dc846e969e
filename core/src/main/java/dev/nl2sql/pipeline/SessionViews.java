package dev.nl2sql.pipeline;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.CatalogReader;
import dev.nl2sql.catalog.SampledValues;
import dev.nl2sql.catalog.SessionFacts;
import dev.nl2sql.catalog.SessionReader;
import dev.nl2sql.execute.BudgetSpentException;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.glossary.GlossaryCheck;
import dev.nl2sql.glossary.GlossarySource;
import dev.nl2sql.language.TimeContext;
import dev.nl2sql.plan.Dialect;
import java.sql.SQLException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * What sessions see: catalogs are read once for each user and search path, checked again when a
 * minute has passed, and forgotten on demand. Thread-safe.
 */
final class SessionViews {
  private static final Duration FRESH = Duration.ofSeconds(60);
  private static final int LARGEST = 100;

  private final Deadlines deadlines;
  private final GlossarySource glossary;
  private final Cache<Key, Known> known =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(LARGEST).build();

  /** What decides which relations a session sees, and what their unqualified names mean. */
  private record Key(
      String product,
      String user,
      List<String> searchPath,
      List<String> schemas,
      boolean systemSchemas,
      String glossary) {}

  /** A catalog with the values sampled so far. */
  private record Known(
      Catalog catalog,
      PolicyView policies,
      GlossaryCheck.Fit fit,
      SampledValues values,
      long checkedAtNanos) {
    boolean isFresh() {
      return System.nanoTime() - checkedAtNanos < FRESH.toNanos();
    }
  }

  /**
   * @param deadlines ends catalog reads that take too long
   */
  SessionViews(Settings settings, Deadlines deadlines) {
    this.deadlines = deadlines;
    this.glossary = new GlossarySource(settings.optional(Setting.GLOSSARY));
  }

  Glossary glossary() {
    return glossary.current();
  }

  void forget() {
    known.invalidateAll();
  }

  /** Why the newest version of the glossary is not in force, if it is not. */
  Optional<String> glossaryFault() {
    return glossary.fault();
  }

  SessionView of(Inquiry inquiry) throws SQLException {
    String question = inquiry.request().question().text();
    SessionView view = of(inquiry.session(), inquiry.settings(), inquiry.cancellation(), question);
    inquiry.draft().sees(view);
    view.unavailable().stream()
        .filter(u -> u.isMeantBy(question))
        .forEach(u -> inquiry.draft().say(new Notice(Condition.DEGRADED, u.message())));
    glossaryFault()
        .ifPresent(
            f ->
                inquiry
                    .draft()
                    .say(
                        new Notice(
                            Condition.DEGRADED, "the last good glossary is in force: " + f)));
    return view;
  }

  /** The caller's view; reads the catalog at the first question. */
  SessionView of(Session session, Settings settings, Cancellation cancellation)
      throws SQLException {
    return of(session, settings, cancellation, "");
  }

  private SessionView of(
      Session session, Settings settings, Cancellation cancellation, String question)
      throws SQLException {
    Glossary terms = glossary();
    SessionFacts facts = OwnReads.in(session, SessionReader::read);
    Key key =
        new Key(
            facts.product(),
            facts.user(),
            facts.searchPath(),
            settings.list(Setting.SCHEMAS),
            settings.flag(Setting.GUARD_SYSTEM_CATALOGS),
            terms.version());
    Known catalog = known.getIfPresent(key);
    if (catalog == null || !catalog.isFresh()) {
      catalog = read(session, facts, settings, catalog, terms, cancellation);
      known.put(key, catalog);
    }
    Dialect dialect = Dialect.forProduct(facts.product());
    return new SessionView(
        facts,
        dialect,
        catalog.policies().catalog(),
        catalog.policies().rules(),
        new LoadingValues(
            catalog.values(), dialect, session, settings, terms, cancellation, question),
        catalog.fit().glossary(),
        time(facts, settings),
        catalog.fit().unavailable());
  }

  private Known read(
      Session session,
      SessionFacts facts,
      Settings settings,
      Known previous,
      Glossary terms,
      Cancellation cancellation)
      throws SQLException {
    Catalog shape = shape(session, facts, settings, cancellation);
    GlossaryCheck.Fit fit = GlossaryCheck.fit(terms, shape);
    Catalog catalog = shape.withForeignKeys(GlossaryCheck.joins(fit.glossary(), shape));
    boolean sameShape =
        previous != null && previous.catalog().fingerprint().equals(catalog.fingerprint());
    SampledValues values = sameShape ? previous.values() : new SampledValues();
    PolicyView policies =
        PolicyView.of(
            catalog,
            terms,
            GuardStage.context(catalog, Dialect.forProduct(facts.product()), settings));
    return new Known(catalog, policies, fit, values, System.nanoTime());
  }

  /** Reads metadata for as long as a statement may take. */
  private Catalog shape(
      Session session, SessionFacts facts, Settings settings, Cancellation cancellation)
      throws SQLException {
    Duration limit = settings.duration(Setting.STATEMENT_TIMEOUT).orElseThrow();
    List<String> schemas = settings.list(Setting.SCHEMAS);
    try (Deadlines.Deadline deadline = deadlines.within(limit, cancellation)) {
      Cancellation end = deadline.cancellation();
      return OwnReads.in(
          session,
          connection ->
              settings.flag(Setting.GUARD_SYSTEM_CATALOGS)
                  ? CatalogReader.readWithSystemSchemas(connection, facts, schemas, end)
                  : CatalogReader.read(connection, facts, schemas, end));
    } catch (CancellationException e) {
      cancellation.check();
      throw new BudgetSpentException(
          "reading the catalog took longer than nl2sql.statementTimeout allows", e);
    }
  }

  private static TimeContext time(SessionFacts facts, Settings settings) {
    return new TimeContext(
        settings.date(Setting.AS_OF_DATE).orElse(facts.today()),
        settings.zone(Setting.TIME_ZONE).orElse(facts.zone()),
        DayOfWeek.valueOf(settings.text(Setting.WEEK_START)),
        settings.monthDay(Setting.FISCAL_YEAR_START));
  }
}
