package dev.nl2sql.jdbc;

import dev.nl2sql.Settings;
import dev.nl2sql.generate.embedded.EmbeddedGenerator;
import dev.nl2sql.language.Language;
import dev.nl2sql.pipeline.Engine;
import dev.nl2sql.pipeline.PipelineEngine;

/** Opens the engines of the product; the words of the language are read at the first question. */
final class PipelineEngines implements EngineFactory {
  @Override
  public Engine open(Settings settings) {
    return Product.engine(settings);
  }

  /** A class of its own, so that plain SQL loads nothing of the generators. */
  private static final class Product {
    static Engine engine(Settings settings) {
      return new PipelineEngine(settings, new EmbeddedGenerator(Language.english()));
    }
  }
}
