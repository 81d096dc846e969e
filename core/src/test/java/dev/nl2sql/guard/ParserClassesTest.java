package dev.nl2sql.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.Select;
import org.junit.jupiter.api.Test;

/** Every class of the parser's tree, as its jar holds them, against the list of allowed nodes. */
class ParserClassesTest {
  private static List<Class<?>> classes() throws IOException, URISyntaxException {
    Path jar = Path.of(Statement.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> found = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (String name : file.stream().map(Object::toString).sorted().toList()) {
        if (name.startsWith("net/sf/jsqlparser/") && name.endsWith(".class")) {
          found.add(named(name.substring(0, name.length() - ".class".length()).replace('/', '.')));
        }
      }
    }
    return found;
  }

  private static Class<?> named(String name) {
    try {
      return Class.forName(name, false, Statement.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatIsNotListedIsRefusedWhateverItIs() throws Exception {
    int refused = 0;
    for (Class<?> type : classes()) {
      if (AllowList.hasNode(type) || !canBeMade(type)) {
        continue;
      }
      Constructor<?> maker = type.getDeclaredConstructor();
      maker.setAccessible(true);
      Object node = maker.newInstance();
      assertThatThrownBy(() -> NodeCheck.check(List.of(node), new Tree()))
          .as(type.getName())
          .isInstanceOf(Refusal.class)
          .hasMessageContaining(type.getSimpleName());
      refused++;
    }
    assertThat(refused).isGreaterThan(150);
  }

  private static boolean canBeMade(Class<?> type) {
    boolean node =
        type.getName().matches("net\\.sf\\.jsqlparser\\.(expression|schema|statement)\\..*");
    boolean concrete = !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    boolean visitor = type.getSimpleName().contains("Visitor");
    return node
        && concrete
        && !visitor
        && !type.isAnonymousClass()
        && List.of(type.getDeclaredConstructors()).stream()
            .anyMatch(c -> c.getParameterCount() == 0);
  }

  @Test
  void noStatementButAQueryIsListed() throws Exception {
    assertThat(classes())
        .filteredOn(Statement.class::isAssignableFrom)
        .filteredOn(AllowList::hasNode)
        .isNotEmpty()
        .allMatch(Select.class::isAssignableFrom);
  }

  /** A subclass that a later version adds is another class. */
  @Test
  void aSubclassOfAListedClassIsNotListed() {
    Object node = new Function() {};
    assertThatThrownBy(() -> NodeCheck.check(List.of(node), new Tree()))
        .isInstanceOf(Refusal.class);
  }

  @Test
  void everyListedClassExists() throws Exception {
    List<String> lines;
    try (var list = AllowList.class.getResourceAsStream("nodes.allow")) {
      lines = new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    List<String> named = classes().stream().map(Class::getName).toList();
    assertThat(lines.stream().filter(l -> !l.isBlank() && !l.startsWith("#")))
        .isNotEmpty()
        .allSatisfy(l -> assertThat(named).contains("net.sf.jsqlparser." + l.strip()));
  }
}
