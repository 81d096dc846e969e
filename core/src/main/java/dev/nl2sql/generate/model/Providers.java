package dev.nl2sql.generate.model;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.mistralai.MistralAiChatModel;
import dev.langchain4j.model.mistralai.MistralAiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;

/**
 * The clients of the providers, each in a class of its own, so that only the one configured is
 * loaded. None of them retries or holds a time limit: we do.
 */
final class Providers {
  /** Two clients demand one; the true one is put into its header when a request is sent. */
  private static final String NO_KEY = "none";

  private Providers() {}

  /** The two ways to ask one model. */
  record Models(ChatModel whole, StreamingChatModel streamed) {}

  static Models open(ModelSettings settings, HttpClientBuilder http) {
    return switch (settings.provider()) {
      case OPENAI -> OpenAi.open(settings, http);
      case ANTHROPIC -> Anthropic.open(settings, http);
      case GEMINI -> Gemini.open(settings, http);
      case MISTRAL -> Mistral.open(settings, http);
      case OLLAMA -> Ollama.open(settings, http);
    };
  }

  private static final class OpenAi {
    static Models open(ModelSettings settings, HttpClientBuilder http) {
      OpenAiChatModel.OpenAiChatModelBuilder whole =
          OpenAiChatModel.builder()
              .httpClientBuilder(http)
              .modelName(settings.model())
              .temperature(0.0)
              .maxTokens(settings.maxTokens())
              .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
              .maxRetries(0);
      OpenAiStreamingChatModel.OpenAiStreamingChatModelBuilder streamed =
          OpenAiStreamingChatModel.builder()
              .httpClientBuilder(http)
              .modelName(settings.model())
              .temperature(0.0)
              .maxTokens(settings.maxTokens());
      settings.baseUrl().ifPresent(whole::baseUrl);
      settings.baseUrl().ifPresent(streamed::baseUrl);
      return new Models(whole.build(), streamed.build());
    }
  }

  private static final class Anthropic {
    static Models open(ModelSettings settings, HttpClientBuilder http) {
      AnthropicChatModel.AnthropicChatModelBuilder whole =
          AnthropicChatModel.builder()
              .httpClientBuilder(http)
              .apiKey(NO_KEY)
              .modelName(settings.model())
              .temperature(0.0)
              .maxTokens(settings.maxTokens())
              .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
              .maxRetries(0);
      AnthropicStreamingChatModel.AnthropicStreamingChatModelBuilder streamed =
          AnthropicStreamingChatModel.builder()
              .httpClientBuilder(http)
              .apiKey(NO_KEY)
              .modelName(settings.model())
              .temperature(0.0)
              .maxTokens(settings.maxTokens());
      settings.baseUrl().ifPresent(whole::baseUrl);
      settings.baseUrl().ifPresent(streamed::baseUrl);
      return new Models(whole.build(), streamed.build());
    }
  }

  private static final class Gemini {
    static Models open(ModelSettings settings, HttpClientBuilder http) {
      GoogleAiGeminiChatModel.GoogleAiGeminiChatModelBuilder whole =
          GoogleAiGeminiChatModel.builder()
              .httpClientBuilder(http)
              .apiKey(NO_KEY)
              .modelName(settings.model())
              .temperature(0.0)
              .maxOutputTokens(settings.maxTokens())
              .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
              .maxRetries(0);
      GoogleAiGeminiStreamingChatModel.GoogleAiGeminiStreamingChatModelBuilder streamed =
          GoogleAiGeminiStreamingChatModel.builder()
              .httpClientBuilder(http)
              .apiKey(NO_KEY)
              .modelName(settings.model())
              .temperature(0.0)
              .maxOutputTokens(settings.maxTokens());
      settings.baseUrl().ifPresent(whole::baseUrl);
      settings.baseUrl().ifPresent(streamed::baseUrl);
      return new Models(whole.build(), streamed.build());
    }
  }

  private static final class Mistral {
    static Models open(ModelSettings settings, HttpClientBuilder http) {
      MistralAiChatModel.MistralAiChatModelBuilder whole =
          MistralAiChatModel.builder()
              .httpClientBuilder(http)
              .apiKey(NO_KEY)
              .modelName(settings.model())
              .temperature(0.0)
              .maxTokens(settings.maxTokens())
              .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
              .maxRetries(0);
      MistralAiStreamingChatModel.MistralAiStreamingChatModelBuilder streamed =
          MistralAiStreamingChatModel.builder()
              .httpClientBuilder(http)
              .apiKey(NO_KEY)
              .modelName(settings.model())
              .temperature(0.0)
              .maxTokens(settings.maxTokens());
      settings.baseUrl().ifPresent(whole::baseUrl);
      settings.baseUrl().ifPresent(streamed::baseUrl);
      return new Models(whole.build(), streamed.build());
    }
  }

  private static final class Ollama {
    private static final String LOCAL = "http://localhost:11434";

    static Models open(ModelSettings settings, HttpClientBuilder http) {
      String address = settings.baseUrl().orElse(LOCAL);
      return new Models(
          OllamaChatModel.builder()
              .httpClientBuilder(http)
              .baseUrl(address)
              .modelName(settings.model())
              .temperature(0.0)
              .numPredict(settings.maxTokens())
              .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
              .maxRetries(0)
              .build(),
          OllamaStreamingChatModel.builder()
              .httpClientBuilder(http)
              .baseUrl(address)
              .modelName(settings.model())
              .temperature(0.0)
              .numPredict(settings.maxTokens())
              .build());
    }
  }
}
