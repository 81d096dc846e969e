package dev.nl2sql.catalog;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/**
 * What a database session says about itself; part of every cache key because it decides what names
 * mean and which rows are visible.
 *
 * @param product database product name
 * @param productVersion its version
 * @param user the effective user or role
 * @param searchPath schemas in look-up order
 * @param zone the session's time zone
 * @param today today's date in that zone, by the database's clock
 */
public record SessionFacts(
    String product,
    String productVersion,
    String user,
    List<String> searchPath,
    ZoneId zone,
    LocalDate today) {
  public SessionFacts {
    searchPath = List.copyOf(searchPath);
  }
}
