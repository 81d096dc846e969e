package dev.nl2sql;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * A checked set of settings. Immutable and thread-safe; equal sets share one engine.
 *
 * <p>Values are checked when the set is made, without I/O: files are opened at the first question.
 */
public final class Settings {
  /** Apart, so that a program that gives no such value does not wait for them. */
  private static final class Patterns {
    static final Pattern DURATION =
        Pattern.compile("(\\d+)\\s*(ms|s|m|h)", Pattern.CASE_INSENSITIVE);
    static final Pattern BYTES =
        Pattern.compile("(\\d+)\\s*(B|kB|MB|GB)?", Pattern.CASE_INSENSITIVE);
    static final Pattern STORE = Pattern.compile("memory|none|file|(file|jdbc):.+");
    static final Pattern URL_SECRETS = Pattern.compile("(?s)(?<=//)[^/@?;]*@|[?;].*");
  }

  private final Map<Setting, String> values;

  /** Those that are secret, and in no text until somebody asks for it. */
  private final Map<Setting, Secret> secrets;

  private Settings(Map<Setting, String> values, Map<Setting, Secret> secrets) {
    this.values = Collections.unmodifiableMap(values);
    this.secrets = Collections.unmodifiableMap(secrets);
  }

  /** The defaults. */
  public static Settings defaults() {
    return new Settings(new EnumMap<>(Setting.class), new EnumMap<>(Setting.class));
  }

  /**
   * Settings from names and values.
   *
   * @param named property names, with or without the prefix, and their values
   * @throws ConfigurationException if a name is unknown or a value is not of the setting's kind
   */
  public static Settings of(Map<String, String> named) {
    Settings settings = defaults();
    for (Map.Entry<String, String> entry : named.entrySet()) {
      settings = settings.with(find(entry.getKey()), entry.getValue());
    }
    return settings;
  }

  /** The setting of a name; an unknown name is an error that gives the nearest one. */
  public static Setting find(String name) {
    return Setting.named(name)
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "unknown setting '%s'; did you mean '%s'?".formatted(name, nearest(name))));
  }

  /** The same settings with one changed. */
  public Settings with(Setting setting, String value) {
    check(setting, value);
    Map<Setting, String> changed = new EnumMap<>(Setting.class);
    changed.putAll(values);
    Map<Setting, Secret> hidden = new EnumMap<>(Setting.class);
    hidden.putAll(secrets);
    if (setting.isSecret()) {
      hidden.put(setting, Secret.of(value.strip()));
    } else {
      changed.put(setting, value.strip());
    }
    return new Settings(changed, hidden);
  }

  /** The value as text: the one given, else the default. */
  public String text(Setting setting) {
    return setting.isSecret() && secrets.containsKey(setting)
        ? secrets.get(setting).reveal()
        : values.getOrDefault(setting, setting.defaultValue());
  }

  /** The value, if one is given or the default is not empty. */
  public Optional<String> optional(Setting setting) {
    String value = text(setting);
    return value.isEmpty() ? Optional.empty() : Optional.of(value);
  }

  /** Whether a value was given. */
  public boolean isGiven(Setting setting) {
    return values.containsKey(setting) || secrets.containsKey(setting);
  }

  public boolean flag(Setting setting) {
    return Boolean.parseBoolean(text(setting));
  }

  public int count(Setting setting) {
    return Integer.parseInt(text(setting));
  }

  public double number(Setting setting) {
    return Double.parseDouble(text(setting));
  }

  public List<String> list(Setting setting) {
    List<String> values = new ArrayList<>();
    for (String part : text(setting).split(",")) {
      if (!part.isBlank()) {
        values.add(part.strip());
      }
    }
    return List.copyOf(values);
  }

  public Optional<Duration> duration(Setting setting) {
    return optional(setting).map(Settings::parseDuration);
  }

  public long bytes(Setting setting) {
    return parseBytes(text(setting));
  }

  public Optional<LocalDate> date(Setting setting) {
    return optional(setting).map(LocalDate::parse);
  }

  public Optional<ZoneId> zone(Setting setting) {
    return optional(setting).map(ZoneId::of);
  }

  public MonthDay monthDay(Setting setting) {
    return MonthDay.parse("--" + text(setting));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings that
        && values.equals(that.values)
        && secrets.equals(that.secrets);
  }

  @Override
  public int hashCode() {
    return 31 * values.hashCode() + secrets.hashCode();
  }

  /** The value as it may be shown: no secret, and of a URL neither account nor parameters. */
  public String shown(Setting setting) {
    if (setting.isSecret()) {
      return isGiven(setting) ? Secret.MASK : setting.defaultValue();
    }
    String value = text(setting);
    boolean isUrl = setting == Setting.STORE || setting == Setting.READONLY_URL;
    return isUrl && value.startsWith("jdbc:")
        ? Patterns.URL_SECRETS.matcher(value).replaceAll(Secret.MASK)
        : value;
  }

  /** The values given, secrets masked. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("Settings");
    for (Setting setting : Setting.values()) {
      if (isGiven(setting)) {
        text.append(' ').append(setting.shortName()).append('=').append(shown(setting));
      }
    }
    return text.toString();
  }

  private static void check(Setting setting, String given) {
    String value = given.strip();
    try {
      if (!isValid(setting, value)) {
        throw bad(setting, value);
      }
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
      throw bad(setting, value);
    }
  }

  private static boolean isValid(Setting setting, String value) {
    if (value.isEmpty()) {
      return setting.defaultValue().isEmpty() || setting == Setting.MARKER;
    }
    return switch (setting.kind()) {
      case TEXT, SECRET, LIST ->
          setting != Setting.STORE || Patterns.STORE.matcher(value).matches();
      case CHOICE -> setting.choices().contains(value);
      case FLAG -> value.equals("true") || value.equals("false");
      case COUNT -> Integer.parseInt(value) >= fewest(setting);
      case DECIMAL -> new BigDecimal(value).signum() >= 0;
      case FRACTION -> Double.parseDouble(value) >= 0 && Double.parseDouble(value) <= 1;
      case DURATION -> parseDuration(value).toNanos() >= 0;
      case BYTES -> parseBytes(value) > 0;
      case DATE -> LocalDate.parse(value) != null;
      case MONTH_DAY -> MonthDay.parse("--" + value) != null;
      case ZONE -> ZoneId.of(value) != null;
    };
  }

  /** An answer of no rows and a reply of no words are no use to anybody. */
  private static int fewest(Setting setting) {
    return setting == Setting.MAX_ATTEMPTS ? 0 : 1;
  }

  private static ConfigurationException bad(Setting setting, String value) {
    return new ConfigurationException(
        "setting '%s' has the value '%s'; expected %s"
            .formatted(
                setting.propertyName(),
                setting.isSecret() ? Secret.MASK : value,
                expected(setting)));
  }

  private static String expected(Setting setting) {
    return switch (setting.kind()) {
      case CHOICE -> "one of " + setting.choices();
      case FLAG -> "true or false";
      case COUNT -> "a whole number from " + fewest(setting);
      case DECIMAL -> "a number from 0";
      case FRACTION -> "a number from 0 to 1";
      case DURATION -> "a number with ms, s, m or h, for example 30s";
      case BYTES -> "a size with kB, MB or GB, for example 64MB";
      case DATE -> "a date, for example 2026-10-15";
      case MONTH_DAY -> "a month and day, for example 04-01";
      case ZONE -> "a time zone, for example Europe/Berlin";
      case TEXT, SECRET, LIST ->
          setting == Setting.STORE
              ? "memory, none, file, file:path or a JDBC URL"
              : "a text that is not empty";
    };
  }

  private static Duration parseDuration(String value) {
    Matcher matcher = Patterns.DURATION.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(value);
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  private static long parseBytes(String value) {
    Matcher matcher = Patterns.BYTES.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(value);
    }
    long amount = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2) == null ? "b" : matcher.group(2).toLowerCase(Locale.ROOT);
    return switch (unit) {
      case "kb" -> Math.multiplyExact(amount, 1_000L);
      case "mb" -> Math.multiplyExact(amount, 1_000_000L);
      case "gb" -> Math.multiplyExact(amount, 1_000_000_000L);
      default -> amount;
    };
  }

  private static String nearest(String name) {
    String asked = name.toLowerCase(Locale.ROOT);
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return Arrays.stream(Setting.values())
        .map(Setting::propertyName)
        .min(
            java.util.Comparator.comparingInt(
                n ->
                    Math.min(
                        distance.apply(n.toLowerCase(Locale.ROOT), asked),
                        distance.apply(
                            n.substring(Setting.PREFIX.length()).toLowerCase(Locale.ROOT), asked))))
        .orElseThrow();
  }
}
