package io.shardkit.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command {@code java -jar sharding-admin.jar}, in a JVM of its own, on the file of the service. */
final class AdminCommand {
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final Pattern ID = Pattern.compile("\"type\":\"move\".*?\"id\":\"(\\w+)\"");
    private static final Pattern ROWS = Pattern.compile("\"total\":(\\d+)");
    private static final Pattern SWITCHED = Pattern.compile("\"phase\":\"switched\".*?\"phaseSince\":\"([^\"]+)\"");
    private static final Pattern PAUSE = Pattern.compile("\"pauseMillis\":(\\d+)");

    private final Path jar;
    private final Path folder;
    private final Path rules;
    private final List<PhysicalTables.Location> locations;

    /**
     * A move that is complete.
     *
     * @param rows the number of rows that it moved
     * @param pauseMillis how long its switch held transactions
     * @param switchedAt when that was over
     */
    record Outcome(long rows, long pauseMillis, Instant switchedAt) {}

    /**
     * @param folder for what it prints
     * @param rules the file of the service
     * @param locations for the placeholders of that file
     */
    AdminCommand(Path jar, Path folder, Path rules, List<PhysicalTables.Location> locations) {
        this.jar = jar;
        this.folder = folder;
        this.rules = rules;
        this.locations = locations;
    }

    /** Has tables as a file says, and drops the former ones. */
    Outcome moved(Path next) throws IOException, InterruptedException {
        String output = run("move", List.of("moves", "start", "--next", next.toString()));
        String id = last(ID, output);
        run("complete", List.of("moves", "complete", id, "--yes"));
        return new Outcome(
                Long.parseLong(last(ROWS, output)),
                Long.parseLong(last(PAUSE, output)),
                Instant.parse(last(SWITCHED, output)));
    }

    private String run(String name, List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
        for (PhysicalTables.Location each : locations) {
            command.add("-Dorders." + each.name() + ".url=" + each.url());
        }
        command.add("-Dorders.username=" + locations.get(0).username());
        command.add("-Dorders.password=" + locations.get(0).password());
        command.addAll(List.of("-jar", jar.toString(), "--file", rules.toString(), "--json"));
        command.addAll(words);
        Path output = folder.resolve("admin-" + name + ".txt");
        try (ChildJvm jvm = ChildJvm.start(output, command)) {
            int code = jvm.await(LIMIT);
            String said = Files.readString(output);
            if (code != 0) {
                throw new IOException(String.join(" ", words) + " ended with code " + code + ": " + said);
            }
            return said;
        }
    }

    private static String last(Pattern pattern, String output) throws IOException {
        String found = null;
        for (Matcher matcher = pattern.matcher(output); matcher.find(); ) {
            found = matcher.group(1);
        }
        if (found == null) {
            throw new IOException("no " + pattern + " in " + output);
        }
        return found;
    }
}
