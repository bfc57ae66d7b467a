package io.shardkit.lab.workload;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Workload B: the seven shapes of sysbench over two servers. */
final class SysbenchWorkload extends RoutedWorkload {
    static final int SERVERS = 2;
    static final String ONE = "s0 alone";
    static final int MOST_THREADS = 200;
    static final List<Integer> THREADS = List.of(1, 20, 100, MOST_THREADS);

    static final List<Question> QUESTIONS = List.of(new Question(
            "What does Shardkit cost, sharding, compared with routing by hand?",
            false,
            List.of(new Step.Ratio(Opened.SHARDKIT, List.of(BY_HAND), 0.98)),
            "Shardkit gets",
            "of what gets done by hand"));

    private final SysbenchTables tables;

    SysbenchWorkload(Pools pools, LabSettings settings, int workers) throws SQLException {
        super(pools, workers);
        int rows = Keys.enough(settings.rows(20_000), SERVERS, workers);
        tables = new SysbenchTables(
                pools.kind(),
                new ModAlgorithm(SERVERS),
                settings.tables(2),
                rows,
                workers,
                traffic,
                false,
                settings.soak() == null,
                true);
        tables.create(pools);
        addRouted(SERVERS, tables.layouts(), List.of());
        addAlone(SERVERS);
        Subject together = Subject.together(pools);
        subjects.add(together);
        ratios.add(0, new Step.Ratio(Opened.SHARDKIT, List.of(BY_HAND), 0.98));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(together.name()), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(ONE), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, alone(SERVERS), 0));
    }

    @Override
    public List<Step> steps() {
        return List.of(
                step("point_select", tables::pointSelect),
                step("read_only", tables::readOnly),
                step("update_index", tables::updateIndex),
                step("update_non_index", tables::updateNonIndex),
                step("delete", tables::delete),
                step("write_only", tables::writeOnly),
                step("read_write", tables::readWrite));
    }

    private Step step(String name, Operation operation) {
        return step(name, subjects, ratios, name.equals("point_select"), null, operation);
    }

    @Override
    public List<Integer> threads(boolean gated) {
        return THREADS;
    }

    @Override
    public Check check() throws SQLException {
        return tables.check(pools);
    }

    @Override
    public List<ShardLoad> shards(Map<String, long[]> statements) throws SQLException {
        long[] rows = tables.rows(pools);
        return IntStream.range(0, 2)
                .mapToObj(subject -> traffic.of(subjects.get(subject).name(), statements, rows))
                .flatMap(List::stream)
                .toList();
    }
}
