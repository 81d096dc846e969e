package dev.nl2sql.generate.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Secret;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Opens models. Only this class and what it opens load langchain4j. */
public final class Models {
  private static final Duration LONGEST_EMBEDDING = Duration.ofSeconds(2);

  private Models() {}

  /**
   * Opens the model of the settings, without a request.
   *
   * @param environment environment variables, for the key
   * @throws ConfigurationException if a setting is missing or wrong, or the provider's client is
   *     not on the class path
   */
  public static ChatPort open(Settings settings, Map<String, String> environment) {
    ModelSettings model = ModelSettings.of(settings, environment);
    try {
      return opened(model, settings);
    } catch (NoClassDefFoundError e) {
      throw new ConfigurationException(
          "nl2sql.llm.provider = %s needs its langchain4j client on the class path (%s is missing);"
                  .formatted(model.provider().title(), e.getMessage())
              + " add dev.langchain4j:langchain4j-"
              + artifact(model.provider())
              + " or use the all jar");
    }
  }

  /** A model that somebody else opened, and closes. */
  public static ChatPort of(ChatModel model, Settings settings) {
    return new LangChainPort(
        new LangChainPort.ModelPlace("custom", settings.text(Setting.LLM_MODEL), ""),
        model,
        Optional.empty(),
        Retries.of(settings),
        settings.duration(Setting.LLM_TIMEOUT).orElseThrow(),
        new Workers(),
        Faults::of);
  }

  /**
   * Vectors of a model that somebody else opened, and closes. Whoever waits for one can leave at
   * any time, and leaves after two seconds.
   */
  public static TextVectors vectors(EmbeddingModel model) {
    Workers workers = new Workers();
    return (text, cancellation) -> {
      try {
        return workers.within(
            LONGEST_EMBEDDING, cancellation, () -> model.embed(text).content().vector());
      } catch (TimeoutException e) {
        throw new ModelFailedException("the embedding model did not answer in time");
      } catch (ExecutionException e) {
        throw new ModelFailedException(
            "the embedding model failed: " + Faults.of(e.getCause()).getMessage());
      }
    };
  }

  private static ChatPort opened(ModelSettings model, Settings settings) {
    Workers workers = new Workers(() -> model.secrets().forEach(Secret::close));
    LimitedHttp http = new LimitedHttp(model, workers.transfers());
    Providers.Models models = Providers.open(model, new LimitedHttp.Builder(http));
    return new LangChainPort(
        new LangChainPort.ModelPlace(
            model.provider().title(),
            model.model(),
            model.baseUrl().map(Models::host).orElse("the provider's own")),
        models.whole(),
        Optional.of(models.streamed()),
        Retries.of(settings),
        model.timeout(),
        workers,
        Faults::afterAnswer);
  }

  private static String host(String url) {
    return URI.create(url).getAuthority();
  }

  private static String artifact(ModelSettings.Provider provider) {
    return switch (provider) {
      case OPENAI -> "open-ai";
      case ANTHROPIC -> "anthropic";
      case GEMINI -> "google-ai-gemini";
      case MISTRAL -> "mistral-ai";
      case OLLAMA -> "ollama";
    };
  }
}
