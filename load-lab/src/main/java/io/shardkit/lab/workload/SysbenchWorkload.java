package io.shardkit.lab.workload;

import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Opened;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.lab.load.Contender;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.options.Replication;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Workload B: the seven shapes of sysbench over two servers. */
final class SysbenchWorkload implements Workload {
    static final int SERVERS = 2;
    static final String BY_HAND = "by hand";
    static final String ONE = "s0 alone";
    static final List<Integer> THREADS = List.of(1, 20, 100, 200);

    static final List<Question> QUESTIONS = List.of(new Question(
            "What does Shardkit cost, sharding, compared with routing by hand?",
            false,
            List.of(new Step.Ratio(Opened.SHARDKIT, List.of(BY_HAND), 0.98)),
            "Shardkit gets",
            "of what gets done by hand"));

    private final Pools pools;
    private final Opened opened;
    private final Traffic traffic = new Traffic();
    private final SysbenchTables tables;
    private final List<Subject> subjects = new ArrayList<>();
    private final List<Step.Ratio> ratios = new ArrayList<>();

    SysbenchWorkload(Pools pools, LabSettings settings, int workers) throws SQLException {
        this.pools = pools;
        opened = new Opened(pools, workers);
        int rows = Keys.enough(settings.rows(20_000), SERVERS, workers);
        tables = new SysbenchTables(
                pools.kind(),
                new ModAlgorithm(SERVERS),
                settings.tables(2),
                rows,
                workers,
                traffic,
                false,
                settings.soak() == null);
        tables.create(pools);
        subjects.add(Subject.byHand(BY_HAND, pools));
        subjects.add(
                opened.shardkit(Opened.SHARDKIT, pools.byName(SERVERS), tables.layouts(), List.of(), Replication.NONE));
        opened.peer("", pools.byName(SERVERS), tables.layouts(), List.of()).ifPresent(peer -> {
            subjects.add(peer);
            ratios.add(new Step.Ratio(peer.name(), List.of(BY_HAND), 0));
            ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(peer.name()), 0));
        });
        List<String> alone = new ArrayList<>();
        for (int server = 0; server < SERVERS; server++) {
            Subject direct = Subject.alone(server, pools);
            subjects.add(direct);
            alone.add(direct.name());
        }
        Subject together = Subject.together(pools);
        subjects.add(together);
        ratios.add(0, new Step.Ratio(Opened.SHARDKIT, List.of(BY_HAND), 0.98));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(together.name()), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(alone.get(0)), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, alone, 0));
    }

    /** The work of an operation for a subject. */
    interface Shape {
        void run(SysbenchTables tables, Subject subject, int worker) throws Exception;
    }

    @Override
    public List<Step> steps() {
        return List.of(
                step("point_select", SysbenchTables::pointSelect),
                step("read_only", SysbenchTables::readOnly),
                step("update_index", SysbenchTables::updateIndex),
                step("update_non_index", SysbenchTables::updateNonIndex),
                step("delete", SysbenchTables::delete),
                step("write_only", SysbenchTables::writeOnly),
                step("read_write", SysbenchTables::readWrite));
    }

    private Step step(String name, Shape shape) {
        List<Contender> contenders = subjects.stream()
                .map(subject -> new Contender(subject.name(), worker -> shape.run(tables, subject, worker)))
                .toList();
        List<Step.Ratio> own = name.equals("point_select")
                ? ratios
                : ratios.stream().map(Step.Ratio::withoutTarget).toList();
        return new Step(name, contenders, own);
    }

    @Override
    public List<Integer> threads(boolean gated) {
        return THREADS;
    }

    @Override
    public String soaked() {
        return Opened.SHARDKIT;
    }

    @Override
    public Check check() throws SQLException {
        Check check = new Check();
        tables.check(pools, check);
        return check;
    }

    @Override
    public List<ShardLoad> shards(Map<String, long[]> statements) throws SQLException {
        long[] rows = tables.rows(pools);
        return IntStream.range(0, 2)
                .mapToObj(subject -> traffic.of(subjects.get(subject).name(), statements, rows))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public void close() {
        opened.close();
    }
}
