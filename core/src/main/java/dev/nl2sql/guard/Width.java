package dev.nl2sql.guard;

/**
 * How large a value may become. The unit is a short value: a number, a date, a text of a few words
 * or whatever is stored in a column.
 *
 * @param base what it has by itself
 * @param growth how often it holds the value that a recursive query had one round before
 */
record Width(double base, double growth) {
  static final Width NONE = new Width(0, 0);
  static final Width SHORT = new Width(1, 0);

  /** The value of the round before. */
  static final Width ROUND_BEFORE = new Width(0, 1);

  /** Both one after the other. */
  Width plus(Width other) {
    return new Width(base + other.base, growth + other.growth);
  }

  /** One of both. */
  Width or(Width other) {
    return new Width(Math.max(base, other.base), Math.max(growth, other.growth));
  }

  /** So many of it. */
  Width times(double factor) {
    return new Width(base * factor, growth * factor);
  }

  /** For every unit of it, as much as the other. */
  Width times(Width other) {
    boolean squared = growth > 0 && other.growth > 0;
    double mixed = growth * other.base + base * other.growth;
    return new Width(base * other.base, squared ? Double.POSITIVE_INFINITY : mixed);
  }

  /** At least a short value. */
  Width orShort() {
    return base < 1 && growth == 0 ? SHORT : this;
  }
}
