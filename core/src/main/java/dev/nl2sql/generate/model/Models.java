package dev.nl2sql.generate.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Setting;
import dev.nl2sql.Settings;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Opens models. Only this class and what it opens load langchain4j. */
public final class Models {
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
        RetryPolicy.of(settings),
        settings.duration(Setting.LLM_TIMEOUT).orElseThrow(),
        new Workers(),
        Faults::of);
  }

  /** Vectors of a model that somebody else opened, and closes. */
  public static TextVectors vectors(EmbeddingModel model) {
    return (text, cancellation) -> {
      cancellation.check();
      try {
        return model.embed(text).content().vector();
      } catch (RuntimeException e) {
        cancellation.check();
        throw new ModelFailedException("the embedding model failed: " + Faults.of(e).getMessage());
      }
    };
  }

  private static ChatPort opened(ModelSettings model, Settings settings) {
    Workers workers = new Workers();
    LimitedHttp http = new LimitedHttp(model, workers.transfers());
    Providers.Models models = Providers.open(model, new LimitedHttp.Builder(http));
    return new LangChainPort(
        new LangChainPort.ModelPlace(
            model.provider().title(),
            model.model(),
            model.baseUrl().map(Models::host).orElse("the provider's own")),
        models.whole(),
        Optional.of(models.streamed()),
        RetryPolicy.of(settings),
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
