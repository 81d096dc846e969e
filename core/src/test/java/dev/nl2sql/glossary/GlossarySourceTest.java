package dev.nl2sql.glossary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nl2sql.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GlossarySourceTest {
  private static final String GOOD = "version: 1\nsynonyms: {client: [customer]}\n";

  @TempDir Path folder;
  private long stamp = 1_000_000;

  @Test
  void withoutALocationThereIsNoGlossary() {
    assertThat(new GlossarySource(Optional.empty()).current()).isEqualTo(Glossary.empty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/no/such/file.yaml",
        "classpath:no/such/glossary.yaml",
        "classpath:",
        "bad\u0000name.yaml",
        "/"
      })
  void whatCannotBeReadIsRefusedWithItsLocation(String location) {
    GlossarySource source = new GlossarySource(Optional.of(location));
    assertThatThrownBy(source::current)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(location)
        .hasMessageContaining("cannot be read")
        .hasMessageContaining("expected a readable UTF-8 file, or classpath:name");
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() throws IOException {
    Path file = folder.resolve("g.yaml");
    Files.write(file, "version: 1\n# gr\u00f6\n".getBytes(StandardCharsets.ISO_8859_1));
    GlossarySource source = new GlossarySource(Optional.of(file.toString()));
    assertThatThrownBy(source::current).hasMessageContaining("expected a readable UTF-8 file");
  }

  @Test
  void aFileThatBecameGoodIsRead() throws IOException {
    Path file = write("version: 3");
    GlossarySource source = new GlossarySource(Optional.of(file.toString()));
    assertThatThrownBy(source::current).hasMessageContaining("version '3'");
    write(GOOD);
    assertThat(source.current().synonyms()).containsKey("client");
  }

  @Test
  void aChangeIsReadAndAFaultLeavesTheLastGoodOneInForce() throws IOException {
    Path file = write(GOOD);
    GlossarySource source = new GlossarySource(Optional.of(file.toString()));
    Glossary first = source.current();
    assertThat(source.current()).isSameAs(first);
    assertThat(source.fault()).isEmpty();

    write("version: 1\nsynonym: {}\n");
    assertThat(source.current()).isSameAs(first);
    assertThat(source.fault()).hasValueSatisfying(f -> assertThat(f).contains("g.yaml:2:1"));
    assertThat(source.current()).isSameAs(first);

    Files.delete(file);
    assertThat(source.current()).isSameAs(first);
    assertThat(source.fault()).hasValueSatisfying(f -> assertThat(f).contains("cannot be read"));

    write("version: 1\nsynonyms: {buyer: [customer]}\n");
    assertThat(source.current().synonyms()).containsOnlyKeys("buyer");
    assertThat(source.fault()).isEmpty();
  }

  private Path write(String text) throws IOException {
    Path file = folder.resolve("g.yaml");
    Files.writeString(file, text);
    stamp += 5_000;
    return Files.setLastModifiedTime(file, FileTime.fromMillis(stamp));
  }
}
