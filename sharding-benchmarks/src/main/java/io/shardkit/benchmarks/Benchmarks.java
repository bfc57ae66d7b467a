package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Database;
import io.shardkit.benchmarks.database.Servers;
import io.shardkit.benchmarks.report.Machine;
import io.shardkit.benchmarks.subject.Peer;
import io.shardkit.benchmarks.subject.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks on one kind of database: starts its servers, has JMH measure, and leaves JMH's results as JSON.
 *
 * <p>System properties: {@code bench}, which workloads, a regular expression; {@code bench.database}; {@code
 * bench.threads}, numbers with commas; {@code bench.rounds}, how often to measure everything; {@code bench.subjects},
 * with commas, all that are there by default; {@code bench.jmh}, more options of JMH; {@code bench.results}, the folder.
 */
public final class Benchmarks {
    private static final String STREAMING = "." + Streaming.class.getSimpleName() + ".";

    private final Database database;
    private final List<String> jvmArguments;
    private final Path results;
    private final CommandLineOptions options;
    private final String[] subjects;

    private Benchmarks(Database database, List<String> jvmArguments, Path results) throws CommandLineOptionException {
        this.database = database;
        this.jvmArguments = jvmArguments;
        this.results = results;
        this.options = new CommandLineOptions(words("bench.jmh", " ").toArray(String[]::new));
        List<String> named = words("bench.subjects", ",")
                .map(name -> Way.valueOf(name.toUpperCase(Locale.ROOT)).name())
                .toList();
        this.subjects = (named.isEmpty() ? subjectsThatAreThere() : named).toArray(String[]::new);
    }

    /** Entry point, without arguments. */
    public static void main(String[] arguments)
            throws IOException, SQLException, RunnerException, CommandLineOptionException {
        Database database = Database.named(System.getProperty("bench.database", "h2"));
        Path results = Path.of(System.getProperty("bench.results", "target/benchmarks"));
        Files.createDirectories(results);
        List<String> names = namesOfWorkloads(System.getProperty("bench", ".*"));
        List<Integer> threads =
                words("bench.threads", ",").map(Integer::valueOf).toList();
        try (Servers servers = Servers.start(database)) {
            machine(database, servers.urls()).write(results.resolve("machine-" + database.label() + ".json"));
            Benchmarks benchmarks = new Benchmarks(database, servers.jvmArguments(), results);
            for (int round = 1; round <= Integer.getInteger("bench.rounds", 1); round++) {
                for (int count : threads.isEmpty() ? List.of(1) : threads) {
                    benchmarks.run(names, count, round);
                }
            }
        }
    }

    private void run(List<String> names, int threads, int round) throws RunnerException {
        String file = database.label() + "-" + threads + "-" + round;
        run(
                names.stream().filter(name -> !name.contains(STREAMING)).toList(),
                threads,
                List.of("-Xmx2g"),
                results.resolve(file + ".json"));
        if (threads == 1) {
            // A heap that cannot hold a million rows: who reads them all into memory fails
            run(
                    names.stream().filter(name -> name.contains(STREAMING)).toList(),
                    threads,
                    database == Database.H2 ? List.of("-Xmx3g") : List.of("-Xmx64m"),
                    results.resolve(file + "-streaming.json"));
        }
    }

    private void run(List<String> names, int threads, List<String> heap, Path result) throws RunnerException {
        if (names.isEmpty()) {
            return;
        }
        List<String> jvm = new ArrayList<>(jvmArguments);
        jvm.addAll(heap);
        jvm.add("-Duser.timezone=UTC");
        ChainedOptionsBuilder builder = new OptionsBuilder()
                .parent(options)
                .param("database", database.name())
                .param("subject", subjects)
                .threads(threads)
                .addProfiler(GCProfiler.class)
                .jvmArgsAppend(jvm.toArray(String[]::new))
                .resultFormat(ResultFormatType.JSON)
                .result(result.toString());
        names.forEach(name -> builder.include("^" + Pattern.quote(name) + "$"));
        new Runner(builder.build()).run();
    }

    private static List<String> subjectsThatAreThere() {
        return Arrays.stream(Way.values())
                .filter(way -> way != Way.PEER || Peer.find().isPresent())
                .map(Way::name)
                .toList();
    }

    private static List<String> namesOfWorkloads(String pattern) {
        return BenchmarkList.defaultList()
                .find(
                        OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                        List.of(pattern),
                        List.of())
                .stream()
                .map(BenchmarkListEntry::getUsername)
                .toList();
    }

    private static Machine machine(Database database, List<String> urls) throws SQLException {
        String url = urls.isEmpty() ? database.url(0) : urls.get(0);
        try (Connection connection = DriverManager.getConnection(url, database.user(), database.password())) {
            DatabaseMetaData facts = connection.getMetaData();
            return Machine.ofThisJvm(
                    Instant.now().truncatedTo(ChronoUnit.MINUTES).toString(),
                    database.label(),
                    facts.getDatabaseProductName() + " " + facts.getDatabaseProductVersion(),
                    facts.getDriverName() + " " + facts.getDriverVersion(),
                    Peer.find().map(Peer::version).orElse(""));
        }
    }

    private static Stream<String> words(String property, String separator) {
        return Arrays.stream(System.getProperty(property, "").split(separator))
                .map(String::trim)
                .filter(word -> !word.isEmpty());
    }
}
