package io.shardkit.lab.workload;

import io.shardkit.lab.subject.Pools;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The workloads by their names. */
enum WorkloadKind {
    /** Orders. */
    A(
            "Orders on one server and on several (Sharding-JDBC 1.5.2, 2017)",
            OrderWorkload.SERVERS,
            OrderWorkload.QUESTIONS,
            OrderWorkload::new,
            64,
            16,
            "The query joins by 'a.id % 100 = b.idm % 100', which does not say that the rows lie on one server; through"
                    + " Shardkit a ShardingHint says so, as their binding tables did. Rows of JDBC's one table are"
                    + " numbered by the database, all others by the same generator."),
    /** sysbench. */
    B(
            "The shapes of sysbench over two servers (ShardingSphere 5.0.0-RC1, 2021)",
            SysbenchWorkload.SERVERS,
            SysbenchWorkload.QUESTIONS,
            SysbenchWorkload::new,
            SysbenchWorkload.MOST_THREADS,
            SysbenchWorkload.MOST_THREADS,
            "Threads write rows of their own, so that no transaction waits for another one's locks. A delete is followed"
                    + " by an insert of the row."),
    /** sysbench, with a replica. */
    R(
            "The shapes of sysbench over a primary and its replica (ShardingSphere 5.0.0-RC1, 2021)",
            2,
            ReplicaWorkload.QUESTIONS,
            ReplicaWorkload::new,
            SysbenchWorkload.MOST_THREADS,
            SysbenchWorkload.MOST_THREADS,
            "By hand all reads go to the replica, whatever it has not got yet; Shardkit's replica has what the reading"
                    + " thread wrote.") {
        @Override
        Servers start(LabSettings settings) throws SQLException {
            return Servers.startPair(settings);
        }
    },
    /** Travel records. */
    C(
            "The shapes of Mycat's test tool over ranges of four servers",
            TravelTables.SERVERS,
            TravelWorkload.QUESTIONS,
            TravelWorkload::new,
            128,
            16,
            "T01 sends batches; a batch is of one range, and all ranges get batches at the same time. T02 and T04 by hand"
                    + " ask one server after the other.",
            "Mycat's report claims 80 to 95 % of the sum of the direct servers."),
    /** A table by hash. */
    D(
            "Inserts, selects and updates over four servers (proxies, 2017)",
            HashWorkload.SERVERS,
            HashWorkload.QUESTIONS,
            HashWorkload::new,
            256,
            256,
            "The report has no direct baseline: Mycat answers 34,351 to 37,376 selects per second at 128 threads, Atlas"
                    + " about twice as many and 40 % more inserts.");

    private final String title;
    private final int servers;
    private final int gatedThreads;
    private final int realThreads;

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
    private final List<Question> questions;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Opening opening;

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
    private final List<String> notes;

    WorkloadKind(
            String title,
            int servers,
            List<Question> questions,
            Opening opening,
            int gatedThreads,
            int realThreads,
            String... notes) {
        this.title = title;
        this.servers = servers;
        this.questions = questions;
        this.opening = opening;
        this.gatedThreads = gatedThreads;
        this.realThreads = realThreads;
        this.notes = List.of(notes);
    }

    private interface Opening {
        Workload open(Pools pools, LabSettings settings, int workers) throws SQLException;
    }

    static WorkloadKind named(String name) {
        try {
            return valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "lab is '" + name + "', the workloads are " + Arrays.toString(values()), e);
        }
    }

    String title() {
        return title;
    }

    int servers() {
        return servers;
    }

    /** Returns the questions that a reader wants answered first. */
    List<Question> questions() {
        return questions;
    }

    /** Starts its databases. */
    Servers start(LabSettings settings) throws SQLException {
        return Servers.start(settings, servers);
    }

    /** Makes its tables, for the most threads of the run. */
    Workload open(Pools pools, LabSettings settings, boolean gated) throws SQLException {
        int usual = gated ? gatedThreads : realThreads;
        return opening.open(
                pools, settings, settings.threads().isEmpty() ? usual : Collections.max(settings.threads()));
    }

    /** Returns the notes that a reader needs besides. */
    List<String> notes() {
        return notes;
    }
}
