package dev.nl2sql.memory;

import dev.nl2sql.ConfigurationException;
import dev.nl2sql.Question;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock file of a report. Read again when it has changed; a file that became wrong leaves the
 * last good one in force. Written as a whole: a reader sees the old file or the new one.
 * Thread-safe.
 */
public final class LockFile {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final Path path;
  private State state;

  /**
   * @param modified time stamp when it was last looked at
   * @param fault why the newest version is not in force
   */
  private record State(List<LockedQuestion> questions, FileTime modified, Optional<String> fault) {}

  /**
   * A lock file; nothing is read yet.
   *
   * @throws ConfigurationException if the location is no path
   */
  public LockFile(String location) {
    try {
      this.path = Path.of(location);
    } catch (InvalidPathException e) {
      throw new ConfigurationException("setting 'nl2sql.lock' names no file: " + e.getMessage(), e);
    }
  }

  /**
   * The frozen statement of a question, if it has one.
   *
   * @throws ConfigurationException if the file was never readable
   */
  public synchronized Optional<LockedQuestion> find(Question question, String dialect) {
    return current().questions().stream()
        .filter(q -> q.isFor(question.text(), question.choices(), dialect))
        .findFirst();
  }

  /** Why the newest version of the file is not in force, if it is not. */
  public synchronized Optional<String> fault() {
    return Optional.ofNullable(state).flatMap(State::fault);
  }

  private State current() {
    FileTime modified = modified();
    if (state == null) {
      state = new State(load(), modified, Optional.empty());
    } else if (!state.modified().equals(modified)) {
      try {
        state = new State(load(), modified, Optional.empty());
      } catch (ConfigurationException e) {
        state = new State(state.questions(), modified, Optional.of(e.getMessage()));
      }
    }
    return state;
  }

  private FileTime modified() {
    try {
      return Files.getLastModifiedTime(path);
    } catch (IOException e) {
      return FileTime.fromMillis(-1);
    }
  }

  private List<LockedQuestion> load() {
    try {
      return LockText.read(Files.readString(path), path.toString());
    } catch (NoSuchFileException e) {
      throw new ConfigurationException(
          "%s: there is no such lock file; make it with nl2sql.lock.mode=write".formatted(path), e);
    } catch (IOException e) {
      throw new ConfigurationException(
          "%s: the lock file cannot be read (%s: %s); expected a readable UTF-8 file"
              .formatted(path, e.getClass().getSimpleName(), e.getMessage()),
          e);
    }
  }

  /**
   * Puts a question into the file, in place of what stood there for it; the others stay.
   *
   * @throws ConfigurationException if the file there is wrong
   * @throws IOException if it cannot be written
   */
  public synchronized void put(LockedQuestion locked) throws IOException {
    Files.createDirectories(path.toAbsolutePath().getParent());
    try (FileChannel guard =
        FileChannel.open(guard(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Ends with the channel, and with the process.
      demandTurn(guard);
      replace(locked);
    }
  }

  /** Writers take turns at this file, for the other one is replaced by each of them. */
  private Path guard() {
    return path.resolveSibling("." + path.getFileName() + ".guard");
  }

  private void demandTurn(FileChannel guard) throws IOException {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (System.nanoTime() < end) {
      try {
        if (guard.tryLock() != null) {
          return;
        }
      } catch (OverlappingFileLockException e) {
        // Another writer of this process has it.
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw new IOException(
        "another writer has kept the lock file for more than " + LONGEST_WAIT.toSeconds() + " s");
  }

  private void replace(LockedQuestion locked) throws IOException {
    List<LockedQuestion> all =
        new ArrayList<>(Files.exists(path) ? load() : List.<LockedQuestion>of());
    int at = all.size();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).isFor(locked.question(), locked.choices(), locked.dialect())) {
        all.remove(i);
        at = i;
      }
    }
    all.add(at, locked);
    write(LockText.write(all));
    state = null;
  }

  private void write(String text) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    Path fresh = Files.createTempFile(folder, "." + path.getFileName(), ".new");
    try {
      Files.writeString(fresh, text);
      Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** The file's name, for messages. */
  public String name() {
    return path.toString();
  }
}
