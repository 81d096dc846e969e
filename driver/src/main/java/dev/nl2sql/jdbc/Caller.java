package dev.nl2sql.jdbc;

import dev.nl2sql.Cancellation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What a statement brings to its question.
 *
 * @param binds values of its parameters, in order
 * @param maxRows its own row limit, if any
 * @param timeout its own query timeout, if any
 * @param cancellation fires when the statement is cancelled
 * @param prepared whether it is a prepared statement
 * @param narration follows a narration as it comes
 */
record Caller(
    List<Optional<Object>> binds,
    OptionalLong maxRows,
    Optional<Duration> timeout,
    Cancellation cancellation,
    boolean prepared,
    Optional<Consumer<String>> narration) {}
