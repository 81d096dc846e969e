package dev.nl2sql.eval;

/** How a question of a set ended. */
enum Ending {
  RIGHT("right"),
  WRONG("wrong"),
  CLARIFIED("clarified"),
  NOT_UNDERSTOOD("not understood"),
  REFUSED("refused"),
  ERROR("error"),
  GOLD_FAILED("gold failed");

  private final String words;

  Ending(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  boolean isAnswered() {
    return this == RIGHT || this == WRONG;
  }
}
