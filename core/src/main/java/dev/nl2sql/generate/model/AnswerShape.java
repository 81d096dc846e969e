package dev.nl2sql.generate.model;

import java.util.Objects;

/**
 * A JSON schema an answer is to follow; a provider that cannot demand it is told in words.
 *
 * @param name the schema's name
 * @param schema the schema as JSON
 */
public record AnswerShape(String name, String schema) {
  public AnswerShape {
    Objects.requireNonNull(name);
    Objects.requireNonNull(schema);
  }
}
