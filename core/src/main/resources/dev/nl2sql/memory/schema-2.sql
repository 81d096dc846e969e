-- What tells damage of a question of the past and of what was sent for it. Questions kept by the
-- first version have no line here.
CREATE TABLE IF NOT EXISTS nl2sql_checked (
  history_id VARCHAR(64) NOT NULL PRIMARY KEY,
  at_millis BIGINT NOT NULL,
  digest VARCHAR(64) NOT NULL
);
