package dev.tilewright.runtime.cuda;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the tests with the tag {@code gpu} of the given class folders, without a build tool. */
final class GpuTests {
  private static final int TRACE_LINES = 30;

  private GpuTests() {}

  /** Ends with 1 if a test fails, is skipped, or if there is none. */
  public static void main(String[] folders) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                DiscoverySelectors.selectClasspathRoots(
                    Arrays.stream(folders).map(Path::of).collect(Collectors.toSet())))
            .filters(TagFilter.includeTags("gpu"))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    PrintWriter out = new PrintWriter(System.out);
    summary.printTo(out);
    summary.printFailuresTo(out, TRACE_LINES);
    boolean allRan =
        summary.getTestsFoundCount() > 0
            && summary.getTotalFailureCount() == 0
            && summary.getTestsSucceededCount() == summary.getTestsFoundCount();
    System.exit(allRan ? 0 : 1);
  }
}
