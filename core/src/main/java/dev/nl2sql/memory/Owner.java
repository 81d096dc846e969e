package dev.nl2sql.memory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Whose memory it is: one user of one database. Nobody sees what another owner asked or corrected,
 * unless both sides share.
 *
 * @param source stands for the database without saying where it is or how one connects
 * @param user the session's effective user or role
 */
public record Owner(String source, String user) {
  private static final Pattern PARAMETERS = Pattern.compile("[?;].*", Pattern.DOTALL);
  private static final Pattern ACCOUNT = Pattern.compile("//[^/@]*@|:[^:/@]*/[^@/]*@");
  private static final int HEX_DIGITS = 32;

  public Owner {
    Objects.requireNonNull(source);
    Objects.requireNonNull(user);
  }

  /**
   * The name of a database that may be stored: a digest of its URL without parameters and account,
   * and of its catalog.
   */
  public static String source(String url, String catalog) {
    String place =
        ACCOUNT.matcher(PARAMETERS.matcher(url).replaceFirst("")).replaceAll("//") + "|" + catalog;
    return digest(place).substring(0, HEX_DIGITS);
  }

  /** A digest in hexadecimal digits. */
  static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
