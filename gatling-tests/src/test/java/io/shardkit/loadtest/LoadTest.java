package io.shardkit.loadtest;

import io.shardkit.lab.report.Report;
import io.shardkit.lab.report.Run;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Runs the load test of the sample application, writes the report, and ends with code 1 if a request failed or the
 * databases don't hold what was acknowledged.
 *
 * <p>System properties: {@code load.jar}, the application's executable jar, {@code load.output}, the folder for the
 * report, {@code load.peer}, whether the jar holds the peer, {@code load.workload}, {@code answers} for what the framework costs and gives, {@code cost} or
 * {@code gain} for one of the two, {@code A} for the order workload in Gatling, {@code soak} (with {@code
 * load.soak}, its duration) for hours of load, and those of {@link TurnSettings}, {@link LoadSettings} and {@link DatabaseServers}.
 */
final class LoadTest {

    private final Path jar;
    private final Path output;

    LoadTest(Path jar, Path output) {
        this.jar = jar;
        this.output = output;
    }

    /** Entry point, without arguments. */
    public static void main(String[] arguments) throws Exception {
        LoadTest test = new LoadTest(
                Path.of(required("load.jar")), Path.of(required("load.output")).toAbsolutePath());
        String workload = workload();
        Run run =
                switch (workload) {
                    case "answers", "cost", "gain" ->
                        new Answers(
                                        new Application(
                                                test.jar,
                                                test.output.resolve("services"),
                                                Boolean.getBoolean("load.peer")),
                                        TurnSettings.fromSystemProperties())
                                .run(workload);
                    case "soak" ->
                        new ServiceSoak(
                                        test.jar,
                                        test.output,
                                        TurnSettings.fromSystemProperties(),
                                        Settings.read("load.soak", Duration.ofMinutes(10), ServiceSoak::parse))
                                .run();
                    case "A" -> new GatlingWorkload(test.jar, test.output, LoadSettings.fromSystemProperties()).run();
                    default ->
                        throw new IllegalArgumentException(
                                "load.workload is answers, cost, gain, soak or A, not \"" + workload + "\"");
                };
        Path page = Report.write(run, test.output);
        say("");
        say(Report.text(run));
        say("");
        say("Report: " + page.toUri());
        System.exit(run.failures().isEmpty() ? 0 : 1);
    }

    private static String workload() {
        boolean soaks = !System.getProperty("load.soak", "").isBlank();
        return soaks ? "soak" : System.getProperty("load.workload", "answers").strip();
    }

    private static String required(String property) {
        String value = System.getProperty(property);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("the system property " + property + " is missing");
        }
        return value;
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
