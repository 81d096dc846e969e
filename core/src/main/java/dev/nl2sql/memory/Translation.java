package dev.nl2sql.memory;

import dev.nl2sql.Assumption;
import dev.nl2sql.Notice;
import dev.nl2sql.plan.PlanFacts;
import dev.nl2sql.plan.QueryPlan;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A question translated to SQL, not yet guarded: plain data that may be kept and used again.
 *
 * @param sql the SQL as the renderer printed it
 * @param parameters for each question mark of the SQL the bind it stands for
 * @param facts what the plan says about the result
 * @param generator who made it
 * @param confidence probability that it is what was asked, 0–1
 * @param interpretation the question as it was understood
 * @param assumptions what the question left open
 * @param notices what the caller is warned of
 * @param plan the plan the SQL was printed from, if there is one
 */
public record Translation(
    String sql,
    List<Integer> parameters,
    PlanFacts facts,
    String generator,
    double confidence,
    String interpretation,
    List<Assumption> assumptions,
    List<Notice> notices,
    Optional<QueryPlan> plan) {
  public Translation {
    Objects.requireNonNull(sql);
    Objects.requireNonNull(facts);
    Objects.requireNonNull(plan);
    parameters = List.copyOf(parameters);
    assumptions = List.copyOf(assumptions);
    notices = List.copyOf(notices);
  }
}
