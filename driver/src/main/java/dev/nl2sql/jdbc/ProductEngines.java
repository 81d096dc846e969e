package dev.nl2sql.jdbc;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import dev.nl2sql.generate.SqlGenerator;
import dev.nl2sql.generate.embedded.EmbeddedGenerator;
import dev.nl2sql.generate.model.ChatPort;
import dev.nl2sql.generate.model.ModelGenerator;
import dev.nl2sql.generate.model.Models;
import dev.nl2sql.generate.model.TextVectors;
import dev.nl2sql.language.Language;
import dev.nl2sql.memory.StoreConnections;
import dev.nl2sql.pipeline.Engine;
import dev.nl2sql.pipeline.Generators;
import dev.nl2sql.pipeline.PipelineEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Puts engines together. A class of its own, so that plain SQL loads nothing of the generators. */
final class ProductEngines {
  private static final String READ_ONLY = "nl2sql.readonly.url";
  private static final String STORE = "nl2sql.store";

  private ProductEngines() {}

  /** The engine that the settings ask for; {@code environment} may hold the key of a model. */
  static Engine open(Settings settings, Map<String, String> environment) {
    return of(settings, generators(settings, configured(settings, environment), Optional.empty()));
  }

  /** The model that the settings name, if they name one. */
  static Optional<ChatPort> configured(Settings settings, Map<String, String> environment) {
    boolean named = settings.optional(Setting.LLM_PROVIDER).isPresent();
    if (settings.text(Setting.GENERATOR).equals("llm") && !named) {
      throw new ConfigurationException(
          "nl2sql.generator = llm needs a model: set nl2sql.llm.provider and nl2sql.llm.model");
    }
    return named ? Optional.of(Configured.model(settings, environment)) : Optional.empty();
  }

  /** A class of its own, so that nothing of a model's client is loaded without a model. */
  private static final class Configured {
    static ChatPort model(Settings settings, Map<String, String> environment) {
      return Models.open(settings, environment);
    }
  }

  /** Our own generator, and a model beside it if there is one. */
  static Generators generators(
      Settings settings, Optional<ChatPort> chat, Optional<TextVectors> vectors) {
    Language language = Language.english();
    return new Generators(
        new EmbeddedGenerator(language),
        chat.map(
            port ->
                new ModelGenerator(
                    port,
                    language,
                    settings.flag(Setting.LLM_SEND_SAMPLES),
                    settings.text(Setting.LLM_OUTPUT))),
        chat,
        vectors);
  }

  /** An engine that finds the real driver as the connections do. */
  static Engine of(Settings settings, SqlGenerator generator) {
    return of(settings, Generators.only(generator));
  }

  static Engine of(Settings settings, Generators generators) {
    OwnLogger.beSilentUnlessAsked();
    return new PipelineEngine(
        settings,
        generators,
        (url, properties) ->
            open(url, properties, settings.optional(Setting.DELEGATE_DRIVER), READ_ONLY),
        new StoreConnections(
            (url, properties) -> EmbeddedDatabase.H2.connect(url, properties),
            (url, properties) -> open(url, properties, Optional.empty(), STORE)));
  }

  private static Connection open(
      String url, Properties properties, Optional<String> driver, String setting)
      throws SQLException {
    Connection real = new DelegateFinder().find(url, driver).connect(url, properties);
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
