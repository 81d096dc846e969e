package dev.nl2sql.jdbc;

import dev.nl2sql.generate.Generation;
import dev.nl2sql.generate.GenerationRequest;
import dev.nl2sql.generate.SqlGenerator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Answers every question with the SQL a test gave for it, as a model that obeys anybody would. */
final class ScriptedGenerator implements SqlGenerator {
  private final Map<String, String> answers = new ConcurrentHashMap<>();

  void answer(String question, String sql) {
    answers.put(question, sql);
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public Generation generate(GenerationRequest request) {
    String sql = answers.get(request.question().text());
    return sql == null
        ? new Generation.NotAnswerable("nothing is scripted for " + request.question().text())
        : new Generation.Written(sql, 1, "as scripted", List.of());
  }
}
