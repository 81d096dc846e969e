package dev.nl2sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nl2sql.Setting;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of the store: who has it, who may read it, and what is left of it when things break. */
class StoreFileTest {
  private static final long SEED = 20261130;
  private static final int DAMAGES = Integer.getInteger("nl2sql.damages", 16);

  /** How often a process is killed, and how many there are at once. */
  private static final int KILLS = Integer.getInteger("nl2sql.kills", 10);

  private static final int PROCESSES = Integer.getInteger("nl2sql.processes", 4);

  /** After so many kills another store is begun, so that none becomes large. */
  private static final int KILLS_EACH = 20;

  @TempDir Path folder;

  private Path base() {
    return folder.resolve("memory");
  }

  private Path file() {
    return folder.resolve("memory.v1.mv.db");
  }

  private Path seal() {
    return folder.resolve("memory.v1.seal");
  }

  private String store() {
    return "file:" + base();
  }

  /** What a user finds: corrected questions, and warnings of a question. */
  private record Found(Set<String> corrected, List<String> warnings) {}

  private Found find() throws SQLException {
    return find(store());
  }

  private static Found find(String store) throws SQLException {
    try (Nl2SqlDataSource source = StoreProgram.source(store);
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS members (member_id INT)");
      try (ResultSet rows = statement.executeQuery("ASK 'is it well'")) {
        assertThat(rows.next()).isTrue();
      }
      List<String> warnings = new ArrayList<>();
      for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
        warnings.add(w.getSQLState() + " " + w.getMessage());
      }
      Set<String> corrected = new TreeSet<>();
      try (ResultSet rows = statement.executeQuery("SHOW NL EXAMPLES")) {
        while (rows.next()) {
          if (rows.getString(1).equals("corrected")) {
            String question = rows.getString(2);
            String number = question.substring(question.lastIndexOf(' ') + 1);
            assertThat(question.startsWith("question number ") ? rows.getString(3) : "SELECT 0")
                .as("what was said of '%s'", question)
                .isEqualTo(
                    question.startsWith("question number ")
                        ? "SELECT " + number + " AS n FROM members"
                        : "SELECT 0");
            corrected.add(question);
          }
        }
      }
      return new Found(corrected, warnings);
    }
  }

  private void fill(int corrections) throws SQLException {
    try (Nl2SqlDataSource source = StoreProgram.source(store());
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE members (member_id INT)");
      for (int i = 0; i < corrections; i++) {
        statement.executeQuery("ASK 'question number " + i + "'").close();
        statement.execute("NL FEEDBACK BAD 'SELECT " + i + " AS n FROM members'");
      }
    }
  }

  private Process process(int corrections) throws IOException {
    return process(store(), corrections, 0);
  }

  private static Process process(String store, int corrections, int first) throws IOException {
    return started(List.of(), store, corrections, first);
  }

  /** A process that a command of the operating system starts, or none. */
  private static Process started(List<String> by, String store, int corrections, int first)
      throws IOException {
    List<String> command = new ArrayList<>(by);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            StoreProgram.class.getName(),
            store,
            Integer.toString(corrections),
            Integer.toString(first)));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** A limit of the operating system on the size of files stands for a disk that is full. */
  @Test
  void aFullDiskCostsNoAnswerAndIsTold() throws Exception {
    Process process =
        started(List.of("bash", "-c", "ulimit -f 120 && exec \"$@\"", "bash"), store(), 60, 0);
    try {
      List<String> said = read(process, 60);
      assertThat(said.get(0)).isEqualTo("kept 0");
      assertThat(said.get(59)).as("it is full by then").isEqualTo("kept 59 01NL7");
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    Found found = find();
    assertThat(found.corrected()).as("what went in before").contains("question number 0");
  }

  /** A disk of its own, in a name space of its own, that goes with the process. */
  private static List<String> onDisk(String mounting, Path disk) throws Exception {
    List<String> inNameSpace = List.of("unshare", "-rm", "bash", "-c");
    String script = mounting.replace("DISK", "'" + disk + "'");
    List<String> trial = new ArrayList<>(inNameSpace);
    trial.add(script);
    try {
      Process process = new ProcessBuilder(trial).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assumeTrue(process.waitFor() == 0, "no disk can be mounted here: " + said);
    } catch (IOException e) {
      return Assumptions.abort("there is no command to make a name space: " + e.getMessage());
    }
    List<String> all = new ArrayList<>(inNameSpace);
    all.add(script + " && exec \"$@\"");
    all.add("bash");
    return all;
  }

  @Test
  void aSmallDiskOfItsOwnCostsNoAnswerAndIsTold() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    List<String> small = onDisk("mount -t tmpfs -o size=120k,mode=700 tmpfs DISK", disk);
    Process process = started(small, "file:" + disk.resolve("memory"), 60, 0);
    try {
      assertThat(read(process, 60).get(59)).isEqualTo("kept 59 01NL7");
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  /** An older store that may only be read, and a folder where nothing can be made. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFolderThatMayOnlyBeReadCostsNoAnswerAndIsTold(boolean isThere) throws Exception {
    if (isThere) {
      fill(1);
    }
    List<String> readOnly =
        onDisk("mount --bind DISK DISK && mount -o remount,ro,bind DISK", folder);
    Process process = started(readOnly, store(), 3, 100);
    try {
      assertThat(read(process, 3))
          .containsExactly("kept 100 01NL7", "kept 101 01NL7", "kept 102 01NL7");
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    if (isThere) {
      assertThat(find()).isEqualTo(new Found(Set.of("question number 0"), List.of()));
    }
  }

  @Test
  void aHomeThatIsNoneCostsNoAnswerAndIsTold() throws Exception {
    String home = System.getProperty("user.home");
    System.setProperty("user.home", Files.writeString(folder.resolve("x"), "a file").toString());
    try {
      assertThat(find("file").warnings())
          .singleElement()
          .asString()
          .startsWith("01NL7")
          .contains("cannot be made");
    } finally {
      System.setProperty("user.home", home);
    }
  }

  /** What is kept slowest while others write, from the line that a process ends with. */
  private static long slowest(Process process) throws IOException {
    String line = out(process).readLine();
    assertThat(line).startsWith("slowest ");
    return Long.parseLong(line.substring("slowest ".length()));
  }

  /** One of them has the file, the others keep in memory and say so; nobody waits for another. */
  @Test
  void ofManyProcessesOneHasTheFile() throws Exception {
    int each = 5;
    List<Process> processes = new ArrayList<>();
    List<Set<String>> owners = new ArrayList<>();
    long slowest = 0;
    try {
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(process(store(), each, 100 * i));
      }
      for (int i = 0; i < PROCESSES; i++) {
        List<String> said = read(processes.get(i), each);
        slowest = Math.max(slowest, slowest(processes.get(i)));
        if (said.stream().noneMatch(line -> line.endsWith("01NL7"))) {
          owners.add(questions(100 * i, 100 * i + each));
        } else {
          assertThat(said).as("told at every answer").allMatch(line -> line.endsWith("01NL7"));
        }
      }
    } finally {
      destroy(processes);
    }
    System.out.printf("%d processes, one file: slowest %d ms%n", PROCESSES, slowest);
    assertThat(owners).as("who had the file").hasSize(1);
    assertThat(find()).isEqualTo(new Found(owners.get(0), List.of()));
  }

  /** With a database as the store all of them keep what they are told in one place. */
  @Test
  void manyProcessesOfOneDatabaseLoseNothing() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      String store = server.getJdbcUrl("postgres", "postgres");
      int each = 5;
      List<Process> processes = new ArrayList<>();
      Set<String> said = new TreeSet<>();
      long slowest = 0;
      try {
        for (int i = 0; i < PROCESSES; i++) {
          processes.add(process(store, each, 100 * i));
          said.addAll(questions(100 * i, 100 * i + each));
        }
        for (Process process : processes) {
          assertThat(read(process, each)).allMatch(line -> !line.endsWith("01NL7"));
          slowest = Math.max(slowest, slowest(process));
        }
      } finally {
        destroy(processes);
      }
      System.out.printf("%d processes, one database: slowest %d ms%n", PROCESSES, slowest);
      assertThat(find(store)).isEqualTo(new Found(said, List.of()));
    }
  }

  private static void destroy(List<Process> processes) throws InterruptedException {
    processes.forEach(Process::destroyForcibly);
    for (Process process : processes) {
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static Set<String> questions(int first, int end) {
    return IntStream.range(first, end)
        .mapToObj(i -> "question number " + i)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Killed at any moment, while it opens, writes or waits: what was acknowledged is there, at most
   * the one that was being written besides, each as it was said, and nothing is damaged.
   */
  @Test
  void aProcessKilledAtAnyMomentLeavesAWholeStore() throws Exception {
    Random random = new Random(SEED);
    int next = 0;
    int whileOpening = 0;
    for (int i = 0; i < KILLS; i++) {
      if (i % KILLS_EACH == 0) {
        deleteAllBut();
        next = 0;
      }
      Process process = process(store(), 100_000, next);
      int read = 0;
      if (i % 3 == 0) {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(1_500));
      } else {
        read = read(process, 1 + random.nextInt(8)).size();
        TimeUnit.MICROSECONDS.sleep(random.nextInt(5_000));
      }
      // Not by the process itself, which would close what it still has to say.
      assertThat(process.toHandle().destroyForcibly()).isTrue();
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      int acknowledged = Math.max(next + read, lastKept(process) + 1);
      whileOpening += acknowledged == next ? 1 : 0;
      Found found = find();
      assertThat(found.warnings()).as("kill %d", i).isEmpty();
      Set<String> kept = questions(0, acknowledged);
      assertThat(found.corrected()).as("kill %d", i).containsAll(kept);
      found.corrected().removeAll(kept);
      assertThat(found.corrected()).as("kill %d: one was being written", i).hasSizeLessThan(2);
      next = acknowledged + found.corrected().size();
    }
    System.out.printf(
        "killed %d times, %d before anything was kept: lost 0, mixtures 0%n", KILLS, whileOpening);
  }

  /** The number of the last line that a process has written, whether it was read or not. */
  private static int lastKept(Process process) throws IOException {
    int last = -1;
    BufferedReader out = out(process);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.matches("kept \\d+ .*")) {
        last = Integer.parseInt(line.split(" ")[1]);
      }
    }
    return last;
  }

  /** Two engines of one process, and many threads on each: one has the file, nobody waits. */
  @Test
  void threadsOfOneProcessLoseNothing() throws Exception {
    List<FutureTask<Void>> writers = new ArrayList<>();
    try (Nl2SqlDataSource source = StoreProgram.source(store());
        Connection keeper = source.getConnection();
        Statement plain = keeper.createStatement()) {
      plain.execute("CREATE TABLE members (member_id INT)");
      for (int i = 0; i < 8; i++) {
        int number = i;
        FutureTask<Void> writer = new FutureTask<>(() -> correct(source, number), null);
        writers.add(writer);
        new Thread(writer, "writer-" + i).start();
      }
      for (FutureTask<Void> writer : writers) {
        writer.get();
      }
    }
    assertThat(find().corrected()).hasSize(8 * 5);
  }

  private static void correct(Nl2SqlDataSource source, int writer) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 5; i++) {
        statement.executeQuery("ASK 'question " + i + " of " + writer + "'").close();
        statement.execute("NL FEEDBACK BAD 'SELECT " + i + " AS n FROM members'");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is too old goes while the engine lives; what a user said stays. */
  @Test
  void whatIsTooOldIsDropped() throws Exception {
    fill(2);
    try (Nl2SqlDataSource source =
            Nl2SqlDataSource.builder()
                .url(StoreProgram.DATABASE)
                .generator(new StoreProgram.Sure())
                .setting(Setting.STORE, store())
                .setting(Setting.STORE_RETENTION, "1ms")
                .build();
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE members (member_id INT)");
      statement.executeQuery("ASK 'is it well'").close();
      int entries = 1;
      for (int i = 0; i < 100 && entries > 0; i++) {
        Thread.sleep(20);
        statement.executeQuery("ASK 'is it well'").close();
        entries = 0;
        try (ResultSet rows = statement.executeQuery("SHOW NL HISTORY")) {
          while (rows.next()) {
            entries += rows.getString("question").startsWith("question number") ? 1 : 0;
          }
        }
      }
      assertThat(entries).as("old questions").isZero();
    }
    Found found = find();
    assertThat(found.corrected()).hasSize(2);
    assertThat(found.warnings()).isEmpty();
  }

  private static BufferedReader out(Process process) {
    return process.inputReader(StandardCharsets.UTF_8);
  }

  private static List<String> read(Process process, int lines) throws IOException {
    BufferedReader out = out(process);
    List<String> said = new ArrayList<>();
    while (said.size() < lines) {
      String line = out.readLine();
      assertThat(line).as("the process ended after %s", said).isNotNull();
      if (line.startsWith("kept ")) {
        said.add(line.strip());
      }
    }
    return said;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void whatIsAcknowledgedSurvivesKill(int acknowledged) throws Exception {
    Process process = process(1_000);
    List<String> said = read(process, acknowledged);
    process.destroyForcibly();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    Found found = find();
    assertThat(found.warnings()).isEmpty();
    for (int i = 0; i < acknowledged; i++) {
      assertThat(said.get(i)).isEqualTo("kept " + i);
      assertThat(found.corrected()).contains("question number " + i);
    }
  }

  @Test
  void aSecondProcessFallsBackToMemoryAndSaysSo() throws Exception {
    Process first = process(1);
    try {
      read(first, 1);
      Process second = process(1);
      try {
        assertThat(read(second, 1)).containsExactly("kept 0 01NL7");
      } finally {
        second.destroyForcibly();
      }
      Found here = find();
      assertThat(here.warnings())
          .singleElement()
          .asString()
          .startsWith("01NL7")
          .contains("another");
      assertThat(here.corrected()).isEmpty();
    } finally {
      first.destroyForcibly();
    }
    assertThat(first.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(find().corrected()).containsExactly("question number 0");
  }

  @Test
  void onlyItsOwnerMayReadIt() throws Exception {
    fill(3);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(file(), seal());
    }
    for (Path file : List.of(file(), seal())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"readable", "link", "folder", "dangling", "no folder", "not writable"})
  void whatIsNotItsOwnFileIsNotUsed(String fault) throws Exception {
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "untouched");
    switch (fault) {
      case "readable" -> {
        fill(1);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
      }
      case "link" -> Files.createSymbolicLink(file(), elsewhere);
      case "dangling" -> Files.createSymbolicLink(file(), folder.resolve("nowhere"));
      case "folder" -> Files.createDirectory(file());
      case "no folder" -> Files.writeString(base().resolveSibling("x"), "a file");
      default -> {
        fill(1);
        Files.setPosixFilePermissions(file(), Set.<PosixFilePermission>of());
      }
    }
    String store = fault.equals("no folder") ? "file:" + folder.resolve("x/memory") : store();
    try (Nl2SqlDataSource source = StoreProgram.source(store);
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE members (member_id INT)");
      boolean rootMayAll = fault.equals("not writable");
      for (int i = 0; i < 2; i++) {
        assertThat(statement.executeQuery("ASK 'is it well'").next()).isTrue();
        if (!rootMayAll) {
          assertThat(statement.getWarnings().getSQLState()).isEqualTo("01NL7");
        }
      }
      try (ResultSet rows = statement.executeQuery("SHOW NL HISTORY")) {
        assertThat(rows.next()).isTrue();
      }
    }
    assertThat(Files.readString(elsewhere)).isEqualTo("untouched");
    assertThat(folder.resolve("nowhere")).doesNotExist();
  }

  /** Damage leaves an earlier state or a new file, and both are told; never what nobody said. */
  @Test
  void aDamagedFileAnswersNothingThatNobodySaid() throws Exception {
    fill(5);
    Set<String> said = find().corrected();
    assertThat(said).hasSize(5);
    byte[] whole = Files.readAllBytes(file());
    byte[] seal = Files.readAllBytes(seal());
    Random random = new Random(SEED);
    int told = 0;
    for (int i = 0; i < DAMAGES; i++) {
      Files.write(file(), damaged(whole, random, i));
      Files.write(seal(), seal);
      Found found = find();
      assertThat(said).as("run %d", i).containsAll(found.corrected());
      boolean isTold = found.warnings().stream().anyMatch(w -> w.startsWith("01NL7"));
      told += isTold ? 1 : 0;
      assertThat(isTold || found.corrected().equals(said)).as("run %d is told", i).isTrue();
      deleteAllBut(file(), seal());
    }
    System.out.printf("damaged stores: %d, told %d%n", DAMAGES, told);
    assertThat(told).isPositive();
  }

  private void deleteAllBut(Path... kept) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path extra : files.filter(f -> !List.of(kept).contains(f)).toList()) {
        Files.delete(extra);
      }
    }
  }

  /** An older copy that somebody put back is an earlier state too. */
  @Test
  void anOlderCopyIsTold() throws Exception {
    fill(1);
    byte[] older = Files.readAllBytes(file());
    find();
    Files.write(file(), older);
    assertThat(find().warnings())
        .singleElement()
        .asString()
        .startsWith("01NL7")
        .contains("earlier state");
    assertThat(find().warnings()).as("it is told once").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rubbish", "ENTRY x 00000000", "ENTRY", "PAIR a b c d e f"})
  void aSealThatSaysNothingChangesNothing(String seal) throws Exception {
    fill(1);
    Files.writeString(seal(), seal);
    Found found = find();
    assertThat(found.warnings()).isEmpty();
    assertThat(found.corrected()).hasSize(1);
  }

  private static byte[] damaged(byte[] whole, Random random, int run) {
    switch (run % 4) {
      case 0 -> {
        return java.util.Arrays.copyOf(whole, random.nextInt(whole.length));
      }
      case 1 -> {
        byte[] flipped = whole.clone();
        flipped[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
        return flipped;
      }
      case 2 -> {
        byte[] noise = new byte[whole.length];
        random.nextBytes(noise);
        return noise;
      }
      default -> {
        byte[] holed = whole.clone();
        int start = random.nextInt(whole.length);
        int end = Math.min(whole.length, start + 4096);
        java.util.Arrays.fill(holed, start, end, (byte) 0);
        return holed;
      }
    }
  }

  @Test
  void anEmptyFileIsBegunAnew() throws Exception {
    Files.createFile(
        file(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    assertThat(find().warnings()).isEmpty();
  }
}
