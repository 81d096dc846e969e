package dev.nl2sql;

/**
 * A setting, glossary, configuration or lock file is wrong. The message names the setting or the
 * file with line and column, what was found, what was expected and what to do.
 */
public class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigurationException(String message) {
    super(message);
  }

  public ConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
