package dev.nl2sql.generate.embedded;

import dev.nl2sql.Assumption;
import dev.nl2sql.Notice;
import dev.nl2sql.plan.QueryPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * One way to understand a question.
 *
 * @param reader which reader found it
 * @param sketch what is asked for
 * @param plan the query
 * @param unread words, names and values that had no effect
 * @param doubts reasons to trust the reading less
 * @param assumptions what the question left open
 * @param notices further things to say
 */
record Reading(
    Reader reader,
    Sketch sketch,
    QueryPlan plan,
    List<String> unread,
    List<String> doubts,
    List<Assumption> assumptions,
    List<Notice> notices) {
  /** The two ways questions are read. */
  enum Reader {
    /** From left to right, in zones; knows the terms of a glossary. */
    ZONES,
    /** Clause by clause; names get their meaning from their clause. */
    CLAUSES
  }

  Reading {
    unread = List.copyOf(unread);
    doubts = List.copyOf(doubts);
    assumptions = List.copyOf(assumptions);
    notices = List.copyOf(notices);
  }

  /** The same with one more reason to trust it less. */
  Reading doubting(String reason) {
    List<String> more = new ArrayList<>(doubts);
    more.add(reason);
    return new Reading(reader, sketch, plan, unread, more, assumptions, notices);
  }
}
