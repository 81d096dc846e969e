package dev.nl2sql.pipeline;

import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.model.ChatPort;
import dev.nl2sql.generate.model.ModelGenerator;
import dev.nl2sql.generate.model.TextVectors;
import java.util.Objects;
import java.util.Optional;

/**
 * Who may write queries and texts.
 *
 * @param own the generator that needs no model
 * @param model asks a language model, if there is one
 * @param chat the language model itself, for what is not a query; closed with the engine
 * @param vectors finds similar questions by meaning, if there is something for it
 */
public record Generators(
    SqlGenerator own,
    Optional<ModelGenerator> model,
    Optional<ChatPort> chat,
    Optional<TextVectors> vectors) {
  public Generators {
    Objects.requireNonNull(own);
    Objects.requireNonNull(model);
    Objects.requireNonNull(chat);
    Objects.requireNonNull(vectors);
  }

  /** One generator and no model. */
  public static Generators only(SqlGenerator generator) {
    return new Generators(generator, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
