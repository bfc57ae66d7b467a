package io.shardkit.lab.workload;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.Replication;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The shapes of sysbench over a primary and its replica, which answers reads. */
final class ReplicaWorkload extends RoutedWorkload {
    static final String PRIMARY = "primary alone";

    static final List<Question> QUESTIONS = List.of(new Question(
            "What does Shardkit cost, splitting reads, compared with splitting by hand?",
            false,
            List.of(new Step.Ratio(Opened.SHARDKIT, List.of(BY_HAND), 0)),
            "Shardkit gets",
            "of what gets done by hand"));

    /** The time that the replica may take to catch up at the end. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final SysbenchTables tables;

    ReplicaWorkload(Pools pools, LabSettings settings, int workers) throws SQLException {
        super(pools, workers);
        int rows = Keys.enough(settings.rows(10_000), 1, workers);
        tables = new SysbenchTables(
                pools.kind(),
                new ModAlgorithm(1),
                settings.tables(2),
                rows,
                workers,
                traffic,
                true,
                settings.soak() == null,
                true);
        tables.create(pools);
        if (!caughtUp()) {
            throw new IllegalStateException("the replica does not get what the primary has");
        }
        ReplicaGroup group =
                new ReplicaGroup("s0", List.of(new Replica("s0-replica", pools.source(1), 1)), LoadBalance.ROUND_ROBIN);
        Replication replication = new Replication(Map.of("s0", group), ReplicaSettings.DEFAULTS);
        subjects.addAll(List.of(
                Subject.split(BY_HAND, pools),
                opened.shardkit(Opened.SHARDKIT, pools.byName(1), tables.layouts(), List.of(), replication),
                Subject.alone(PRIMARY, 0, pools)));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(BY_HAND), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(PRIMARY), 0));
    }

    /** Returns true if the replica soon has all that the primary has. */
    private boolean caughtUp() throws SQLException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < PATIENCE) {
            try {
                if (tables.digest(pools, 0) == tables.digest(pools, 1)) {
                    return true;
                }
            } catch (SQLException tableNotThereYet) {
                if (System.nanoTime() - start > PATIENCE / 2) {
                    throw tableNotThereYet;
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        return false;
    }

    @Override
    public List<Step> steps() {
        return List.of(
                step("point_select", tables::pointSelect),
                step("read_only", tables::readOnly),
                step("read_write", tables::readWrite),
                step("update_index", tables::updateIndex));
    }

    private Step step(String name, Operation operation) {
        return step(name, subjects, ratios, true, null, operation);
    }

    @Override
    public List<Integer> threads(boolean gated) {
        return SysbenchWorkload.THREADS;
    }

    @Override
    public Check check() throws SQLException {
        Check check = tables.check(pools);
        check.line("replicas that differ from their primary", 0, caughtUp() ? 0 : 1);
        return check;
    }

    @Override
    public List<ShardLoad> shards(Map<String, long[]> statements) throws SQLException {
        List<ShardLoad> loads = new ArrayList<>();
        for (Subject subject : subjects) {
            long[] got = statements.getOrDefault(subject.name(), new long[0]);
            long all = Arrays.stream(got).sum();
            for (int server = 0; server < got.length; server++) {
                String name = server == 0 ? "primary" : "replica";
                double share = all == 0 ? 1 : got[server] * (double) got.length / all;
                loads.add(new ShardLoad(subject.name(), name, -1, got[server], -1, share));
            }
        }
        return loads;
    }
}
