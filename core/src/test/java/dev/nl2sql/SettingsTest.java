package dev.nl2sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of setting, its good and its bad values. */
class SettingsTest {

  @ParameterizedTest
  @CsvSource({
    "clarify, assume",
    "exposeSql, false",
    "maxRows, 2147483647",
    "maxCost, 1.5",
    "minConfidence, 0",
    "minConfidence, 1",
    "minConfidence, 0.25",
    "timeBudget, ''",
    "statementTimeout, 250ms",
    "statementTimeout, 5 s",
    "statementTimeout, 1m",
    "cache.ttl, 2h",
    "cache.ttl, 0s",
    "maxBytes, 10",
    "maxBytes, 5kB",
    "maxBytes, 1 GB",
    "asOfDate, 2024-02-29",
    "asOfDate, ''",
    "timeZone, Asia/Kolkata",
    "timeZone, +05:30",
    "weekStart, SUNDAY",
    "fiscalYearStart, 04-01",
    "fiscalYearStart, 02-29",
    "marker, ''",
    "marker, 'ASK, FRAGE'",
    "llm.provider, ''",
    "llm.apiKey, x",
    "schemas, 'a,b'",
    "maxRows, ' 5 '"
  })
  void goodValues(String name, String value) {
    Setting setting = Settings.find(name);
    assertThat(Settings.defaults().with(setting, value).text(setting)).isEqualTo(value.strip());
  }

  @ParameterizedTest
  @CsvSource({
    "clarify, sometimes, one of",
    "clarify, '', one of",
    "exposeSql, yes, true or false",
    "maxRows, -1, whole number",
    "maxRows, 0, whole number",
    "maxRows, 1.5, whole number",
    "maxRows, '', whole number",
    "maxRows, 99999999999, whole number",
    "maxCost, -1, a number from 0",
    "maxCost, x, a number from 0",
    "minConfidence, 1.1, from 0 to 1",
    "minConfidence, NaN, from 0 to 1",
    "statementTimeout, 30, with ms",
    "statementTimeout, -1s, with ms",
    "statementTimeout, 1d, with ms",
    "statementTimeout, 99999999999999999999s, with ms",
    "statementTimeout, 9223372036854775807h, with ms",
    "maxBytes, 0, a size",
    "maxBytes, 5TB, a size",
    "maxBytes, 9223372036854775807GB, a size",
    "maxBytes, 36893488148GB, a size",
    "statementTimeout, 9999999h, with ms",
    "asOfDate, 2024-02-30, a date",
    "asOfDate, today, a date",
    "timeZone, Mars/Base, a time zone",
    "fiscalYearStart, 13-01, a month and day",
    "fiscalYearStart, 4-1, a month and day",
    "weekStart, Monday, one of"
  })
  void badValues(String name, String value, String expected) {
    assertThatThrownBy(() -> Settings.of(Map.of(name, value)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("nl2sql." + name)
        .hasMessageContaining("'" + value + "'")
        .hasMessageContaining(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "maxRow, nl2sql.maxRows",
    "nl2sql.clarfy, nl2sql.clarify",
    "cachettl, nl2sql.cache.ttl",
    "statment_timeout, nl2sql.statementTimeout",
    "llm.key, nl2sql.llm.apiKey"
  })
  void unknownNamesGiveTheNearest(String name, String nearest) {
    assertThatThrownBy(() -> Settings.find(name))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("unknown setting '" + name + "'");
    if (!name.equals("llm.key")) {
      assertThatThrownBy(() -> Settings.find(name)).hasMessageContaining("'" + nearest + "'");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "maxRows, NL2SQL_MAX_ROWS",
    "retry.baseDelay, NL2SQL_RETRY_BASE_DELAY",
    "asOfDate, NL2SQL_AS_OF_DATE",
    "llm.apiKey, NL2SQL_LLM_API_KEY",
    "marker, NL2SQL_MARKER"
  })
  void environmentNames(String name, String environment) {
    assertThat(Settings.find(name).environmentName()).isEqualTo(environment);
  }

  @Test
  void environmentNamesDiffer() {
    assertThat(Arrays.stream(Setting.values()).map(Setting::environmentName))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void everyDefaultIsValidAndEveryNameIsFoundInAnyCase(Setting setting) {
    assertThat(Settings.defaults().with(setting, setting.defaultValue()).isGiven(setting)).isTrue();
    assertThat(Settings.find(setting.propertyName().toUpperCase(java.util.Locale.ROOT)))
        .isEqualTo(setting);
    assertThat(Settings.find(setting.shortName())).isEqualTo(setting);
    assertThat(setting.description()).endsWith(".");
  }

  @ParameterizedTest
  @EnumSource(
      value = Setting.class,
      names = {"READONLY_PASSWORD", "LLM_API_KEY", "LLM_HEADERS"})
  void secretsAreMasked(Setting setting) {
    assertThat(setting.isSecret()).isTrue();
    assertThat(Settings.defaults().with(setting, "s3cret"))
        .hasToString("Settings " + setting.shortName() + "=****");
  }

  @Test
  void equalSetsAreEqual() {
    Settings one = Settings.of(Map.of("maxRows", "5", "clarify", "off"));
    Settings two = Settings.of(Map.of("nl2sql.clarify", "off", "NL2SQL.MAXROWS", " 5"));
    assertThat(one).isEqualTo(two).hasSameHashCodeAs(two);
    assertThat(one.with(Setting.MAX_ROWS, "6")).isNotEqualTo(one);
    assertThat(one.count(Setting.MAX_ROWS)).isEqualTo(5);
    assertThat(Settings.defaults().bytes(Setting.MAX_BYTES)).isEqualTo(64_000_000);
    assertThat(Settings.defaults().list(Setting.MARKER)).containsExactly("ASK");
  }
}
