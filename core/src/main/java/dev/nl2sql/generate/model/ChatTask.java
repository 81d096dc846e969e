package dev.nl2sql.generate.model;

import dev.nl2sql.generate.ModelCall;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a model is asked to do.
 *
 * @param name the task's name, as it stands in {@link ModelCall#task()}
 * @param instructions what the product says, the system message
 * @param data what the task is about, the user message; all foreign text in it is quoted data
 * @param shape the shape of the answer, if it is to be JSON
 * @param contents the kinds of content in it
 */
public record ChatTask(
    String name,
    String instructions,
    String data,
    Optional<AnswerShape> shape,
    Set<ModelCall.Content> contents) {
  public ChatTask {
    Objects.requireNonNull(name);
    Objects.requireNonNull(instructions);
    Objects.requireNonNull(data);
    Objects.requireNonNull(shape);
    contents = Set.copyOf(contents);
  }
}
