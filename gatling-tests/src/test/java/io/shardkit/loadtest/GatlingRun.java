package io.shardkit.loadtest;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs {@link OrderSimulation} against one application in a JVM of its own and says where the results are. */
final class GatlingRun {

    /** Gatling reads the bytes of strings, which a JDK from 17 on allows only on request. */
    private static final String OPEN_JAVA_LANG = "--add-opens=java.base/java.lang=ALL-UNNAMED";

    /** The time for all but the stages themselves: the JVM's start, creating the orders, Gatling's own report. */
    private static final Duration MARGIN = Duration.ofMinutes(3);

    private final LoadSettings settings;
    private final Path folder;

    /**
     * @param folder where the results go: Gatling's log, its report, its console output, the ledger
     */
    GatlingRun(LoadSettings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
    }

    /**
     * Runs all scenarios. Requests that fail don't fail the run, they are part of its result; an {@link IOException}
     * means that Gatling itself failed.
     */
    Outcome against(URI application, String description) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path ledger = folder.resolve("ledger.properties");
        List<String> arguments = new ArrayList<>(List.of(
                OPEN_JAVA_LANG,
                "-Xmx768m",
                "-XX:+UseParallelGC",
                "-Djava.awt.headless=true",
                "-D" + OrderSimulation.BASE_URL + "=" + application,
                "-D" + OrderSimulation.LEDGER_FILE + "=" + ledger.toAbsolutePath()));
        arguments.addAll(settings.asJvmOptions());
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.gatling.app.Gatling"));
        arguments.addAll(List.of("-s", OrderSimulation.class.getName()));
        arguments.addAll(List.of("-rf", folder.toAbsolutePath().toString()));
        arguments.addAll(List.of("-rd", description));
        try (ChildJvm gatling = ChildJvm.start(folder.resolve("gatling.txt"), arguments)) {
            int code = gatling.await(expectedDuration().plus(MARGIN));
            if (code != 0) {
                throw new IOException("Gatling ended with code " + code + "; " + gatling.lastOutput());
            }
        }
        return new Outcome(simulationLog(), Sums.read(ledger));
    }

    Duration expectedDuration() {
        return Duration.ofSeconds(settings.warmup()
                + (long) settings.seconds() * settings.scenarios().size());
    }

    private Path simulationLog() throws IOException {
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> file.endsWith("simulation.log"))
                    .reduce((one, other) -> {
                        throw new IllegalStateException("two runs in one folder: " + one + ", " + other);
                    })
                    .orElseThrow(() -> new IOException("no simulation.log in " + folder));
        }
    }

    /**
     * The results of a run.
     *
     * @param simulationLog Gatling's log; its report lies beside it
     * @param acknowledged the changes that the application acknowledged
     */
    record Outcome(Path simulationLog, Sums acknowledged) {}
}
