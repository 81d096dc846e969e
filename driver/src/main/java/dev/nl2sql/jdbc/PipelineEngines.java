package dev.nl2sql.jdbc;

import dev.nl2sql.Settings;
import dev.nl2sql.pipeline.Engine;
import java.util.Map;

/** Opens the engines of the product; the words of the language are read at the first question. */
final class PipelineEngines implements EngineFactory {
  private final Map<String, String> environment;

  /**
   * @param environment environment variables, for the key of a model
   */
  PipelineEngines(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Engine open(Settings settings) {
    return ProductEngines.open(settings, environment);
  }
}
