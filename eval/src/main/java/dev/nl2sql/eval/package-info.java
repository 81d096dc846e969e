/**
 * Question sets, the runner that puts them to the driver as any user would, scores and reports.
 * Nothing here is part of a shipped artifact.
 */
package dev.nl2sql.eval;
