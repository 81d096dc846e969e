package dev.nl2sql.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A model that speaks HTTP/2 over TLS and nothing else: just enough frames for one answer. */
public final class Http2Model implements AutoCloseable {
  private static final int PREFACE = 24;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int ACKNOWLEDGED = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final String TYPE = "application/json";

  /** Status 200 by its place in the table, and a content type that follows as text. */
  private static final byte[] ANSWER_HEAD = {(byte) 0x88, 0x0f, 0x10, (byte) TYPE.length()};

  private final SSLServerSocket listener;
  private final String content;
  private final List<String> bodies = new CopyOnWriteArrayList<>();

  private Http2Model(SSLServerSocket listener, String content) {
    this.listener = listener;
    this.content = content;
  }

  /** Starts one that answers every request with the same body. */
  public static Http2Model start(SSLContext tls, String content) throws IOException {
    SSLServerSocket listener =
        (SSLServerSocket)
            tls.getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    SSLParameters parameters = listener.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    listener.setSSLParameters(parameters);
    Http2Model model = new Http2Model(listener, content);
    daemon(model::accept);
    return model;
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** The bodies of the requests that came. */
  public List<String> bodies() {
    return List.copyOf(bodies);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "http2-model");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        SSLSocket socket = (SSLSocket) listener.accept();
        daemon(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(SSLSocket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      in.readFully(new byte[PREFACE]);
      frame(out, SETTINGS, 0, 0, new byte[0]);
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      while (true) {
        answerFrame(in, out, body);
      }
    } catch (IOException e) {
      // The client has gone.
      return;
    }
  }

  private void answerFrame(DataInputStream in, DataOutputStream out, ByteArrayOutputStream body)
      throws IOException {
    int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
    int kind = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    byte[] payload = in.readNBytes(length);
    if (kind == SETTINGS && (flags & ACKNOWLEDGED) == 0) {
      frame(out, SETTINGS, ACKNOWLEDGED, 0, new byte[0]);
    } else if (kind == PING && (flags & ACKNOWLEDGED) == 0) {
      frame(out, PING, ACKNOWLEDGED, 0, payload);
    } else if (kind == DATA) {
      body.write(payload);
    }
    if ((kind == DATA || kind == HEADERS) && (flags & END_STREAM) != 0) {
      bodies.add(body.toString(StandardCharsets.UTF_8));
      body.reset();
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      head.write(ANSWER_HEAD);
      head.write(TYPE.getBytes(StandardCharsets.US_ASCII));
      frame(out, HEADERS, END_HEADERS, stream, head.toByteArray());
      frame(out, DATA, END_STREAM, stream, content.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void frame(DataOutputStream out, int kind, int flags, int stream, byte[] payload)
      throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    DataOutputStream frame = new DataOutputStream(whole);
    frame.writeByte(payload.length >>> 16);
    frame.writeShort(payload.length);
    frame.writeByte(kind);
    frame.writeByte(flags);
    frame.writeInt(stream);
    frame.write(payload);
    out.write(whole.toByteArray());
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
