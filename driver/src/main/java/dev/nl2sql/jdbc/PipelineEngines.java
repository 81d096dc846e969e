package dev.nl2sql.jdbc;

import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.embedded.EmbeddedGenerator;
import dev.nl2sql.language.Language;
import dev.nl2sql.memory.StoreConnections;
import dev.nl2sql.pipeline.Engine;
import dev.nl2sql.pipeline.PipelineEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Optional;
import java.util.Properties;

/** Opens the engines of the product; the words of the language are read at the first question. */
final class PipelineEngines implements EngineFactory {
  private static final String READ_ONLY = "nl2sql.readonly.url";
  private static final String STORE = "nl2sql.store";

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
        (url, properties) ->
            open(url, properties, settings.optional(Setting.DELEGATE_DRIVER), READ_ONLY),
        new StoreConnections(
            (url, properties) -> EmbeddedDatabase.H2.connect(url, properties),
            (url, properties) -> open(url, properties, Optional.empty(), STORE)));
  }

  private static Connection open(
      String url, Properties properties, Optional<String> driver, String setting)
      throws SQLException {
    Connection real = DelegateFinder.find(url, driver).connect(url, properties);
    if (real == null) {
      throw new SQLNonTransientConnectionException(
          Conditions.TAG + "the driver gave no connection for " + setting, "08001");
    }
    return real;
  }

  /** One H2 a class loader, loaded when the first file store is opened. */
  private static final class EmbeddedDatabase {
    static final EmbeddedH2 H2 = EmbeddedH2.find();
  }
}
