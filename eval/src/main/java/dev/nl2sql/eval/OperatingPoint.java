package dev.nl2sql.eval;

import dev.nl2sql.Setting;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A {@code nl2sql.minConfidence} for which figures are printed. Questions are asked once, at the
 * lowest; the figures of the others are derived from the confidence ({@link QuestionResult#at}).
 *
 * @param minConfidence 0–1
 */
record OperatingPoint(double minConfidence) {
  /** The setting's name as a connection property. */
  static final String PROPERTY = "nl2sql.minConfidence";

  /** Everything the generator can plan is run. */
  static final OperatingPoint LOWEST = new OperatingPoint(0);

  /** What users get who set nothing. */
  static final OperatingPoint DEFAULT =
      new OperatingPoint(Double.parseDouble(Setting.MIN_CONFIDENCE.defaultValue()));

  /** Both, or the one that the properties name. */
  static List<OperatingPoint> of(Map<String, String> properties) {
    String given = properties.get(PROPERTY);
    return given == null
        ? List.of(LOWEST, DEFAULT)
        : List.of(new OperatingPoint(Double.parseDouble(given)));
  }

  String label() {
    String number = String.format(Locale.ROOT, "minConfidence %.2f", minConfidence);
    return equals(DEFAULT) ? number + " (default)" : number;
  }
}
