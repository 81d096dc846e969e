package dev.nl2sql.guard;

/** Tells which regular expressions no engine needs more than a moment for. */
final class RegularExpression {
  private static final int LONGEST = 200;
  private static final int MOST_REPETITIONS = 3;
  private static final int LARGEST_COUNT = 100;
  private static final int MOST_CHOICES = 8;

  private RegularExpression() {}

  /**
   * Whether it has no reference to a group, no repeated group, no large count, few repetitions
   * without end, and few places where one way or another may be tried.
   */
  static boolean isHarmless(String expression) {
    if (expression.length() > LONGEST) {
      return false;
    }
    int repetitions = 0;
    int choices = 0;
    boolean inSet = false;
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      char before = i == 0 ? ' ' : expression.charAt(i - 1);
      if (c == '\\') {
        i++;
        if (i >= expression.length() || Character.isDigit(expression.charAt(i))) {
          return false;
        }
      } else if (inSet) {
        inSet = c != ']';
      } else if (c == '[') {
        inSet = true;
      } else if (c == '*' || c == '+' || c == '{') {
        if (before == ')' || (c == '{' && !isSmallCount(expression, i))) {
          return false;
        }
        repetitions++;
      } else if (c == '?' && before != '*' && before != '+' && before != '}') {
        choices++;
      } else if (c == '(' && i + 1 < expression.length() && expression.charAt(i + 1) == '?') {
        return false;
      } else if (c == '(' && choosesIn(expression, i)) {
        choices++;
      }
    }
    return repetitions <= MOST_REPETITIONS && choices <= MOST_CHOICES;
  }

  private static boolean choosesIn(String expression, int open) {
    int close = expression.indexOf(')', open);
    return expression.substring(open, close < 0 ? expression.length() : close).contains("|");
  }

  private static boolean isSmallCount(String expression, int open) {
    int close = expression.indexOf('}', open);
    String counts = close < 0 ? "" : expression.substring(open + 1, close);
    return counts.matches("\\d{1,3}(,\\d{1,3})?")
        && java.util.Arrays.stream(counts.split(","))
            .allMatch(n -> Integer.parseInt(n) <= LARGEST_COUNT);
  }
}
