package dev.nl2sql.pipeline;

import dev.nl2sql.Assumption;
import dev.nl2sql.Cancellation;
import dev.nl2sql.Condition;
import dev.nl2sql.Notice;
import dev.nl2sql.Outcome;
import dev.nl2sql.Question;
import dev.nl2sql.Setting;
import dev.nl2sql.generate.Example;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.memory.HiddenValues;
import dev.nl2sql.memory.Memory;
import dev.nl2sql.memory.Owner;
import dev.nl2sql.memory.Pair;
import dev.nl2sql.memory.SimilarPairs;
import dev.nl2sql.memory.Translation;
import dev.nl2sql.plan.PlanFacts;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of questions asked before: the lock file first, then what the user said, then the
 * verified questions of the glossary. Whatever is found passes the guard as everything else.
 */
final class Recollection implements Recall {
  private static final Logger LOG = LoggerFactory.getLogger(Recollection.class);
  private static final int MOST_EXAMPLES = 5;
  private static final String ANY_DIALECT = "any";
  private static final String VERIFIED = "verified";

  private final Memory memory;
  private final Owners owners;
  private final LockStage lock;
  private final Optional<SimilarPairs> similar;

  /**
   * @param similar finds examples; empty if no generator uses any
   */
  Recollection(Memory memory, Owners owners, LockStage lock, Optional<SimilarPairs> similar) {
    this.memory = memory;
    this.owners = owners;
    this.lock = lock;
    this.similar = similar;
  }

  @Override
  public Optional<Translation> known(Inquiry inquiry, SessionView view) throws Exception {
    memory
        .ready(inquiry.cancellation())
        .ifPresent(why -> inquiry.draft().say(new Notice(Condition.DEGRADED, why)));
    Owner owner = owners.of(inquiry.session(), view.facts());
    if (lock.isWriting()) {
      lock.demandUsable(inquiry);
      return Optional.empty();
    }
    Optional<Translation> locked = lock.translation(inquiry, view);
    return locked.isPresent() ? locked : verified(inquiry, view, owner);
  }

  private Optional<Translation> verified(Inquiry inquiry, SessionView view, Owner owner) {
    Optional<Pair> said = said(inquiry, view, owner);
    if (said.isPresent() && said.get().kind() == Pair.Kind.REJECTED) {
      return Optional.empty();
    }
    Optional<Translation> found =
        said.map(pair -> translation(inquiry, pair)).or(() -> ofGlossary(inquiry, view));
    found.ifPresent(f -> inquiry.draft().source(VERIFIED));
    return found;
  }

  private Optional<Pair> said(Inquiry inquiry, SessionView view, Owner owner) {
    return memory
        .verdict(
            owner,
            inquiry.settings().flag(Setting.FEEDBACK_SHARED),
            inquiry.request().question(),
            view.time().asOf(),
            inquiry.cancellation())
        .filter(pair -> pair.dialect().equals(view.dialect().name()));
  }

  @Override
  public void answered(Inquiry inquiry) throws SQLException {
    Optional<SessionView> view = inquiry.draft().view();
    Optional<Translation> translation = inquiry.draft().translation();
    if (view.isPresent() && translation.isPresent()) {
      doubt(inquiry, view.get(), translation.get());
      lock.write(inquiry, view.get(), translation.get());
    }
  }

  /** Says that the user called this very statement bad, if so. */
  private void doubt(Inquiry inquiry, SessionView view, Translation translation)
      throws SQLException {
    said(inquiry, view, owners.of(inquiry.session(), view.facts()))
        .filter(pair -> pair.kind() == Pair.Kind.REJECTED)
        .filter(pair -> pair.sql().equals(translation.sql()))
        .ifPresent(
            pair ->
                inquiry
                    .draft()
                    .say(
                        new Notice(
                            Condition.LOW_CONFIDENCE,
                            "you called this answer bad on %s; NL FEEDBACK BAD 'SELECT …' corrects it"
                                .formatted(day(pair.at())))));
  }

  private static Translation translation(Inquiry inquiry, Pair pair) {
    String whose =
        pair.kind() == Pair.Kind.CONFIRMED
            ? "the statement that was called good on "
            : "the correction given on ";
    return translation(inquiry, pair.sql(), pair.parameters(), whose + day(pair.at()));
  }

  private static Object day(Instant at) {
    return at.atZone(ZoneOffset.UTC).toLocalDate();
  }

  private static Optional<Translation> ofGlossary(Inquiry inquiry, SessionView view) {
    return view.glossary().verified().stream()
        .filter(v -> isIn(v, view))
        .filter(v -> Memory.isSame(new Question(v.question()), inquiry.request().question()))
        .findFirst()
        .map(
            v ->
                translation(
                    inquiry,
                    v.sql().sql(),
                    IntStream.range(0, inquiry.request().binds().size()).boxed().toList(),
                    "the statement verified for it in the glossary (" + v.sql().location() + ")"));
  }

  private static boolean isIn(Glossary.VerifiedQuestion verified, SessionView view) {
    return verified.dialect().equalsIgnoreCase(ANY_DIALECT)
        || verified.dialect().equalsIgnoreCase(view.dialect().name());
  }

  private static Translation translation(
      Inquiry inquiry, String sql, List<Integer> parameters, String origin) {
    if (parameters.stream().anyMatch(p -> p >= inquiry.request().binds().size())) {
      throw new Ending(
          new Outcome.NotUnderstood(
              "this question is answered by %s, which needs %d values"
                  .formatted(origin, parameters.size())));
    }
    return new Translation(
        sql,
        parameters,
        PlanFacts.unknown(),
        VERIFIED,
        1,
        inquiry.request().question().text(),
        List.of(new Assumption(Assumption.Kind.READING, "this question is answered by " + origin)),
        List.of(),
        Optional.empty());
  }

  @Override
  public List<Example> similar(Inquiry inquiry, SessionView view) {
    try {
      return similar.isEmpty() ? List.of() : examples(similar.get(), inquiry, view);
    } catch (RuntimeException e) {
      inquiry.cancellation().check();
      LOG.warn("[{}] no examples", inquiry.draft().trace().id(), e);
      return List.of();
    }
  }

  /** The owner's own and the glossary's: what others said does not leave the process. */
  private List<Example> examples(SimilarPairs finder, Inquiry inquiry, SessionView view) {
    Cancellation cancellation = inquiry.cancellation();
    Owner owner = owners.known(view.facts().user());
    Stream<Pair> own =
        memory.pairs(owner, false, cancellation).stream()
            .filter(p -> p.kind() != Pair.Kind.REJECTED)
            .filter(p -> p.dialect().equals(view.dialect().name()));
    Stream<Pair> verified =
        view.glossary().verified().stream()
            .filter(v -> isIn(v, view))
            .map(v -> MemoryTables.pair(v, owner, view.dialect().name()));
    List<Pair> candidates = new ArrayList<>(Stream.concat(verified, own).toList());
    return finder
        .of(inquiry.request().question().text(), candidates, MOST_EXAMPLES, cancellation)
        .stream()
        .map(pair -> example(pair, inquiry))
        .toList();
  }

  private static Example example(Pair pair, Inquiry inquiry) {
    boolean whole =
        pair.kind() == Pair.Kind.VERIFIED || inquiry.settings().flag(Setting.LLM_SEND_SAMPLES);
    return new Example(
        pair.question(), whole ? pair.sql() : HiddenValues.of(pair.sql(), pair.question()));
  }
}
