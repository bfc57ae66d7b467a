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
    A("Orders on one server and on several (Sharding-JDBC 1.5.2, 2017)", OrderWorkload.SERVERS) {
        @Override
        List<Question> questions() {
            return OrderWorkload.QUESTIONS;
        }

        @Override
        Workload open(Pools pools, LabSettings settings, boolean gated) throws SQLException {
            return new OrderWorkload(pools, settings, most(settings, gated ? 64 : 16));
        }

        @Override
        List<String> notes() {
            return List.of("The query joins by 'a.id % 100 = b.idm % 100', which does not say that the rows lie on one"
                    + " server; through Shardkit a ShardingHint says so, as their binding tables did. Rows of JDBC's one"
                    + " table are numbered by the database, all others by the same generator.");
        }
    },
    /** sysbench. */
    B("The shapes of sysbench over two servers (ShardingSphere 5.0.0-RC1, 2021)", SysbenchWorkload.SERVERS) {
        @Override
        List<Question> questions() {
            return SysbenchWorkload.QUESTIONS;
        }

        @Override
        Workload open(Pools pools, LabSettings settings, boolean gated) throws SQLException {
            return new SysbenchWorkload(pools, settings, most(settings, Collections.max(SysbenchWorkload.THREADS)));
        }

        @Override
        List<String> notes() {
            return List.of("Threads write rows of their own, so that no transaction waits for another one's locks. A"
                    + " delete is followed by an insert of the row.");
        }
    },
    /** sysbench, with a replica. */
    R("The shapes of sysbench over a primary and its replica (ShardingSphere 5.0.0-RC1, 2021)", 2) {
        @Override
        Servers start(LabSettings settings) throws SQLException {
            return Servers.startPair(settings);
        }

        @Override
        List<Question> questions() {
            return ReplicaWorkload.QUESTIONS;
        }

        @Override
        Workload open(Pools pools, LabSettings settings, boolean gated) throws SQLException {
            return new ReplicaWorkload(pools, settings, most(settings, Collections.max(SysbenchWorkload.THREADS)));
        }

        @Override
        List<String> notes() {
            return List.of(
                    "By hand all reads go to the replica, whatever it has not got yet; Shardkit's replica has what"
                            + " the reading thread wrote.");
        }
    },
    /** Travel records. */
    C("The shapes of Mycat's test tool over ranges of four servers", TravelTables.SERVERS) {
        @Override
        List<Question> questions() {
            return TravelWorkload.QUESTIONS;
        }

        @Override
        Workload open(Pools pools, LabSettings settings, boolean gated) throws SQLException {
            return new TravelWorkload(pools, settings, most(settings, gated ? 128 : 16));
        }

        @Override
        List<String> notes() {
            return List.of(
                    "T01 sends batches; a batch is of one range, and all ranges get batches at the same time. T02 and T04"
                            + " by hand ask one server after the other.",
                    "Mycat's report claims 80 to 95 % of the sum of the direct servers.");
        }
    },
    /** A table by hash. */
    D("Inserts, selects and updates over four servers (proxies, 2017)", HashWorkload.SERVERS) {
        @Override
        List<Question> questions() {
            return HashWorkload.QUESTIONS;
        }

        @Override
        Workload open(Pools pools, LabSettings settings, boolean gated) throws SQLException {
            return new HashWorkload(pools, settings, most(settings, 256));
        }

        @Override
        List<String> notes() {
            return List.of("The report has no direct baseline: Mycat answers 34,351 to 37,376 selects per second at 128"
                    + " threads, Atlas about twice as many and 40 % more inserts.");
        }
    };

    private final String title;
    private final int servers;

    WorkloadKind(String title, int servers) {
        this.title = title;
        this.servers = servers;
    }

    static WorkloadKind named(String name) {
        try {
            return valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("lab is '" + name + "', the workloads are " + names(), e);
        }
    }

    private static String names() {
        return Arrays.toString(values());
    }

    /** The most threads of a run. */
    static int most(LabSettings settings, int usual) {
        return settings.threads().isEmpty() ? usual : Collections.max(settings.threads());
    }

    String title() {
        return title;
    }

    int servers() {
        return servers;
    }

    /** Returns the questions that a reader wants answered first. */
    abstract List<Question> questions();

    /** Starts its databases. */
    Servers start(LabSettings settings) throws SQLException {
        return Servers.start(settings, servers);
    }

    /** Makes its tables. */
    abstract Workload open(Pools pools, LabSettings settings, boolean gated) throws SQLException;

    /** Returns the notes that a reader needs besides. */
    List<String> notes() {
        return List.of();
    }
}
