package io.shardkit.lab.workload;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.lab.load.Goal;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Workload D: a table of sysbench by the hash of its id over four servers; inserts, then selects and updates. */
final class HashWorkload extends RoutedWorkload {
    static final int SERVERS = 4;

    static final List<Question> QUESTIONS = List.of(
            new Question(
                    "How much of four servers can be used, when they are what is scarce?",
                    true,
                    List.of(new Step.Ratio(Opened.SHARDKIT, alone(SERVERS), 0)),
                    "Shardkit gets",
                    "of the sum of the direct servers"),
            new Question(
                    "What does Shardkit cost over four servers, compared with routing by hand?",
                    false,
                    List.of(new Step.Ratio(Opened.SHARDKIT, List.of(BY_HAND), 0)),
                    "Shardkit gets",
                    "of what gets done by hand"));

    private final SysbenchTables tables;
    private final int inserts;

    HashWorkload(Pools pools, LabSettings settings, int workers) throws SQLException {
        super(pools, workers);
        inserts = settings.inserts();
        int rows = Keys.enough(settings.rows(20_000), SERVERS, workers);
        tables = new SysbenchTables(
                pools.kind(), new HashModAlgorithm(SERVERS), 1, rows, workers, traffic, false, true, false);
        tables.create(pools);
        addRouted(SERVERS, tables.layouts(), List.of());
        Subject together = Subject.together(pools);
        subjects.add(together);
        addAlone(SERVERS);
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(BY_HAND), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, alone(SERVERS), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(together.name()), 0));
    }

    @Override
    public List<Step> steps() {
        Goal goal = inserts > 0 ? new Goal(Opened.SHARDKIT, inserts) : null;
        return List.of(
                step("insert", subjects, ratios, true, goal, tables::insertNew),
                step("select", subjects, ratios, true, null, tables::pointSelect),
                step("update", subjects, ratios, true, null, tables::updateIndex));
    }

    @Override
    public List<Integer> threads(boolean gated) {
        return gated ? List.of(8, 64, 256) : List.of(1, 16, 128);
    }

    @Override
    public Check check() throws SQLException {
        return tables.check(pools);
    }

    @Override
    public List<ShardLoad> shards(Map<String, long[]> statements) throws SQLException {
        return traffic.of(Opened.SHARDKIT, statements, tables.rows(pools));
    }
}
