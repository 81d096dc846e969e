package dev.nl2sql.generate.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.nl2sql.ConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns a JSON schema into the form in which langchain4j hands it to every provider. */
final class JsonSchemas {
  private JsonSchemas() {}

  static JsonSchema of(AnswerShape shape) {
    try {
      JsonNode root = new JsonMapper().readTree(shape.schema());
      return JsonSchema.builder().name(shape.name()).rootElement(element(root)).build();
    } catch (JsonProcessingException e) {
      throw new ConfigurationException(
          "the answer schema " + shape.name() + " is no JSON: " + e.getOriginalMessage());
    }
  }

  private static JsonSchemaElement element(JsonNode node) {
    if (node.has("anyOf")) {
      List<JsonSchemaElement> all = new ArrayList<>();
      node.get("anyOf").forEach(n -> all.add(element(n)));
      return JsonAnyOfSchema.builder().anyOf(all).build();
    }
    if (node.has("enum")) {
      List<String> values = new ArrayList<>();
      node.get("enum").forEach(n -> values.add(n.asText()));
      return JsonEnumSchema.builder().enumValues(values).build();
    }
    String description = node.path("description").asText(null);
    return switch (node.path("type").asText()) {
      case "object" -> object(node, description);
      case "array" ->
          JsonArraySchema.builder()
              .description(description)
              .items(element(node.path("items")))
              .build();
      case "string" -> JsonStringSchema.builder().description(description).build();
      case "integer" -> JsonIntegerSchema.builder().description(description).build();
      case "number" -> JsonNumberSchema.builder().description(description).build();
      case "boolean" -> JsonBooleanSchema.builder().description(description).build();
      default ->
          throw new ConfigurationException(
              "an answer schema has the type '"
                  + node.path("type").asText()
                  + "'; expected object, array, string, integer, number or boolean");
    };
  }

  private static JsonSchemaElement object(JsonNode node, String description) {
    Map<String, JsonSchemaElement> properties = new LinkedHashMap<>();
    node.path("properties")
        .properties()
        .forEach(entry -> properties.put(entry.getKey(), element(entry.getValue())));
    List<String> required = new ArrayList<>();
    node.path("required").forEach(n -> required.add(n.asText()));
    return JsonObjectSchema.builder()
        .description(description)
        .addProperties(properties)
        .required(required)
        .additionalProperties(false)
        .build();
  }
}
