package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Databases;
import io.shardkit.benchmarks.report.MeasuredOn;
import io.shardkit.lab.report.Machine;
import io.shardkit.lab.subject.Address;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Peer;
import io.shardkit.lab.workload.OrderScenarios;
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
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
 * <p>System properties: {@code bench}, which workloads, a regular expression, or {@code A} for all scenarios of the order
 * workload; {@code bench.database}; {@code
 * bench.threads}, numbers with commas; {@code bench.rounds}, how often to measure everything; {@code bench.subjects},
 * with commas, all that are there by default; {@code bench.jmh}, more options of JMH; {@code bench.results}, the folder;
 * {@code bench.alternate}, milliseconds of a turn, to have an {@link Alternation} instead of JMH.
 */
public final class Benchmarks {
    private static final String ORDER_WORKLOAD = "A";

    private final Database database;
    private final List<String> jvmArguments;
    private final Path results;
    private final CommandLineOptions options;
    private final List<Variant> subjects;

    private Benchmarks(Database database, List<String> jvmArguments, Path results) throws CommandLineOptionException {
        this.database = database;
        this.jvmArguments = jvmArguments;
        this.results = results;
        this.options = new CommandLineOptions(words("bench.jmh", " ").toArray(String[]::new));
        this.subjects = words("bench.subjects", ",")
                .map(name -> Variant.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
    }

    /** Entry point, without arguments. */
    public static void main(String[] arguments)
            throws IOException, SQLException, RunnerException, CommandLineOptionException {
        Database database = Database.named(System.getProperty("bench.database", "h2"));
        Path results = Path.of(System.getProperty("bench.results", "target/benchmarks"));
        Files.createDirectories(results);
        String bench = System.getProperty("bench", ".*");
        boolean orders = bench.equals(ORDER_WORKLOAD);
        List<String> names = orders ? List.of() : namesOfWorkloads(bench);
        List<Integer> threads =
                words("bench.threads", ",").map(Integer::valueOf).toList();
        int rounds = Integer.getInteger("bench.rounds", 1);
        int turnMillis = Integer.getInteger("bench.alternate", 0);
        try (Databases servers = Databases.start(database)) {
            if (turnMillis > 0) {
                Alternation alternation = new Alternation(database, turnMillis, results);
                for (int round = 1; round <= rounds; round++) {
                    alternate(alternation, names, threads, round);
                }
                return;
            }
            measuredOn(database).write(results.resolve("machine-" + Databases.label(database) + ".json"));
            Benchmarks benchmarks = new Benchmarks(database, servers.jvmArguments(), results);
            for (int round = 1; round <= rounds; round++) {
                for (int count : threads.isEmpty() ? List.of(1) : threads) {
                    if (orders) {
                        benchmarks.runOrders(count, round);
                    } else {
                        benchmarks.run(names, count, round);
                    }
                }
            }
        }
    }

    private static void alternate(Alternation alternation, List<String> names, List<Integer> threads, int round)
            throws SQLException, IOException {
        for (String name : names) {
            for (int count : threads.isEmpty() ? List.of(1) : threads) {
                alternation.run(name, count, round);
            }
        }
    }

    private void run(List<String> names, int threads, int round) throws RunnerException {
        Map<String, List<String>> byClass =
                names.stream().collect(Collectors.groupingBy(Benchmarks::className, TreeMap::new, Collectors.toList()));
        for (Map.Entry<String, List<String>> entry : byClass.entrySet()) {
            JmhWorkload workload = workload(entry.getKey());
            if (threads == 1 || workload.measuresManyThreads()) {
                String file = String.join(
                        "-",
                        Databases.label(database),
                        Integer.toString(threads),
                        Integer.toString(round),
                        workload.getClass().getSimpleName());
                run(workload, entry.getValue(), threads, results.resolve(file + ".json"));
            }
        }
    }

    /** The scenarios of the order workload, whose results are no part of the page. */
    private void runOrders(int threads, int round) throws RunnerException {
        String file =
                String.join("-", ORDER_WORKLOAD, Databases.label(database), Integer.toString(threads), round + ".json");
        ChainedOptionsBuilder builder = options(threads, "3g", results.resolve(file))
                .param("scenario", OrderScenarios.names().toArray(String[]::new))
                .include("^" + Pattern.quote(OrderScenario.class.getName() + ".run") + "$");
        new Runner(builder.build()).run();
    }

    private ChainedOptionsBuilder options(int threads, String heap, Path result) {
        List<String> jvm = new ArrayList<>(jvmArguments);
        jvm.add("-Xmx" + heap);
        jvm.add("-Duser.timezone=UTC");
        return new OptionsBuilder()
                .parent(options)
                .param("database", database.name())
                .threads(threads)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .jvmArgsAppend(jvm.toArray(String[]::new))
                .resultFormat(ResultFormatType.JSON)
                .result(result.toString());
    }

    private void run(JmhWorkload workload, List<String> names, int threads, Path result) throws RunnerException {
        List<Variant> variants = new ArrayList<>(subjects.isEmpty() ? Variant.common() : subjects);
        if (subjects.isEmpty()) {
            variants.addAll(workload.alternatives());
        }
        ChainedOptionsBuilder builder = options(threads, database == Database.H2 ? "3g" : workload.heap(), result)
                .param("subject", variants.stream().map(Variant::name).toArray(String[]::new));
        names.forEach(name -> builder.include("^" + Pattern.quote(name) + "$"));
        new Runner(builder.build()).run();
    }

    /** The class of a workload. */
    static String className(String workload) {
        return workload.substring(0, workload.lastIndexOf('.'));
    }

    /** The workload of that class. */
    static JmhWorkload workload(String className) {
        try {
            return Class.forName(className)
                    .asSubclass(JmhWorkload.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(className + " is no workload", e);
        }
    }

    /** All workloads whose names match; without the order workload, which has scenarios. */
    static List<String> namesOfWorkloads(String pattern) {
        return BenchmarkList.defaultList()
                .find(
                        OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                        List.of(pattern),
                        List.of())
                .stream()
                .map(BenchmarkListEntry::getUsername)
                .filter(name -> !className(name).equals(OrderScenario.class.getName()))
                .toList();
    }

    private static MeasuredOn measuredOn(Database database) throws SQLException {
        Address address = Databases.address(database, 0);
        try (Connection connection = DriverManager.getConnection(address.url(), address.user(), address.password())) {
            DatabaseMetaData facts = connection.getMetaData();
            return new MeasuredOn(
                    Instant.now().truncatedTo(ChronoUnit.MINUTES).toString(),
                    Databases.label(database),
                    facts.getDatabaseProductName() + " " + facts.getDatabaseProductVersion(),
                    facts.getDriverName() + " " + facts.getDriverVersion(),
                    Peer.find().map(Peer::name).orElse(""),
                    Machine.here());
        }
    }

    private static Stream<String> words(String property, String separator) {
        return Arrays.stream(System.getProperty(property, "").split(separator))
                .map(String::trim)
                .filter(word -> !word.isEmpty());
    }
}
