package dev.tilewright.search.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.schedule.JavaStepPrinter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.te.ComputeDag;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java form of a schedule is code: it compiles, and running it gives the schedule again. */
class PrintedScheduleTest {
  private static final int SCHEDULES = 12;

  @Test
  void printedJavaCompilesAndGivesTheSameSteps(@TempDir Path folder) throws Exception {
    ComputeDag dag = Workloads.conv(14, 16, 32, 1);
    SketchSearchSpace space = SketchSearchSpace.of(dag, Workloads.cpu());
    Random random = new Random(17);
    List<ScheduleState> states =
        random.ints(SCHEDULES).mapToObj(i -> space.sample(random).orElseThrow()).toList();
    for (int i = 0; i < states.size(); i++) {
      write(folder, "Printed" + i, states.get(i));
    }
    compile(folder);
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, PrintedScheduleTest.class.getClassLoader())) {
      for (int i = 0; i < states.size(); i++) {
        assertThat(load(loader, "Printed" + i).apply(dag).steps()).isEqualTo(states.get(i).steps());
      }
    }
  }

  private static void write(Path folder, String name, ScheduleState state) throws IOException {
    Files.writeString(
        folder.resolve(name + ".java"),
        """
        import dev.tilewright.core.expr.*;
        import dev.tilewright.core.ir.*;
        import dev.tilewright.core.schedule.*;
        import dev.tilewright.core.schedule.step.*;
        import dev.tilewright.core.te.*;
        import java.util.List;
        import java.util.function.Function;

        public class %s implements Function<ComputeDag, ScheduleState> {
          public ScheduleState apply(ComputeDag dag) {
        %s    return s;
          }
        }
        """
            .formatted(name, JavaStepPrinter.print(state)));
  }

  private static void compile(Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null);
        var sources = Files.list(folder)) {
      boolean compiled =
          compiler
              .getTask(
                  errors,
                  files,
                  null,
                  List.of("-d", folder.toString()),
                  null,
                  files.getJavaFileObjectsFromPaths(sources.toList()))
              .call();
      assertThat(compiled).as(errors.toString()).isTrue();
    }
  }

  @SuppressWarnings("unchecked")
  private static Function<ComputeDag, ScheduleState> load(ClassLoader loader, String name)
      throws ReflectiveOperationException {
    return (Function<ComputeDag, ScheduleState>)
        loader.loadClass(name).getDeclaredConstructor().newInstance();
  }
}
