package dev.nl2sql.language;

/**
 * A period found in a question.
 *
 * @param first index of its first token
 * @param end index after its last token
 * @param period the days meant
 */
public record PeriodPhrase(int first, int end, Period period) {}
