package dev.nl2sql.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * A small file beside the store that says what was written to it last. A damaged database goes back
 * to an earlier state of itself without a word; if what was written last is missing in it, that is
 * known.
 *
 * <p>While something is being written both are named, what was written last and what is being
 * written, for a process that is killed then leaves one or the other. The record has one length and
 * is overwritten in place; one that is torn, foreign or missing says nothing. Not thread-safe.
 */
final class Seal implements AutoCloseable {
  private static final String NOTHING = "nothing nothing";

  /** Of two marks with an identity of 64 characters each. */
  private static final int LENGTH = 145;

  private final Path file;
  private FileChannel channel;

  /**
   * What was written last.
   *
   * @param id of a question of the past, or the digest of a pair
   */
  record Mark(Kind kind, String id) {}

  /** Where it stands. */
  enum Kind {
    ENTRY,
    PAIR
  }

  Seal(Path file) {
    this.file = file;
  }

  /** What the record says: one of these is there. Empty if it says nothing. */
  List<Mark> read() throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    int end = text.lastIndexOf(' ');
    String said = text.substring(0, Math.max(0, end)).strip();
    if (!checksum(said).equals(text.substring(end + 1))) {
      return List.of();
    }
    String[] words = said.split(" +");
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i + 1 < words.length; i += 2) {
      mark(words[i], words[i + 1]).ifPresent(marks::add);
    }
    return List.copyOf(marks);
  }

  private static Optional<Mark> mark(String kind, String id) {
    for (Kind known : Kind.values()) {
      if (known.name().equals(kind)) {
        return Optional.of(new Mark(known, id));
      }
    }
    return Optional.empty();
  }

  /** From now on one of these is expected to be there. */
  void write(List<Mark> marks) throws IOException {
    write(marks.stream().map(m -> m.kind() + " " + m.id()).collect(Collectors.joining(" ")));
  }

  /** From now on nothing is expected to be there. */
  void clear() throws IOException {
    write(NOTHING);
  }

  private void write(String said) throws IOException {
    if (channel == null) {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }
    String record = ("%-" + LENGTH + "s %s%n").formatted(said, checksum(said));
    channel.write(ByteBuffer.wrap(record.getBytes(StandardCharsets.ISO_8859_1)), 0);
  }

  private static String checksum(String said) {
    CRC32 sum = new CRC32();
    sum.update(said.getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(sum.getValue());
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
