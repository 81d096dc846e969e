package dev.nl2sql.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A small file beside the store that says what was written to it last. A damaged database goes back
 * to an earlier state of itself without a word; if what was written last is missing in it, that is
 * known.
 *
 * <p>The record has one length and is overwritten in place; one that is torn, foreign or missing
 * says nothing. Not thread-safe.
 */
final class Seal implements AutoCloseable {
  private static final String NOTHING = "nothing";

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

  /** What the record says, if it says anything. */
  Optional<Mark> read() throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    String[] parts = text.strip().split(" +");
    if (parts.length != 3 || !checksum(parts[0], parts[1]).equals(parts[2])) {
      return Optional.empty();
    }
    for (Kind kind : Kind.values()) {
      if (kind.name().equals(parts[0])) {
        return Optional.of(new Mark(kind, parts[1]));
      }
    }
    return Optional.empty();
  }

  void write(Mark mark) throws IOException {
    write(mark.kind().name(), mark.id());
  }

  /** From now on nothing is expected to be there. */
  void clear() throws IOException {
    write(NOTHING, NOTHING);
  }

  private void write(String kind, String id) throws IOException {
    if (channel == null) {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }
    String record = "%-7s %-64s %s%n".formatted(kind, id, checksum(kind, id));
    channel.write(ByteBuffer.wrap(record.getBytes(StandardCharsets.ISO_8859_1)), 0);
  }

  private static String checksum(String kind, String id) {
    CRC32 sum = new CRC32();
    sum.update((kind + " " + id).getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(sum.getValue());
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
