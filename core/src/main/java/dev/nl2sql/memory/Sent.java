package dev.nl2sql.memory;

import java.time.Instant;
import java.util.Objects;

/**
 * One request that left the process for a question: what kind of things it held and how much, never
 * the text itself.
 *
 * @param at when it was sent
 * @param purpose what for: {@code generate}, {@code repair}, {@code narrate}
 * @param receiver who got it: provider, model and host
 * @param contents the kinds of things in it, for example {@code question, schema}
 * @param characters how much was sent
 * @param tokensIn tokens counted by the receiver for what it got
 * @param tokensOut tokens counted by the receiver for what it gave
 * @param millis how long it took
 * @param ended how it ended: {@code ok} or the kind of fault
 */
public record Sent(
    Instant at,
    String purpose,
    String receiver,
    String contents,
    long characters,
    long tokensIn,
    long tokensOut,
    long millis,
    String ended) {
  public Sent {
    Objects.requireNonNull(at);
    Objects.requireNonNull(purpose);
    Objects.requireNonNull(receiver);
    Objects.requireNonNull(contents);
    Objects.requireNonNull(ended);
  }
}
