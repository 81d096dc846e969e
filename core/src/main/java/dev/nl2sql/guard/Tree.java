package dev.nl2sql.guard;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The children of the nodes of a parser's tree, read by reflection so that none is missed. What was
 * read is kept, since every check walks the tree: a tree that was changed needs a new object. Not
 * thread-safe.
 */
final class Tree {
  private static final String ROOT = "net.sf.jsqlparser.";
  private static final String PARSER = ROOT + "parser.";
  private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();
  private static final Map<Class<?>, Boolean> NODES = new ConcurrentHashMap<>();

  private final Map<Object, List<Object>> known = new IdentityHashMap<>();

  static boolean isNode(Object value) {
    return NODES.computeIfAbsent(value.getClass(), Tree::isNodeClass);
  }

  private static boolean isNodeClass(Class<?> type) {
    String name = type.getName();
    return name.startsWith(ROOT) && !name.startsWith(PARSER);
  }

  /** The node and everything below it, parents first. */
  List<Object> all(Object root) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Object> found = new ArrayList<>();
    collect(root, seen, found);
    return found;
  }

  private void collect(Object node, Set<Object> seen, List<Object> found) {
    if (seen.add(node)) {
      found.add(node);
      children(node).forEach(c -> collect(c, seen, found));
    }
  }

  /**
   * The nodes directly below, through collections, maps, entries, arrays and optionals. Every check
   * walks by this, so that here is the place where one that nobody waits for any more ends.
   */
  List<Object> children(Object node) {
    if (Thread.currentThread().isInterrupted()) {
      throw new Refusal(GuardVerdict.Layer.PARSER, "the statement takes too long to check");
    }
    List<Object> found = known.get(node);
    if (found == null) {
      found = read(node);
      known.put(node, found);
    }
    return found;
  }

  /**
   * Puts others in place of the nodes directly below. Changes the tree: what was read of it before
   * may be wrong then.
   *
   * @return whether any was replaced
   */
  static boolean replaceChildren(Object node, UnaryOperator<Object> replacement) {
    boolean changed = node instanceof List<?> many && replaceIn(many, replacement);
    for (Field field : fields(node.getClass())) {
      try {
        Object value = field.get(node);
        if (value instanceof List<?> many && !isNode(many)) {
          changed |= replaceIn(many, replacement);
        } else if (value != null && isNode(value)) {
          Object other = replacement.apply(value);
          if (other != value) {
            field.set(node, other);
            changed = true;
          }
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    return changed;
  }

  @SuppressWarnings("unchecked")
  private static boolean replaceIn(List<?> many, UnaryOperator<Object> replacement) {
    boolean changed = false;
    for (ListIterator<Object> i = ((List<Object>) many).listIterator(); i.hasNext(); ) {
      Object value = i.next();
      Object other = value == null ? null : replacement.apply(value);
      if (other != value) {
        i.set(other);
        changed = true;
      }
    }
    return changed;
  }

  private static List<Object> read(Object node) {
    List<Object> found = new ArrayList<>();
    if (node instanceof Collection<?> many) {
      many.forEach(m -> flatten(m, found));
    }
    for (Field field : fields(node.getClass())) {
      try {
        flatten(field.get(node), found);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    found.removeIf(f -> f == node);
    return found;
  }

  private static void flatten(Object value, List<Object> found) {
    if (value == null) {
      return;
    }
    if (isNode(value)) {
      found.add(value);
    } else if (value instanceof Collection<?> many) {
      many.forEach(m -> flatten(m, found));
    } else if (value instanceof Map<?, ?> map) {
      map.forEach(
          (k, v) -> {
            flatten(k, found);
            flatten(v, found);
          });
    } else if (value instanceof Map.Entry<?, ?> entry) {
      flatten(entry.getKey(), found);
      flatten(entry.getValue(), found);
    } else if (value instanceof Optional<?> optional) {
      optional.ifPresent(o -> flatten(o, found));
    } else if (value instanceof Object[] array) {
      for (Object element : array) {
        flatten(element, found);
      }
    }
  }

  private static List<Field> fields(Class<?> type) {
    return FIELDS.computeIfAbsent(type, Tree::readFields);
  }

  private static List<Field> readFields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != null && c.getName().startsWith(ROOT); c = c.getSuperclass()) {
      if (c.getName().startsWith(PARSER) || c.isEnum()) {
        continue;
      }
      for (Field field : c.getDeclaredFields()) {
        boolean plain = field.getType().isPrimitive() || field.getType() == String.class;
        if (!Modifier.isStatic(field.getModifiers()) && !plain) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return List.copyOf(fields);
  }
}
