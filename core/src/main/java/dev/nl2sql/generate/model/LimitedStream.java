package dev.nl2sql.generate.model;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that is read while it comes, up to a number of bytes. */
final class LimitedStream extends FilterInputStream {
  private final int limit;
  private long count;

  LimitedStream(InputStream body, int limit) {
    super(body);
    this.limit = limit;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    counted(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int read = super.read(target, from, length);
    counted(Math.max(read, 0));
    return read;
  }

  private void counted(int bytes) {
    count += bytes;
    if (count > limit) {
      throw ModelFault.lasting("too long", "its answer is longer than " + limit + " bytes");
    }
  }
}
