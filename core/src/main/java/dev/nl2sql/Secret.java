package dev.nl2sql;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A text that is never shown: a password or a key. It is held as characters that can be wiped and
 * turned into a text only where it is used. Equal texts are equal secrets. Thread-safe.
 */
public final class Secret implements AutoCloseable {
  /** What is shown in its place. */
  public static final String MASK = "****";

  private final char[] characters;

  private Secret(char[] characters) {
    this.characters = characters;
  }

  public static Secret of(String text) {
    return new Secret(text.toCharArray());
  }

  /** Another one of the same text; whoever wipes one leaves the other. */
  public synchronized Secret copy() {
    return new Secret(characters.clone());
  }

  /** The text, for a moment. */
  public synchronized String reveal() {
    return new String(characters);
  }

  /** Overwrites the characters; what is revealed afterwards is as long and holds only zeros. */
  @Override
  public synchronized void close() {
    Arrays.fill(characters, '\0');
  }

  private byte[] bytes() {
    return reveal().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that && MessageDigest.isEqual(bytes(), that.bytes());
  }

  @Override
  public synchronized int hashCode() {
    return Arrays.hashCode(characters);
  }

  @Override
  public String toString() {
    return MASK;
  }
}
