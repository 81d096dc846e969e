package dev.nl2sql.catalog;

import dev.nl2sql.Cancellation;
import dev.nl2sql.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Reads the shape of a database: relations, columns, keys, comments. Reads metadata only, never a
 * row of a user's table, and changes nothing in the session.
 */
public final class CatalogReader {
  private static final String ALL = "*";

  private final Shape.Reader reader;
  private final SessionFacts session;
  private final List<String> systemSchemas;

  private CatalogReader(Shape.Reader reader, SessionFacts session, List<String> systemSchemas) {
    this.reader = reader;
    this.session = session;
    this.systemSchemas = systemSchemas;
  }

  /**
   * Reads the catalog without system schemas, even if the search path names one.
   *
   * @param schemas schemas to read, in any case of letters if that leaves one; empty means the
   *     session's search path, {@code *} all it may see
   * @param cancellation ends the read: running queries are cancelled where the engine allows it
   * @throws ConfigurationException if a given schema does not exist or may not be seen
   * @throws java.util.concurrent.CancellationException if the read was ended
   */
  public static Catalog read(
      Connection connection, SessionFacts session, List<String> schemas, Cancellation cancellation)
      throws SQLException {
    return new CatalogReader(reader(connection, session, cancellation), session, List.of())
        .read(schemas);
  }

  /** Reads the same, and behind it the engine's own system schemas if no schemas are given. */
  public static Catalog readWithSystemSchemas(
      Connection connection, SessionFacts session, List<String> schemas, Cancellation cancellation)
      throws SQLException {
    Shape.Reader reader = reader(connection, session, cancellation);
    return new CatalogReader(reader, session, reader.systemSchemas()).read(schemas);
  }

  private static Shape.Reader reader(
      Connection connection, SessionFacts session, Cancellation cancellation) throws SQLException {
    if (session.product().equals("PostgreSQL")) {
      return new PostgresShape(new BoundedReads(connection, cancellation));
    }
    if (session.product().equals("H2") && !session.productVersion().startsWith("1.")) {
      return new H2Shape(new BoundedReads(connection, cancellation));
    }
    return new MetadataShape(connection, cancellation);
  }

  private Catalog read(List<String> wanted) throws SQLException {
    List<String> schemas = schemas(wanted);
    Shape shape = new Shape();
    reader.read(schemas, shape);
    List<Table> tables = shape.tables();
    List<ForeignKey> keys = new ArrayList<>(shape.foreignKeys());
    keys.addAll(JoinInference.infer(tables, keys));
    List<String> path = session.searchPath().isEmpty() ? schemas : session.searchPath();
    return new Catalog(tables, keys, path, fingerprint(tables, keys));
  }

  private List<String> schemas(List<String> wanted) throws SQLException {
    Set<String> schemas = new LinkedHashSet<>();
    List<String> path = session.searchPath().stream().filter(this::isAllowed).toList();
    if (wanted.isEmpty() && !session.searchPath().isEmpty()) {
      schemas.addAll(path);
      schemas.addAll(systemSchemas);
      return List.copyOf(schemas);
    }
    List<String> visible =
        Stream.concat(reader.schemas().stream(), systemSchemas.stream()).toList();
    if (wanted.isEmpty() || wanted.contains(ALL)) {
      schemas.addAll(path);
      schemas.addAll(visible);
    }
    wanted.stream().filter(w -> !w.equals(ALL)).forEach(w -> schemas.add(named(w, visible)));
    return List.copyOf(schemas);
  }

  private boolean isAllowed(String schema) {
    return systemSchemas.contains(schema) || !SystemSchemas.contains(schema);
  }

  private static String named(String wanted, List<String> visible) {
    List<String> alike = visible.stream().filter(wanted::equalsIgnoreCase).toList();
    return Stream.concat(
            visible.stream().filter(wanted::equals),
            alike.size() == 1 ? alike.stream() : Stream.empty())
        .findFirst()
        .orElseThrow(() -> unknown(wanted, visible));
  }

  private static ConfigurationException unknown(String wanted, List<String> visible) {
    if (SystemSchemas.contains(wanted)) {
      return new ConfigurationException(
          "setting 'nl2sql.schemas' names the system schema '%s', which is read only with"
                  .formatted(wanted)
              + " nl2sql.guard.systemCatalogs=true");
    }
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    String hint =
        visible.stream()
            .min(
                Comparator.comparingInt(
                    v ->
                        distance.apply(
                            v.toLowerCase(Locale.ROOT), wanted.toLowerCase(Locale.ROOT))))
            .map(v -> "; did you mean '" + v + "'?")
            .orElse("");
    return new ConfigurationException(
        "setting 'nl2sql.schemas' names the schema '%s', which this session does not see%s"
            .formatted(wanted, hint));
  }

  private static String fingerprint(Collection<Table> tables, Collection<ForeignKey> keys) {
    StringBuilder shape = new StringBuilder();
    for (Table table : tables) {
      shape.append(table.name()).append(table.kind()).append(table.primaryKey());
      shape.append(table.uniqueKeys()).append(table.columns()).append('\n');
    }
    keys.forEach(shape::append);
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(shape.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
