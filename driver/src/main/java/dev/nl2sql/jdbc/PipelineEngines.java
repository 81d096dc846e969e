package dev.nl2sql.jdbc;

import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.embedded.EmbeddedGenerator;
import dev.nl2sql.language.Language;
import dev.nl2sql.pipeline.Engine;
import dev.nl2sql.pipeline.PipelineEngine;
import java.sql.Connection;
import java.sql.SQLNonTransientConnectionException;

/** Opens the engines of the product; the words of the language are read at the first question. */
final class PipelineEngines implements EngineFactory {
  @Override
  public Engine open(Settings settings) {
    return Product.engine(settings);
  }

  /** A class of its own, so that plain SQL loads nothing of the generators. */
  private static final class Product {
    static Engine engine(Settings settings) {
      return of(settings, new EmbeddedGenerator(Language.english()));
    }
  }

  /** An engine that finds the real driver as the connections do. */
  static Engine of(Settings settings, SqlGenerator generator) {
    return new PipelineEngine(
        settings,
        generator,
        (url, properties) -> {
          Connection real =
              DelegateFinder.find(url, settings.optional(Setting.DELEGATE_DRIVER))
                  .connect(url, properties);
          if (real == null) {
            throw new SQLNonTransientConnectionException(
                Conditions.TAG + "the driver gave no connection for nl2sql.readonly.url", "08001");
          }
          return real;
        });
  }
}
