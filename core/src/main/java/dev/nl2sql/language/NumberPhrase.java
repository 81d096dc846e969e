package dev.nl2sql.language;

import java.math.BigDecimal;

/**
 * A number in digits or words.
 *
 * @param first index of its first token
 * @param end index after its last token
 * @param value the number; 12% is 12
 */
public record NumberPhrase(int first, int end, BigDecimal value) {}
