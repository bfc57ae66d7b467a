package io.shardkit.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            in one thread; garbage is what it allocates, in the driver and in a database in memory too. *Processor* relates the
            processor time of the measured JVM, which other processes disturb less than the clock. All subjects have the
            same databases, pools, rows and keys, and run one after the other, each in a JVM of its own; what relates two of
            them is computed in each round, and the median of the rounds is shown. Tests hold that all read the same rows and
            leave the same rows.

            Where Shardkit and by hand took turns in one JVM, the bounds on time are held against the turns, which are listed
            further down; only the stream is always a JVM's own. The tables by database compare separate JVMs, whose speed may
            differ by more than what is measured, so the same workload may show another ratio there. Results of runs at different
            times may stand side by side.

            This page is generated from the results of the benchmarks, which see the engine from outside. Its figures are those of the
            engine of the days that stand under [Where this was measured](#where-this-was-measured), not of each change since; what the
            engine costs today, the commands under [How to repeat it](#how-to-repeat-it) tell. What a service costs and gains under load
            is on a page of its own, [load test](load-test.md).

            ## What is aimed at

            %s
            %s%s## Where this was measured

            %s
            The servers, the pools and the measured JVM share the processors.

            ## How to repeat it

            On H2, in one thread, for about fifteen minutes:

            ```shell
            ./mvnw -Pbenchmark -pl sharding-benchmarks -am verify
            ```

            Everything, in rounds, and the page of it, for some hours:

            ```shell
            ./mvnw -Pbenchmark,peer -pl sharding-benchmarks -am verify -Dbench.rounds=3
            ./mvnw -Pbenchmark,peer -pl sharding-benchmarks -am verify -Dbench.database=mariadb -Dbench.threads=1,4,32
            ./mvnw -Pbenchmark -pl sharding-benchmarks -am verify -Dbench.alternate=100 -Dbench='Orders|Inserts'
            ./mvnw -Pbenchmark -pl sharding-benchmarks -am verify -Dbench.alternate=100 -Dbench='Orders|Inserts' \\
                -Dbench.database=mariadb -Dbench.threads=1,4,32 -Dbench.rounds=2
            ./mvnw -Pperformance-page -pl sharding-benchmarks -am verify
            ```

            | option | |
            | --- | --- |
            | `-Dbench=` | which workloads, a regular expression over `Orders.pointSelect` and the others; `A` for the [order workload](load-test.md#without-the-service) instead, whose results do not go into this page |
            | `-Dbench.database=` | `h2` (default), `mariadb`, `postgresql`, `mysql`; the servers come as Maven artifacts, MySQL's by `tools/mysql-server.sh` |
            | `-Dbench.threads=` | numbers of threads, 1 by default |
            | `-Dbench.rounds=` | how often to measure everything, 1 by default |
            | `-Dbench.subjects=` | `hand`, `shardkit`, `peer`; all that are there by default |
            | `-Dbench.jmh=` | more options of JMH, such as `"-i 10 -prof stack"` |
            | `-Dbench.alternate=` | milliseconds of a turn, instead of JMH: Shardkit and by hand in turns in one JVM, and their ratio |
            | `-Ppeer` | compares with ShardingSphere-JDBC as well |
            """;

    private static final String PEER =
            """
            *Peer adds*: how many times what Shardkit adds to the work by hand; *all of it* where Shardkit adds nothing. A dash
            is a workload that did not end well.

            """;

    private static final String TURNS =
            """
            ## In turns

            JVMs that run one after the other differ by more than what is measured here, even with the same code. So, with
            `-Dbench.alternate=100`, Shardkit and by hand take turns of 0.1 s in one JVM, by as many threads; each pair of
            turns gives a ratio. Shown are the median of %d pairs, after %d for warming up, and the quartiles; of several
            rounds the mean of these. Which of the two opens its connections first changes from round to round.

            | database | workload | threads | rounds | by hand, µs | throughput | quartiles | processor |
            | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
            """;

    private static final String BY_HAND =
            """
            Ways by hand: both data sources at the same time or in turn, one query for each table or a UNION ALL. Above, queries
            are compared with the first, inserts with the faster. The 1,000,000 rows are by hand those of one table that is not
            sharded, and *in turn* those of the eight tables, one after the other.

            """;

    private final Results results;
    private final Tables tables;
    private final Path page;
    private final boolean peer;

    private PerformancePage(Results results, Path page) {
        this.results = results;
        this.page = page;
        this.peer = results.machines().stream()
                .anyMatch(machine -> !machine.peerVersion().isEmpty());
        this.tables = new Tables(results, peer);
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

    /** Returns the page's name for a kind of database. */
    static String title(String database) {
        return switch (database) {
            case "h2" -> "H2 in memory";
            case "mariadb" -> "MariaDB";
            case "mysql" -> "MySQL";
            case "postgresql" -> "PostgreSQL";
            default -> database;
        };
    }

    /** Returns the page's phrase for a number of threads. */
    static String threads(int count) {
        return count + (count == 1 ? " thread" : " threads");
    }

    private void write() throws IOException {
        StringBuilder sections = new StringBuilder();
        for (String database : results.databases()) {
            for (int threads : results.threads(database)) {
                appendSection(sections, database, threads);
            }
        }
        Files.writeString(page, FRAME.formatted(tables.bounds(), sections, inTurns(), tables.machines()));
    }

    private String inTurns() {
        if (results.turns().isEmpty()) {
            return "";
        }
        StringBuilder section =
                new StringBuilder(TURNS.formatted(AlternationResult.PAIRS, AlternationResult.WARM_UP_PAIRS));
        results.turns().forEach(turn -> section.append(turn.row()));
        return section.append('\n').toString();
    }

    private void appendSection(StringBuilder sections, String database, int threads) throws IOException {
        String heading = title(database) + ", " + threads(threads);
        sections.append("## ").append(heading).append("\n\n");
        sections.append(tables.workloads(database, threads)).append('\n');
        if (peer) {
            sections.append(PEER);
        }
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
        String byHand = tables.variantsByHand(database, threads);
        if (!byHand.isEmpty()) {
            sections.append(BY_HAND).append(byHand).append('\n');
        }
    }

    private void chart(
            StringBuilder sections,
            String name,
            String title,
            OptionalDouble line,
            String database,
            int threads,
            Function<String, Function<SubjectComparison, OptionalDouble>> value)
            throws IOException {
        List<BarChart.Group> groups = new ArrayList<>();
        for (Workloads.Workload workload : Workloads.ALL) {
            results.of(database, threads, workload.name()).ifPresent(comparison -> {
                List<OptionalDouble> values = new ArrayList<>();
                values.add(value.apply(SubjectComparison.SHARDKIT).apply(comparison));
                if (peer) {
                    values.add(value.apply(SubjectComparison.PEER).apply(comparison));
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
}
