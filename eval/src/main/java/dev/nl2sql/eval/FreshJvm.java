package dev.nl2sql.eval;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a program in a Java process of its own, for what happens once in a process. */
final class FreshJvm {
  private FreshJvm() {}

  /**
   * What the program prints; its errors go where ours go.
   *
   * @param program a class with a main method
   * @param classPath folders and jars
   * @throws IOException if it cannot be started or fails
   */
  static String run(Class<?> program, List<String> classPath, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(
          "%s failed; what it said stands above: %s".formatted(program.getSimpleName(), said));
    }
    return said;
  }

  /** The folder or jar a class comes from. */
  static String place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
