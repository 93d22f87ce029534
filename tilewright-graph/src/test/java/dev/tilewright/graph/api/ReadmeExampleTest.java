package dev.tilewright.graph.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagPrinter;
import dev.tilewright.runtime.Tensor;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the Java examples of the README as they stand there, and runs them. */
class ReadmeExampleTest {
  private static final Pattern JAVA_BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

  /** A source text of the README. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(URI.create("string:///" + className + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  @Test
  void theExampleTunesAndRunsANetwork(@TempDir Path folder) throws Throwable {
    MethodType type = MethodType.methodType(Map.class, String.class, Path.class);
    MethodHandle tuneAndRun = example("Example", "tuneAndRun", type, folder);
    Path records = folder.resolve("records.json");
    Map<?, ?> outputs = (Map<?, ?>) tuneAndRun.invoke("mobilenet_v2:image=32", records);
    assertThat(outputs).hasSize(1);
    assertThat(((Tensor) outputs.values().iterator().next()).shape().elements()).isEqualTo(1000);
    assertThat(Files.readAllLines(records)).isNotEmpty();
  }

  @Test
  void theExpressionIsTheOneOfTheText(@TempDir Path folder) throws Throwable {
    MethodType type = MethodType.methodType(ComputeDag.class);
    ComputeDag dag = (ComputeDag) example("Expression", "dense", type, folder).invoke();
    assertThat(DagPrinter.text(dag)).contains("T_dense(i, j) += (data[i, k]*weight[j, k])");
  }

  private static MethodHandle example(String className, String method, MethodType type, Path folder)
      throws Exception {
    StringWriter messages = new StringWriter();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-d",
            folder.toString(),
            "-classpath",
            System.getProperty("java.class.path"),
            "-Werror");
    List<Source> sources = List.of(new Source(className, publicForm(block(className), method)));
    assertThat(compiler.getTask(messages, null, null, options, null, sources).call())
        .as(messages.toString())
        .isTrue();
    URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, ReadmeExampleTest.class.getClassLoader());
    Class<?> example = loader.loadClass(className);
    return MethodHandles.publicLookup().findStatic(example, method, type);
  }

  /** Public, so that the test may call it. */
  private static String publicForm(String source, String method) {
    return source
        .replaceFirst("(?m)^class ", "public class ")
        .replaceFirst("  static (?=\\S.* " + method + "\\()", "  public static ");
  }

  private static String block(String className) throws IOException {
    String readme = Files.readString(Path.of("..", "README.md"));
    return JAVA_BLOCK
        .matcher(readme)
        .results()
        .map((MatchResult found) -> found.group(1))
        .filter(text -> text.contains("class " + className + " {"))
        .findFirst()
        .orElseThrow();
  }
}
