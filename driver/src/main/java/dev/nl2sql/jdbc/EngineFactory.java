package dev.nl2sql.jdbc;

import dev.nl2sql.Settings;
import dev.nl2sql.pipeline.Engine;

/** Opens the engine of a set of settings. */
@FunctionalInterface
interface EngineFactory {
  /**
   * Opens an engine.
   *
   * @throws dev.nl2sql.ConfigurationException if a glossary or another file is wrong
   */
  Engine open(Settings settings);
}
