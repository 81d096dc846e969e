/**
 * The JDBC surface: a driver that hands plain SQL to the real driver unchanged and answers
 * statements that begin with {@code ASK}.
 */
package dev.nl2sql.jdbc;
