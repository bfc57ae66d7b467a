package io.shardkit.loadtest;

import io.shardkit.lab.report.Report;
import io.shardkit.lab.report.Run;
import io.shardkit.lab.subject.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * Runs the load test of the sample application, writes the report, and ends with code 1 if a request failed or the
 * databases don't hold what was acknowledged.
 *
 * <p>System properties: {@code load.jar}, the application's executable jar, {@code load.output}, the folder for the
 * report, {@code load.peer}, whether the jar holds the peer, {@code load.workload}, {@code answers} for what the framework costs and gives, {@code cost} or
 * {@code gain} for one of the two, {@code A} for the order workload in Gatling, {@code grow} (with {@code load.admin}, the jar of the command) for
 * databases that are added and removed under load, {@code soak} (with {@code load.soak}, its duration) for hours of load, and those of {@link TurnSettings}, {@link LoadSettings} and {@link DatabaseServers}.
 */
final class LoadTest {

    private static final Set<String> ON_POSTGRESQL = Set.of("grow", "soak");

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
        if (DatabaseServers.kind() == Database.POSTGRESQL && !ON_POSTGRESQL.contains(workload)) {
            throw new IllegalArgumentException("load.database is mariadb or mysql for the workload " + workload
                    + ", whose figures come from their status");
        }
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
                    case "grow" ->
                        new Growth(
                                        new Application(test.jar, test.output.resolve("services"), false),
                                        Path.of(required("load.admin")),
                                        TurnSettings.fromSystemProperties())
                                .run();
                    case "A" -> new GatlingWorkload(test.jar, test.output, LoadSettings.fromSystemProperties()).run();
                    default ->
                        throw new IllegalArgumentException(
                                "load.workload is answers, cost, gain, grow, soak or A, not \"" + workload + "\"");
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
