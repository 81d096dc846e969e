package dev.nl2sql.eval.benchmark;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One fork: all ways take turns of a millisecond, there and back (A B B A), so that what slows the
 * machine or the server falls on all. A way counts, for each round, with its time against that of
 * the first way in the same round; the fork with the median of its rounds. Before, all run until
 * the compiler has had nothing to do for a second.
 */
final class TurnsProgram {
  private static final long WARM_UP_NANOS = 1_500_000_000L;
  private static final long QUIET_NANOS = 1_000_000_000L;
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final double TURN_NANOS = 1_000_000;

  private TurnsProgram() {}

  /** Runs with benchmark, URL, number of rounds and the ways; prints a line for each way. */
  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[2]);
    List<String> ways = List.of(arguments).subList(3, arguments.length);
    List<Work> works = new ArrayList<>();
    for (String way : ways) {
      works.add(work(arguments[0], way, arguments[1]));
    }
    int times = warmUp(works);
    double[][] nanos = new double[works.size()][rounds];
    for (int round = 0; round < rounds; round++) {
      for (int step = 0; step < 2 * works.size(); step++) {
        int place = step < works.size() ? step : 2 * works.size() - 1 - step;
        int way = (place + round) % works.size();
        nanos[way][round] += time(works.get(way), times) / (2.0 * times);
      }
    }
    for (int way = 0; way < works.size(); way++) {
      List<Double> ratios = new ArrayList<>();
      List<Double> all = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        ratios.add(nanos[way][round] / nanos[0][round]);
        all.add(nanos[way][round]);
      }
      System.out.println(
          ways.get(way)
              + " "
              + median(all)
              + " "
              + median(ratios)
              + " "
              + bytes(works.get(way), times));
    }
  }

  private static Work work(String benchmark, String way, String url)
      throws ReflectiveOperationException {
    Class<?> type =
        Class.forName(
            PassThroughWork.class.getName(),
            true,
            new OwnCopy(TurnsProgram.class.getClassLoader()));
    return (Work)
        type.getConstructor(String.class, String.class, String.class)
            .newInstance(benchmark, way, url);
  }

  /** Warms all up in turns; how many times the first one runs in a turn. */
  private static int warmUp(List<Work> works) throws SQLException {
    int times = 1;
    double fastest = Double.MAX_VALUE;
    long end = System.nanoTime() + WARM_UP_NANOS * works.size();
    while (System.nanoTime() < end) {
      fastest = Math.min(fastest, (double) time(works.get(0), times) / times);
      runAll(works.subList(1, works.size()), times);
      times = (int) Math.max(1, Math.min(times * 2L, TURN_NANOS / fastest));
    }
    runUntilCompiled(works, times);
    return times;
  }

  private static void runUntilCompiled(List<Work> works, int times) throws SQLException {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    long start = System.nanoTime();
    long changed = start;
    long spent = compiler.getTotalCompilationTime();
    while (System.nanoTime() - changed < QUIET_NANOS
        && System.nanoTime() - start < PATIENCE_NANOS) {
      runAll(works, times);
      long now = compiler.getTotalCompilationTime();
      if (now != spent) {
        spent = now;
        changed = System.nanoTime();
      }
    }
  }

  private static void runAll(List<Work> works, int times) throws SQLException {
    for (Work work : works) {
      work.run(times);
    }
  }

  private static long time(Work work, int times) throws SQLException {
    long start = System.nanoTime();
    work.run(times);
    return System.nanoTime() - start;
  }

  private static long bytes(Work work, int times) throws SQLException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run(times);
    return (threads.getCurrentThreadAllocatedBytes() - before) / times;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** A class loader with a copy of the work of its own. */
  private static final class OwnCopy extends ClassLoader {
    OwnCopy(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(PassThroughWork.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
