package dev.nl2sql.eval;

/** A question file cannot be used; the message names file and line and what was expected. */
public final class BadQuestionFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadQuestionFileException(String file, int line, String problem) {
    super(file + ":" + line + ": " + problem);
  }

  BadQuestionFileException(String file, String problem) {
    super(file + ": " + problem);
  }
}
