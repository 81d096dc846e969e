package dev.nl2sql.jdbc;

import dev.nl2sql.ConfigurationException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;

/**
 * H2 for the driver's own use: from the jar inside our jar, with a class loader nobody else sees;
 * where there is no such jar, the H2 of our class loader. It is never registered, so the
 * application's own H2 URLs are not touched.
 */
final class EmbeddedH2 {
  private static final String NESTED_JAR = "META-INF/nl2sql/h2.jar";
  private static final String DRIVER = "org.h2.Driver";

  private final Supplier<Driver> driver;

  private EmbeddedH2(Supplier<Driver> driver) {
    this.driver = driver;
  }

  /** Looks for H2; that there is none is said when a connection is wanted. */
  static EmbeddedH2 find() {
    try {
      Driver found = load();
      return new EmbeddedH2(() -> found);
    } catch (ConfigurationException e) {
      return new EmbeddedH2(
          () -> {
            throw new ConfigurationException(e.getMessage(), e);
          });
    }
  }

  /**
   * Opens a connection of H2.
   *
   * @throws ConfigurationException if there is no H2
   */
  Connection connect(String url, Properties properties) throws SQLException {
    return driver.get().connect(url, properties);
  }

  private static Driver load() {
    ClassLoader own = EmbeddedH2.class.getClassLoader();
    try (InputStream jar = own.getResourceAsStream(NESTED_JAR)) {
      ClassLoader loader = jar == null ? own : new NestedJarLoader(jar);
      Class<?> type = Class.forName(DRIVER, false, loader);
      Driver driver = type.asSubclass(Driver.class).getConstructor().newInstance();
      if (loader != own) {
        // it registered itself; left there it would hold this class loader for ever
        type.getMethod("unload").invoke(null);
      }
      return driver;
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new ConfigurationException(
          "the demo database needs H2: use the all jar, or put com.h2database:h2 beside the driver",
          e);
    } catch (IOException e) {
      throw new ConfigurationException("the H2 inside the driver's jar cannot be read: " + e, e);
    }
  }

  /** Classes and resources of a jar held in memory; its parent knows only the platform. */
  private static final class NestedJarLoader extends ClassLoader {
    static {
      registerAsParallelCapable();
    }

    private final Map<String, byte[]> entries = new HashMap<>();
    private final ProtectionDomain domain =
        new ProtectionDomain(new CodeSource(null, (Certificate[]) null), null, this, null);

    NestedJarLoader(InputStream jar) throws IOException {
      super(ClassLoader.getPlatformClassLoader());
      try (JarInputStream stream = new JarInputStream(jar)) {
        for (JarEntry entry = stream.getNextJarEntry();
            entry != null;
            entry = stream.getNextJarEntry()) {
          entries.put(entry.getName(), stream.readAllBytes());
        }
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = entries.get(name.replace('.', '/') + ".class");
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length, domain);
    }

    @Override
    protected URL findResource(String name) {
      byte[] bytes = entries.get(name);
      try {
        return bytes == null ? null : new URL(null, "nested:" + name, new Handler(bytes));
      } catch (MalformedURLException e) {
        return null;
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      byte[] bytes = entries.get(name);
      return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }
  }

  /** Opens an address within the jar in memory. */
  private static final class Handler extends URLStreamHandler {
    private final byte[] bytes;

    Handler(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {
          connected = true;
        }

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(bytes);
        }
      };
    }
  }
}
