package dev.nl2sql.eval;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The folder of shared data, which is no part of the project. */
final class SharedFolder {
  private SharedFolder() {}

  /** Where {@code NL2SQL_SHARED} says, else beside the repository; empty if there is none. */
  static Optional<Path> find() {
    String told = System.getenv("NL2SQL_SHARED");
    Path folder = told == null ? Path.of("..", "..", "shared") : Path.of(told);
    return Files.isDirectory(folder)
        ? Optional.of(folder.toAbsolutePath().normalize())
        : Optional.empty();
  }
}
