package dev.nl2sql.language;

import dev.nl2sql.plan.Expression;

/**
 * A calendar unit to group by: "per month", "weekly".
 *
 * @param first index of its first token
 * @param end index after its last token
 * @param unit the unit
 */
public record GrainPhrase(int first, int end, Expression.CalendarUnit unit) {}
