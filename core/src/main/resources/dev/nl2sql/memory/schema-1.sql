-- First version of the store. {text} is the database's type for long texts.
CREATE TABLE IF NOT EXISTS nl2sql_history (
  id VARCHAR(64) NOT NULL PRIMARY KEY,
  source VARCHAR(64) NOT NULL,
  asker VARCHAR(200) NOT NULL,
  at_millis BIGINT NOT NULL,
  question {text} NOT NULL,
  choices {text} NOT NULL,
  outcome VARCHAR(40) NOT NULL,
  state VARCHAR(10) NOT NULL,
  ran_sql {text},
  written_sql {text},
  parameters VARCHAR(1000) NOT NULL,
  as_of VARCHAR(10),
  row_count BIGINT NOT NULL,
  millis BIGINT NOT NULL,
  tokens BIGINT NOT NULL,
  generator VARCHAR(200) NOT NULL,
  timings {text} NOT NULL
);
CREATE INDEX IF NOT EXISTS nl2sql_history_of_asker ON nl2sql_history (source, asker, at_millis);
CREATE TABLE IF NOT EXISTS nl2sql_sent (
  history_id VARCHAR(64) NOT NULL,
  place INTEGER NOT NULL,
  at_millis BIGINT NOT NULL,
  task VARCHAR(40) NOT NULL,
  provider VARCHAR(100) NOT NULL,
  model VARCHAR(200) NOT NULL,
  host VARCHAR(300) NOT NULL,
  contents VARCHAR(400) NOT NULL,
  bytes_sent BIGINT NOT NULL,
  tokens_in BIGINT NOT NULL,
  tokens_out BIGINT NOT NULL,
  millis BIGINT NOT NULL,
  ending VARCHAR(200) NOT NULL,
  PRIMARY KEY (history_id, place)
);
CREATE TABLE IF NOT EXISTS nl2sql_pair (
  id VARCHAR(64) NOT NULL PRIMARY KEY,
  kind VARCHAR(20) NOT NULL,
  source VARCHAR(64) NOT NULL,
  asker VARCHAR(200) NOT NULL,
  shared INTEGER NOT NULL,
  question {text} NOT NULL,
  choices {text} NOT NULL,
  sql_text {text} NOT NULL,
  parameters VARCHAR(1000) NOT NULL,
  dialect VARCHAR(40) NOT NULL,
  as_of VARCHAR(10),
  intent VARCHAR(40) NOT NULL,
  row_count BIGINT NOT NULL,
  at_millis BIGINT NOT NULL,
  digest VARCHAR(64) NOT NULL
);
CREATE INDEX IF NOT EXISTS nl2sql_pair_of_source ON nl2sql_pair (source, at_millis);
