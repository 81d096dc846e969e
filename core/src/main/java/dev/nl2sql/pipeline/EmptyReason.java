package dev.nl2sql.pipeline;

import java.util.List;

/**
 * Why a question found nothing.
 *
 * @param sentences what was found out; empty if nothing could be
 * @param isZero whether rows do match, so that the zero shown is their true total
 */
record EmptyReason(List<String> sentences, boolean isZero) {
  static final EmptyReason UNKNOWN = new EmptyReason(List.of(), false);
  static final EmptyReason ZERO = new EmptyReason(List.of(), true);

  EmptyReason {
    sentences = List.copyOf(sentences);
  }

  static EmptyReason of(List<String> sentences) {
    return new EmptyReason(sentences, false);
  }

  /** To stand behind another sentence. */
  String appended() {
    return sentences.isEmpty() ? "" : "; " + String.join("; ", sentences);
  }
}
