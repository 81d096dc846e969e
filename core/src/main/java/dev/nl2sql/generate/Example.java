package dev.nl2sql.generate;

import java.util.Objects;

/**
 * A question whose SQL is known to be right, shown to a model beside the question asked.
 *
 * @param question the question's text
 * @param sql its SQL, in the dialect of the database
 */
public record Example(String question, String sql) {
  public Example {
    Objects.requireNonNull(question);
    Objects.requireNonNull(sql);
  }
}
