package dev.nl2sql.language;

/**
 * Words of a question that speak of a time without naming its days: "early 2024", "the last 24
 * hours", "in January and March". An answer for any days would be wrong.
 *
 * @param first index of the first token
 * @param end index after the last token
 */
public record VagueTime(int first, int end) {}
