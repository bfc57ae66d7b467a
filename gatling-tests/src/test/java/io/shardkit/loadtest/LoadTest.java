package io.shardkit.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the load test: the sample application over one database by plain JDBC, then over two by Shardkit, the same
 * scenarios on both; writes the report; ends with code 1 if a request failed or the databases don't hold what was
 * acknowledged.
 *
 * <p>System properties: {@code load.jar}, the application's executable jar, {@code load.output}, the folder for the
 * report, {@code load.profiles}, what to compare, separated by commas, and those of {@link LoadSettings}.
 */
final class LoadTest {

    private final LoadSettings settings;
    private final List<Profile> profiles;
    private final Path jar;
    private final Path output;

    private LoadTest(LoadSettings settings, List<Profile> profiles, Path jar, Path output) {
        this.settings = settings;
        this.profiles = profiles;
        this.jar = jar;
        this.output = output;
    }

    /** Entry point, without arguments. */
    public static void main(String[] arguments) throws Exception {
        LoadTest test = new LoadTest(
                LoadSettings.fromSystemProperties(),
                Profile.parse(required("load.profiles")),
                Path.of(required("load.jar")),
                Path.of(required("load.output")).toAbsolutePath());
        LoadReport report = test.run();
        report.write(test.output);
        say(System.lineSeparator() + new TextReport(report).render());
        say(System.lineSeparator() + "Report: "
                + test.output.resolve(LoadReport.PAGE).toUri());
        System.exit(report.failures().isEmpty() ? 0 : 1);
    }

    private LoadReport run() throws IOException, InterruptedException, SQLException {
        deleteOldResults();
        List<ProfileResult> results = new ArrayList<>();
        for (Profile profile : profiles) {
            results.add(run(profile));
        }
        return new LoadReport(LoadReport.thisMachine(), settings, results);
    }

    private ProfileResult run(Profile profile) throws IOException, InterruptedException, SQLException {
        Path folder = output.resolve(profile.title());
        say(profile.title() + ": starting " + profile.servers());
        try (DatabaseServers servers = DatabaseServers.start(profile);
                SampleApplication application =
                        SampleApplication.start(jar, folder.resolve("application.txt"), servers.springProperties())) {
            PhysicalTables tables = new PhysicalTables(servers.locations());
            PhysicalTables.Content before = tables.read();
            GatlingRun gatling = new GatlingRun(settings, folder.resolve("gatling"));
            say(profile.title() + ": application on " + application.uri() + ", load for about "
                    + gatling.expectedDuration().toSeconds() + " s");
            GatlingRun.Outcome outcome = gatling.against(application.uri(), profile.title());
            PhysicalTables.Content after = tables.read();
            SimulationLog log = SimulationLog.read(outcome.simulationLog());
            return new ProfileResult(
                    profile.title(),
                    profile.servers(),
                    log.results(settings),
                    log.errors(),
                    log.errorMessages(),
                    Reconciliation.of(before, outcome.acknowledged(), after),
                    after.rows(),
                    output.relativize(outcome.simulationLog().resolveSibling("index.html"))
                            .toString());
        }
    }

    /** Results of an earlier run must not be taken for those of this one. */
    private void deleteOldResults() throws IOException {
        LoadReport.delete(output);
        for (Profile profile : Profile.values()) {
            Path folder = output.resolve(profile.title());
            if (Files.exists(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        }
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
