package io.shardkit.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Turns results of the benchmarks into a page of the documentation and its charts.
 *
 * <p>System properties: {@code bench.results}, the folder with the results, and {@code bench.page}, the page; the charts
 * go to a folder beside it that is named like it.
 */
public final class PerformancePage {
    private static final String FRAME =
            """
            # Performance

            What a statement costs through Shardkit beside what it costs by hand. *By hand* is the code that a person writes
            who knows where the rows lie: one HikariCP pool for each of two data sources, the right pool and the right table
            name taken by a remainder, the SQL text ready. Nothing can be faster without another database.

            Each operation gets a connection, prepares, binds, executes, reads all and closes. Time is that of one operation
            in one thread; garbage is what it allocates, in the driver and in a database in memory too. All subjects have the
            same databases, pools, rows and keys, and run one after the other, each in a JVM of its own; what relates two of
            them is computed in each round, and the median of the rounds is shown. Tests hold that all read the same rows and
            leave the same behind.

            This page is generated from the results of the benchmarks, which see the engine from outside.

            ## What is aimed at

            %s
            %s## Where this was measured

            %s
            ## How to repeat it

            On H2, in one thread, for about ten minutes:

            ```shell
            ./mvnw -Pbenchmark -pl sharding-benchmarks -am verify
            ```

            What is on this page:

            ```shell
            ./mvnw -Pbenchmark,peer -pl sharding-benchmarks -am verify -Dbench.rounds=3
            ./mvnw -Pbenchmark,peer -pl sharding-benchmarks -am verify -Dbench.database=mariadb -Dbench.threads=1,4,32
            ./mvnw -Pperformance-page -pl sharding-benchmarks -am verify
            ```

            | option | |
            | --- | --- |
            | `-Dbench=` | which workloads, a regular expression over `Orders.pointSelect` and the others |
            | `-Dbench.database=` | `h2` (default), `mariadb`, `postgresql`; the servers come as Maven artifacts |
            | `-Dbench.threads=` | numbers of threads, 1 by default |
            | `-Dbench.rounds=` | how often to measure everything, 1 by default |
            | `-Dbench.subjects=` | `hand`, `shardkit`, `peer`; all that are there by default |
            | `-Dbench.jmh=` | more options of JMH, such as `"-i 10 -prof stack"` |
            | `-Ppeer` | compares with ShardingSphere-JDBC as well |
            """;

    private final Results results;
    private final Path page;
    private final boolean peer;

    private PerformancePage(Results results, Path page) {
        this.results = results;
        this.page = page;
        this.peer = results.machines().stream()
                .anyMatch(machine -> !machine.peerVersion().isEmpty());
    }

    /** Entry point, without arguments. */
    public static void main(String[] arguments) throws IOException {
        Path page = Path.of(System.getProperty("bench.page")).toAbsolutePath().normalize();
        write(Path.of(System.getProperty("bench.results")), page);
        System.out.println("Written: " + page);
    }

    /** Writes the page of the results in a folder, and its charts. */
    static void write(Path folder, Path page) throws IOException {
        new PerformancePage(Results.read(folder), page).write();
    }

    /** How the page calls a kind of database. */
    static String title(String database) {
        return switch (database) {
            case "h2" -> "H2 in memory";
            case "mariadb" -> "MariaDB";
            case "postgresql" -> "PostgreSQL";
            default -> database;
        };
    }

    private void write() throws IOException {
        StringBuilder sections = new StringBuilder();
        for (String database : results.databases()) {
            for (int threads : results.threads(database)) {
                appendSection(sections, database, threads);
            }
        }
        Files.writeString(page, FRAME.formatted(bounds(), sections, machines()));
    }

    private String bounds() {
        StringBuilder table = new StringBuilder("| what | at most | measured | |\n| --- | --- | --- | --- |\n");
        for (Bound bound : new Bounds(results).all()) {
            row(
                    table,
                    List.of(
                            bound.about(),
                            bound.atMost(),
                            bound.measured(),
                            bound.outcome().text()));
        }
        return table.toString();
    }

    private void appendSection(StringBuilder sections, String database, int threads) throws IOException {
        String heading = title(database) + ", " + threads + (threads == 1 ? " thread" : " threads");
        sections.append("## ").append(heading).append("\n\n");
        appendTable(sections, database, threads);
        String suffix = database + "-" + threads;
        chart(
                sections,
                "time-" + suffix,
                heading + ": time, by hand = 1",
                OptionalDouble.of(1),
                database,
                threads,
                subject -> comparison -> comparison.ratio(subject));
        if (threads == 1) {
            chart(
                    sections,
                    "garbage-" + suffix,
                    heading + ": kilobytes of garbage more than by hand",
                    OptionalDouble.empty(),
                    database,
                    threads,
                    subject -> comparison -> kilo(comparison.addedBytes(subject)));
        }
        appendAlternatives(sections, database, threads);
    }

    private void appendTable(StringBuilder sections, String database, int threads) {
        List<String> heads =
                new ArrayList<>(List.of("workload", "by hand, µs", "Shardkit, µs", "time", "µs added", "bytes added"));
        if (peer) {
            heads.addAll(List.of("peer, µs", "time", "peer adds time", "peer adds bytes"));
        }
        row(sections, heads);
        sections.append("| --- ").append("| ---: ".repeat(heads.size() - 1)).append("|\n");
        for (Workloads.Workload workload : Workloads.ALL) {
            Optional<Comparison> found = results.of(database, threads, workload.name());
            if (found.isPresent()) {
                row(sections, cells(workload.title(), found.get()));
            }
        }
        sections.append('\n');
        if (peer) {
            sections.append("*Peer adds*: how many times what Shardkit adds to the work by hand; *all of it* where")
                    .append(" Shardkit adds nothing. A dash is a workload that did not end well.\n\n");
        }
    }

    private List<String> cells(String title, Comparison comparison) {
        List<String> cells = new ArrayList<>(List.of(
                title,
                Numbers.plain(comparison.micros(Comparison.HAND)),
                Numbers.plain(comparison.micros(Comparison.SHARDKIT)),
                Numbers.factor(comparison.ratio(Comparison.SHARDKIT)),
                Numbers.plain(comparison.addedMicros(Comparison.SHARDKIT)),
                Numbers.whole(comparison.addedBytes(Comparison.SHARDKIT))));
        if (peer) {
            cells.addAll(List.of(
                    Numbers.plain(comparison.micros(Comparison.PEER)),
                    Numbers.factor(comparison.ratio(Comparison.PEER)),
                    Numbers.timesAsMuch(comparison.peerAddsTime()),
                    Numbers.timesAsMuch(comparison.peerAddsBytes())));
        }
        return cells;
    }

    private void appendAlternatives(StringBuilder sections, String database, int threads) {
        StringBuilder table = new StringBuilder();
        for (String workload : Workloads.WITH_ALTERNATIVES) {
            Optional<Comparison> found = results.of(database, threads, workload);
            if (found.isPresent()) {
                Comparison comparison = found.get();
                List<String> cells = new ArrayList<>(List.of(Workloads.title(workload)));
                for (String way : List.of("HAND_IN_TURN", "HAND_PARALLEL", "HAND_UNION")) {
                    cells.add(Numbers.plain(comparison.micros(way)));
                }
                cells.add(Numbers.plain(comparison.micros(Comparison.HAND)));
                cells.add(Numbers.plain(comparison.micros(Comparison.SHARDKIT)));
                row(table, cells);
            }
        }
        if (!table.isEmpty()) {
            sections.append(
                            "Other ways by hand, in µs. Queries are compared with one statement for each table and both")
                    .append(
                            " data sources at the same time, batches with the faster of in turn and at the same time.\n\n")
                    .append("| workload | in turn | at once | UNION ALL | compared with | Shardkit |\n")
                    .append("| --- | ---: | ---: | ---: | ---: | ---: |\n")
                    .append(table)
                    .append('\n');
        }
    }

    private void chart(
            StringBuilder sections,
            String name,
            String title,
            OptionalDouble line,
            String database,
            int threads,
            Function<String, Function<Comparison, OptionalDouble>> value)
            throws IOException {
        List<BarChart.Group> groups = new ArrayList<>();
        for (Workloads.Workload workload : Workloads.ALL) {
            results.of(database, threads, workload.name()).ifPresent(comparison -> {
                List<OptionalDouble> values = new ArrayList<>();
                values.add(value.apply(Comparison.SHARDKIT).apply(comparison));
                if (peer) {
                    values.add(value.apply(Comparison.PEER).apply(comparison));
                }
                groups.add(new BarChart.Group(workload.title(), values));
            });
        }
        String folder = String.valueOf(page.getFileName()).replace(".md", "");
        Path file = page.resolveSibling(folder).resolve(name + ".svg");
        Files.createDirectories(page.resolveSibling(folder));
        List<String> series = peer ? List.of("Shardkit", "peer") : List.of("Shardkit");
        Files.writeString(file, new BarChart(title, series, line).render(groups));
        sections.append("![").append(title).append("](").append(folder).append('/');
        sections.append(name).append(".svg)\n\n");
    }

    private static OptionalDouble kilo(OptionalDouble bytes) {
        return bytes.isPresent() ? OptionalDouble.of(bytes.getAsDouble() / 1000) : bytes;
    }

    private String machines() {
        StringBuilder text = new StringBuilder("| | |\n| --- | --- |\n");
        for (Machine machine : results.machines()) {
            row(
                    text,
                    List.of(
                            title(machine.database()),
                            machine.databaseVersion() + ", " + machine.driverVersion() + ", on " + machine.date()));
        }
        results.machines().stream().findFirst().ifPresent(machine -> {
            row(text, List.of("processors", machine.processors() + ", " + machine.processor()));
            row(text, List.of("memory", machine.memory() / 1024 + " GiB"));
            row(text, List.of("system", machine.system()));
            row(text, List.of("Java", machine.java()));
            if (peer) {
                row(text, List.of("peer", machine.peerVersion()));
            }
        });
        row(text, List.of("rounds", Integer.toString(results.rounds())));
        return text.append('\n')
                .append("The servers, the pools and the measured JVM share the processors.\n")
                .toString();
    }

    private static void row(StringBuilder table, List<String> cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
