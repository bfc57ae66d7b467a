package io.shardkit.lab.workload;

import io.shardkit.lab.load.Progress;
import io.shardkit.lab.report.Report;
import io.shardkit.lab.report.Run;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs a workload as the system properties say, and writes its report. Fails if the data check does. */
public final class Lab {
    private Lab() {}

    /** Takes no arguments. */
    public static void main(String[] arguments) throws Exception {
        Map<String, String> properties = new HashMap<>();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.equals("lab") || name.startsWith("lab.") || name.equals("load.soak"))
                .forEach(name -> properties.put(name, System.getProperty(name)));
        LabSettings settings = LabSettings.read(properties);
        Run run = new LabRun(settings, Progress.onConsole()).run();
        Path page = Report.write(run, settings.results());
        System.out.println(Report.text(run));
        System.out.println("Report: " + page.toAbsolutePath());
        List<String> failures = run.failures();
        if (!failures.isEmpty()) {
            failures.forEach(failure -> System.err.println("FAILED: " + failure));
        }
        System.exit(failures.isEmpty() ? 0 : 1);
    }
}
