package dev.nl2sql.memory;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.execute.RealDataSource;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of an embedded store. It opens no socket, only its owner may read it, one process has it
 * at a time, and what was committed survives the end of the process. A file that cannot be read is
 * set aside and a new one begun.
 */
final class StoreFile {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);

  /** A file for each major version of the format. */
  private static final String SUFFIX = ".v1";

  private static final String DATABASE_SUFFIX = ".mv.db";
  private static final String SEAL_SUFFIX = ".seal";

  private static final String FRESH_SUFFIX = ".new";

  /**
   * Each commit is written at once, no file is locked by name, nothing is traced, no hook is left.
   *
   * <p>The file only grows, at its end. H2 would otherwise put a commit into a gap that older ones
   * have left, and the header of the file, which is written after it, names the commit before: the
   * end of the process at that moment loses it. The last one at the end of the file is always
   * found, and nothing that is there is ever overwritten. A file that has become large is written
   * anew, see {@link #renewed}.
   */
  private static final String OPTIONS =
      ";WRITE_DELAY=0;REUSE_SPACE=FALSE;MAX_COMPACT_TIME=0"
          + ";FILE_LOCK=FS;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0;TRACE_LEVEL_SYSTEM_OUT=0";

  /** Up to this size of bytes no file is written anew. */
  private static final long SMALL = 16_000_000;

  /** How many times larger than just after it was written anew a file may become. */
  private static final int GROWTH = 4;

  private static final String ACCOUNT = "nl2sql";
  private static final int IN_USE = 90020;
  private static final int OTHER_FORMAT = 90048;
  private static final Set<Integer> DAMAGED = Set.of(90030, 50000);
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final Path base;
  private final StoreConnections connections;
  private final StoreSchema schema;
  private final long small;
  private long large;

  /** Why a file is not used. */
  static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1;

    UnusableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * @param location a path without suffix; empty is a file in the user's home
   * @throws ConfigurationException if it cannot be a path
   */
  StoreFile(String location, StoreConnections connections, StoreSchema schema) {
    this(location, connections, schema, SMALL);
  }

  /**
   * @param small up to how many bytes the file is not written anew
   */
  StoreFile(String location, StoreConnections connections, StoreSchema schema, long small) {
    this.base = path(location);
    this.connections = connections;
    this.schema = schema;
    this.small = small;
    this.large = small;
  }

  private static Path path(String location) {
    String home = System.getProperty("user.home", "");
    String full =
        location.isEmpty()
            ? home + "/.nl2sql/memory"
            : location.startsWith("~/") ? home + location.substring(1) : location;
    if (full.indexOf(';') >= 0 || full.chars().anyMatch(Character::isISOControl)) {
      throw new ConfigurationException(
          "setting 'nl2sql.store' names a file with a semicolon or a control character; expected a"
              + " plain path");
    }
    try {
      return Path.of(full).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new ConfigurationException(
          "setting 'nl2sql.store' names no file: " + e.getMessage(), e);
    }
  }

  /** What was written last, see {@link Seal}. */
  private Path sealFile() {
    return base.resolveSibling(base.getFileName() + SUFFIX + SEAL_SUFFIX);
  }

  /** The file itself. */
  Path file() {
    return base.resolveSibling(base.getFileName() + SUFFIX + DATABASE_SUFFIX);
  }

  /**
   * An open store.
   *
   * @param note what became of an older file, if it was set aside
   */
  record Opened(MemoryStore store, Optional<String> note) {}

  /**
   * Opens the file, which is made if it is missing.
   *
   * @throws UnusableException if another process has it, it may not be written, or others may
   */
  Opened open() throws UnusableException {
    makeFile(file());
    makeFile(sealFile());
    try {
      SealedStore store = connected();
      return new Opened(store, note(store));
    } catch (SQLException e) {
      if (!isDamaged(e)) {
        throw unusable(e);
      }
      return new Opened(afresh(e), Optional.of(setAsideNote()));
    }
  }

  private SealedStore connected() throws SQLException {
    JdbcStore store = database(file());
    try {
      store.demandReadable();
      removeHalfWritten();
      large = Math.max(small, GROWTH * store.bytesInUse());
      return new SealedStore(store, new Seal(sealFile()), this::renewed);
    } catch (SQLException | RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private JdbcStore database(Path file) throws SQLException {
    String path = file.toString();
    String name = path.substring(0, path.length() - DATABASE_SUFFIX.length());
    return JdbcStore.open(
        new RealDataSource("jdbc:h2:file:" + name + OPTIONS, ACCOUNT, "", connections.embedded()),
        schema,
        JdbcStore.Keeping.ONE,
        "file " + file());
  }

  /**
   * Writes the file anew if it has become large. The new one takes the place of the old in one
   * step, while the old is still held: whoever is killed, or asks for the file meanwhile, finds one
   * of them, and all in it.
   */
  private JdbcStore renewed(JdbcStore store) throws SQLException {
    try {
      if (Files.size(file()) < large) {
        return store;
      }
      Files.deleteIfExists(freshFile());
      makeFile(freshFile());
      JdbcStore fresh = database(freshFile());
      try {
        store.copyTo(fresh);
      } finally {
        fresh.close();
      }
      Files.move(freshFile(), file(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | UnusableException | SQLException e) {
      LOG.info("the store {} cannot be written anew and goes on growing", file(), e);
      large = GROWTH * large;
      return store;
    }
    store.close();
    JdbcStore renewed = database(file());
    large = Math.max(small, GROWTH * renewed.bytesInUse());
    return renewed;
  }

  /** What a process left that was killed while it wrote the file anew. */
  private void removeHalfWritten() {
    try {
      Files.deleteIfExists(freshFile());
    } catch (IOException e) {
      LOG.debug("what is left beside the store cannot be removed", e);
    }
  }

  private Path freshFile() {
    return base.resolveSibling(base.getFileName() + SUFFIX + FRESH_SUFFIX + DATABASE_SUFFIX);
  }

  private SealedStore afresh(SQLException damage) throws UnusableException {
    LOG.warn("the store {} is damaged and is set aside: {}", file(), reason(damage));
    try {
      Path aside = file().resolveSibling(file().getFileName() + ".damaged-" + System.nanoTime());
      Files.move(file(), aside);
      makeFile(file());
      SealedStore store = connected();
      store.accept();
      return store;
    } catch (IOException | SQLException e) {
      throw new UnusableException("the store " + file() + " is damaged: " + reason(damage), e);
    }
  }

  /** What is missing, if anything is. */
  private Optional<String> note(SealedStore store) throws SQLException {
    int pairs = store.damagedPairs();
    int entries = store.damagedEntries();
    if (!store.isWhole()) {
      store.accept();
      return Optional.of(
          "the store "
              + file()
              + " was damaged or replaced and has gone back to an earlier state: what was kept last"
              + " is missing");
    }
    return pairs + entries == 0
        ? Optional.empty()
        : Optional.of(
            "%d pairs and %d questions of the past in the store %s are damaged and are left out"
                .formatted(pairs, entries, file()));
  }

  private String setAsideNote() {
    return "the store "
        + file()
        + " was damaged; it was set aside beside it (.damaged-…) and a new one begun";
  }

  /** Makes the file for its owner alone, before anything is in it. */
  private void makeFile(Path file) throws UnusableException {
    try {
      Files.createDirectories(
          file.getParent(), attributes(PosixFilePermissions.fromString("rwx------")));
      Files.createFile(file, attributes(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      demandOwn(file);
    } catch (IOException e) {
      throw new UnusableException("the store %s cannot be made (%s)".formatted(file, reason(e)), e);
    }
  }

  private static FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  /** What others own, may read, or may have put in its place is not trusted. */
  private static void demandOwn(Path file) throws UnusableException {
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new UnusableException(
            "the store %s is no plain file (a link or a folder); give the path of a plain file"
                .formatted(file),
            null);
      }
      if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        return;
      }
      Set<PosixFilePermission> found =
          Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
      if (!OWNER_ONLY.containsAll(found)) {
        throw new UnusableException(
            "the store %s has the mode %s, so that others may use it; set it to 600"
                .formatted(file, PosixFilePermissions.toString(found)),
            null);
      }
      String owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName();
      if (!owner.equals(System.getProperty("user.name")) || !Files.isWritable(file)) {
        throw new UnusableException(
            "the store %s belongs to %s and may not be written by this process"
                .formatted(file, owner),
            null);
      }
    } catch (IOException e) {
      throw new UnusableException("the store %s cannot be read".formatted(file), e);
    }
  }

  private static boolean isDamaged(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e && e.getErrorCode() == IN_USE) {
        return false;
      }
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e && DAMAGED.contains(e.getErrorCode())) {
        return true;
      }
    }
    return false;
  }

  private UnusableException unusable(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e && e.getErrorCode() == IN_USE) {
        return new UnusableException(
            "the store %s is in use by another process; give this one a file of its own, or both a"
                    .formatted(file())
                + " database (nl2sql.store=jdbc:…)",
            failure);
      }
      if (cause instanceof SQLException e && e.getErrorCode() == OTHER_FORMAT) {
        return new UnusableException(
            "the store %s was written by another version of H2 that this one cannot read"
                .formatted(file()),
            failure);
      }
    }
    return new UnusableException(
        "the store %s cannot be opened (%s)".formatted(file(), reason(failure)), failure);
  }

  private static String reason(Throwable failure) {
    Throwable first = failure;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    String text = String.valueOf(first.getMessage());
    return first.getClass().getSimpleName() + ": " + text.lines().findFirst().orElse("");
  }
}
