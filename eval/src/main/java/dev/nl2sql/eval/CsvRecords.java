package dev.nl2sql.eval;

import java.util.ArrayList;
import java.util.List;

/** Reads comma-separated records: quotes around a field, doubled inside, line breaks allowed. */
final class CsvRecords {
  private final String text;
  private int at;

  private CsvRecords(String text) {
    this.text = text;
  }

  static List<List<String>> read(String text) {
    CsvRecords reader = new CsvRecords(text.startsWith("\uFEFF") ? text.substring(1) : text);
    List<List<String>> records = new ArrayList<>();
    while (reader.at < reader.text.length()) {
      List<String> fields = reader.fields();
      if (fields.size() > 1 || !fields.get(0).isEmpty()) {
        records.add(fields);
      }
    }
    return records;
  }

  private List<String> fields() {
    List<String> fields = new ArrayList<>();
    fields.add(field());
    while (at < text.length() && text.charAt(at) == ',') {
      at++;
      fields.add(field());
    }
    while (at < text.length() && (text.charAt(at) == '\r' || text.charAt(at) == '\n')) {
      at++;
    }
    return fields;
  }

  private String field() {
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted();
    }
    int start = at;
    while (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at);
  }

  private String quoted() {
    StringBuilder field = new StringBuilder();
    at++;
    while (at < text.length()) {
      char letter = text.charAt(at++);
      if (letter != '"') {
        field.append(letter);
      } else if (at < text.length() && text.charAt(at) == '"') {
        field.append('"');
        at++;
      } else {
        return field.toString();
      }
    }
    return field.toString();
  }
}
