package dev.nl2sql.catalog;

/**
 * Between which values those of a column lie, as far as the rows looked at tell.
 *
 * @param lowest the smallest value seen, as the database prints it
 * @param highest the largest value seen
 * @param complete whether all rows of the relation were looked at
 */
public record ValueRange(String lowest, String highest, boolean complete) {}
