package dev.nl2sql.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates for tests, made by the JDK's own tool in a folder of the test. */
public final class Certificates {
  private static final String PASSWORD = "changeit";

  private final Path folder;

  /** Begins with an authority that {@link #trusting} trusts. */
  public Certificates(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    keytool(
        "-genkeypair -alias authority -keyalg EC -dname CN=authority -ext bc:c -validity 30",
        "authority");
    keytool(
        "-exportcert -alias authority -rfc -file " + folder.resolve("authority.pem"), "authority");
    keytool(
        "-importcert -noprompt -alias authority -file " + folder.resolve("authority.pem"),
        "trusted");
  }

  /** A server's side that nobody has signed. */
  public SSLContext selfSigned() throws Exception {
    if (Files.exists(folder.resolve("stranger.p12"))) {
      return server("stranger");
    }
    keytool(
        "-genkeypair -alias stranger -keyalg EC -dname CN=localhost -ext san=dns:localhost"
            + " -validity 30",
        "stranger");
    return server("stranger");
  }

  /**
   * A server's side that the authority signed.
   *
   * @param name of the store, and of nothing else
   * @param host the name in the certificate
   * @param start when it begins to hold, as the tool has it: {@code -10d}
   * @param days how long it holds
   */
  public SSLContext signed(String name, String host, String start, int days) throws Exception {
    Path request = folder.resolve(name + ".csr");
    Path certificate = folder.resolve(name + ".pem");
    keytool("-genkeypair -alias server -keyalg EC -dname CN=server", name);
    keytool("-certreq -alias server -file " + request, name);
    keytool(
        "-gencert -rfc -alias authority -ext san=dns:%s -startdate %s -validity %d -infile %s -outfile %s"
            .formatted(host, start, days, request, certificate),
        "authority");
    keytool(
        "-importcert -noprompt -alias authority -file " + folder.resolve("authority.pem"), name);
    keytool("-importcert -noprompt -alias server -file " + certificate, name);
    return server(name);
  }

  /** A client's side that trusts the authority and nobody else. */
  public SSLContext trusting() throws GeneralSecurityException, IOException {
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store("trusted"));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private SSLContext server(String name) throws GeneralSecurityException, IOException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store(name), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private KeyStore store(String name) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve(name + ".p12"))) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private void keytool(String arguments, String store) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of(arguments.split(" ")));
    command.addAll(List.of("-keystore", folder.resolve(store + ".p12").toString()));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("keytool " + arguments + ": " + said);
    }
  }
}
