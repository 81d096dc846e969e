package dev.nl2sql;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Every setting of the driver, one constant each: the source of the property list that tools show,
 * of validation, and of the table in the documentation.
 */
public enum Setting {
  MARKER(
      "marker",
      "ASK",
      Kind.LIST,
      "Word that begins a question; several may be given; empty switches questions off."),
  CLARIFY(
      "clarify",
      "auto",
      Kind.CHOICE,
      "What to do with an ambiguous question.",
      "auto",
      "ask",
      "fail",
      "assume",
      "off"),
  GENERATOR(
      "generator",
      "auto",
      Kind.CHOICE,
      "Who writes the SQL: the embedded generator or a language model.",
      "auto",
      "embedded",
      "llm"),
  ESCALATE_BELOW(
      "escalateBelow",
      "0",
      Kind.FRACTION,
      "With generator=auto and a model: ask the model only below this confidence of the embedded generator."),
  MIN_CONFIDENCE(
      "minConfidence",
      "0.7",
      Kind.FRACTION,
      "Below this confidence a question counts as not understood."),
  MAX_ATTEMPTS("maxAttempts", "2", Kind.COUNT, "Repairs after a first failure."),
  TIME_BUDGET(
      "timeBudget",
      "",
      Kind.DURATION,
      "Time for understanding a question, all attempts together; 20s with a model, 2s without."),
  RETRY_BASE_DELAY(
      "retry.baseDelay",
      "200ms",
      Kind.DURATION,
      "First wait after a transient fault of the model."),
  RETRY_MAX_DELAY("retry.maxDelay", "2s", Kind.DURATION, "Longest wait between two tries."),
  RETRY_JITTER("retry.jitter", "100ms", Kind.DURATION, "Random part added to each wait."),
  STATEMENT_TIMEOUT(
      "statementTimeout",
      "30s",
      Kind.DURATION,
      "Time limit of the generated statement in the database."),
  MAX_ROWS("maxRows", "10000", Kind.COUNT, "Rows of an answer; more are cut with a warning."),
  MAX_BYTES(
      "maxBytes", "64MB", Kind.BYTES, "Estimated bytes of an answer; more are cut with a warning."),
  MAX_COST("maxCost", "0", Kind.DECIMAL, "Highest cost or row estimate allowed; 0 is no limit."),
  SCHEMAS("schemas", "", Kind.LIST, "Schemas questions may use; empty is the current search path."),
  GUARD_FUNCTIONS(
      "guard.functions",
      "",
      Kind.LIST,
      "Functions allowed in generated SQL besides the dialect's list."),
  GUARD_SYSTEM_CATALOGS(
      "guard.systemCatalogs",
      "false",
      Kind.FLAG,
      "Whether generated SQL may read system catalogs."),
  SANDBOX(
      "sandbox",
      "auto",
      Kind.CHOICE,
      "strict refuses questions where nothing but the guard keeps the statement read-only.",
      "auto",
      "strict"),
  IN_SQL(
      "inSql",
      "select",
      Kind.CHOICE,
      "Where a question may stand inside SQL.",
      "select",
      "all",
      "off"),
  READONLY_URL(
      "readonly.url", "", Kind.TEXT, "JDBC URL of separate read-only credentials for questions."),
  READONLY_USER("readonly.user", "", Kind.TEXT, "User of the read-only credentials."),
  READONLY_PASSWORD("readonly.password", "", Kind.SECRET, "Password of the read-only credentials."),
  DELEGATE_DRIVER(
      "delegate.driver",
      "",
      Kind.TEXT,
      "Class name of the real driver, where it is not found by itself."),
  SIDE_CONNECTION(
      "sideConnection",
      "off",
      Kind.CHOICE,
      "Whether the catalog's shape may be read on a connection of our own.",
      "off",
      "catalog"),
  EXPOSE_SQL("exposeSql", "true", Kind.FLAG, "false hides the generated SQL everywhere."),
  FALLBACK(
      "fallback",
      "none",
      Kind.CHOICE,
      "sample shows some rows of the first relevant table when everything failed, with a warning.",
      "none",
      "sample"),
  CACHE_TTL("cache.ttl", "10m", Kind.DURATION, "How long a translation is reused."),
  CACHE_RESULTS("cache.results", "false", Kind.FLAG, "Whether rows are reused as well."),
  STORE(
      "store",
      "memory",
      Kind.TEXT,
      "Where history and examples are kept: memory, none, file, file:path or a JDBC URL."),
  STORE_RETENTION(
      "store.retention",
      "2160h",
      Kind.DURATION,
      "How long history and remembered successes are kept; what a user said stays."),
  VALUES(
      "values",
      "auto",
      Kind.CHOICE,
      "Whether stored values are sampled so that words can be matched to them.",
      "auto",
      "on",
      "off"),
  AS_OF_DATE(
      "asOfDate",
      "",
      Kind.DATE,
      "Today, for periods such as 'last month'; empty is the database's date."),
  TIME_ZONE("timeZone", "", Kind.ZONE, "Zone in which days begin; empty is the session's."),
  WEEK_START(
      "weekStart",
      "MONDAY",
      Kind.CHOICE,
      "First day of a week.",
      "MONDAY",
      "TUESDAY",
      "WEDNESDAY",
      "THURSDAY",
      "FRIDAY",
      "SATURDAY",
      "SUNDAY"),
  FISCAL_YEAR_START(
      "fiscalYearStart", "01-01", Kind.MONTH_DAY, "First day of the fiscal year, as MM-dd."),
  GLOSSARY("glossary", "", Kind.TEXT, "Path or classpath: location of the glossary file."),
  CONFIG("config", "", Kind.TEXT, "Path or classpath: location of a file with further settings."),
  LLM_PROVIDER(
      "llm.provider",
      "",
      Kind.CHOICE,
      "Provider of the language model; empty is none.",
      "",
      "openai",
      "anthropic",
      "gemini",
      "mistral",
      "ollama"),
  LLM_MODEL("llm.model", "", Kind.TEXT, "Name of the model."),
  LLM_BASE_URL(
      "llm.baseUrl", "", Kind.TEXT, "Address of the model, where it is not the provider's own."),
  LLM_API_KEY(
      "llm.apiKey",
      "",
      Kind.SECRET,
      "Key of the model; better given by the provider's environment variable."),
  LLM_HEADERS(
      "llm.headers", "", Kind.SECRET, "Further request headers, name=value separated by commas."),
  LLM_OUTPUT("llm.output", "sql", Kind.CHOICE, "What the model writes.", "sql", "plan"),
  LLM_TIMEOUT("llm.timeout", "10s", Kind.DURATION, "Time limit of one model call."),
  LLM_TOKEN_BUDGET(
      "llm.tokenBudget",
      "50000",
      Kind.COUNT,
      "Tokens of one question, all model calls together; no further call is made beyond."),
  LLM_PROXY("llm.proxy", "", Kind.TEXT, "Proxy for the model as host:port; empty is the JVM's."),
  LLM_HTTP(
      "llm.http",
      "auto",
      Kind.CHOICE,
      "HTTP spoken to the model; auto is 2 where TLS offers it, else 1.1.",
      "auto",
      "1.1",
      "2"),
  LLM_MAX_TOKENS("llm.maxTokens", "1024", Kind.COUNT, "Longest answer of the model."),
  LLM_SEND_SAMPLES(
      "llm.sendSamples", "false", Kind.FLAG, "Whether sampled values may be sent to the model."),
  LLM_SEND_ROWS(
      "llm.sendRows",
      "false",
      Kind.FLAG,
      "Whether result rows may be sent to the model for narration."),
  CROSS_CHECK(
      "crossCheck", "false", Kind.FLAG, "Whether two independent derivations are compared."),
  LOCK("lock", "", Kind.TEXT, "Path of the lock file of a report."),
  LOCK_MODE("lock.mode", "read", Kind.CHOICE, "How the lock file is used.", "read", "write", "off"),
  EXPLAIN_PROMPT("explain.prompt", "false", Kind.FLAG, "Whether EXPLAIN ASK shows the prompt."),
  FEEDBACK_SHARED(
      "feedback.shared", "false", Kind.FLAG, "Whether corrected pairs are visible to all users."),
  VIRTUAL_SCHEMA(
      "virtualSchema",
      "false",
      Kind.FLAG,
      "Whether metadata lists a virtual schema of saved questions.");

  /** How a value is written. Sizes take kB, MB, GB; durations ms, s, m, h. */
  public enum Kind {
    TEXT,
    SECRET,
    LIST,
    CHOICE,
    FLAG,
    COUNT,
    DECIMAL,
    FRACTION,
    DURATION,
    BYTES,
    DATE,
    MONTH_DAY,
    ZONE
  }

  /** What every property name begins with. */
  public static final String PREFIX = "nl2sql.";

  private final String shortName;
  private final String defaultValue;
  private final Kind kind;
  private final String description;
  private final List<String> choices;

  Setting(String shortName, String defaultValue, Kind kind, String description, String... choices) {
    this.shortName = shortName;
    this.defaultValue = defaultValue;
    this.kind = kind;
    this.description = description;
    this.choices = List.of(choices);
  }

  /** The name without prefix, as {@code NL SET} takes it. */
  public String shortName() {
    return shortName;
  }

  /** The name of the connection property. */
  public String propertyName() {
    return PREFIX + shortName;
  }

  /** The environment variable that gives it a value. */
  public String environmentName() {
    return "NL2SQL_"
        + shortName
            .replaceAll("([a-z])([A-Z])", "$1_$2")
            .replace('.', '_')
            .toUpperCase(java.util.Locale.ROOT);
  }

  public String defaultValue() {
    return defaultValue;
  }

  public Kind kind() {
    return kind;
  }

  public String description() {
    return description;
  }

  public List<String> choices() {
    return choices;
  }

  /** Whether its value must never be shown. */
  public boolean isSecret() {
    return kind == Kind.SECRET;
  }

  /** The setting of this property name, with or without prefix, in any case. */
  public static Optional<Setting> named(String name) {
    return Arrays.stream(values())
        .filter(s -> s.propertyName().equalsIgnoreCase(name) || s.shortName.equalsIgnoreCase(name))
        .findFirst();
  }
}
