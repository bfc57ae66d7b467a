package io.shardkit.lab.workload;

import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.load.Contender;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.template.TemplateFile;
import io.shardkit.options.Replication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Workload C: the five shapes of Mycat's test tool over ranges of four servers, and files of that tool's. */
final class TravelWorkload implements Workload {
    private static final String DIRECT = "direct, all at once";
    private static final List<String> ALONE = List.of("s0 alone", "s1 alone", "s2 alone", "s3 alone");

    /** The operations that ask one server for one row. */
    private static final List<String> READ_AND_UPDATE = List.of("T03 select", "T05 update");

    static final List<Question> QUESTIONS = List.of(
            new Question(
                    "How much of the sum of the direct servers is left, when they are what is scarce?",
                    true,
                    List.of(new Step.Ratio(Opened.SHARDKIT, ALONE, 0.95, true)),
                    READ_AND_UPDATE,
                    "Shardkit gets",
                    "of the sum of the direct servers"),
            new Question(
                    "And on the processors of this machine, by all direct servers at once?",
                    false,
                    List.of(new Step.Ratio(Opened.SHARDKIT, List.of(DIRECT), 0)),
                    READ_AND_UPDATE,
                    "Shardkit gets",
                    "of what the direct servers get done at once"));

    private final Pools pools;
    private final Opened opened;
    private final Traffic traffic = new Traffic();
    private final TravelTables tables;
    private final Subject hand;
    private final Subject shardkit;
    private final List<Subject> routed = new ArrayList<>();
    private final List<Subject> direct = new ArrayList<>();
    private final List<Step.Ratio> ratios = new ArrayList<>();
    private final @Nullable FileInserts inserts;

    TravelWorkload(Pools pools, LabSettings settings, int workers) throws SQLException {
        this.pools = pools;
        opened = new Opened(pools, workers);
        int rows = Keys.enough(settings.rows(20_000), TravelTables.SERVERS, workers);
        tables = new TravelTables(pools.kind(), rows, workers, settings.batch(), traffic);
        tables.create(pools);
        hand = Subject.byHand(SysbenchWorkload.BY_HAND, pools);
        shardkit = opened.shardkit(
                Opened.SHARDKIT,
                pools.byName(TravelTables.SERVERS),
                tables.layouts(),
                List.of("goods"),
                Replication.NONE);
        routed.add(hand);
        routed.add(shardkit);
        opened.peer("", pools.byName(TravelTables.SERVERS), tables.layouts(), List.of("goods"))
                .ifPresent(peer -> {
                    routed.add(peer);
                    ratios.add(new Step.Ratio(peer.name(), List.of(hand.name()), 0));
                    ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(peer.name()), 0));
                });
        direct.add(Subject.together(pools));
        for (int server = 0; server < TravelTables.SERVERS; server++) {
            direct.add(Subject.alone(server, pools));
        }
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(hand.name()), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, ALONE, 0.95, true));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(DIRECT), 0));
        Path file = settings.file();
        inserts = file == null ? null : new FileInserts(read(file));
    }

    private static TemplateFile read(Path file) {
        try {
            return TemplateFile.read(file);
        } catch (IOException e) {
            throw new UncheckedIOException("lab.file cannot be read", e);
        }
    }

    private interface Operation {
        void run(Subject subject, int worker) throws Exception;
    }

    @Override
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>(List.of(
                step("T02 insert broadcast", routed, tables::insertGoods),
                step("T03 select", all(), tables::select),
                // Each server has a part of the answer: their sum is nothing that a client could reach.
                step("T04 group by", routed, tables::sums),
                step("T05 update", all(), tables::update),
                step("T01 insert", all(), tables::insert)));
        FileInserts own = inserts;
        if (own != null) {
            steps.add(step(
                    "file",
                    routed.stream().filter(Subject::routes).toList(),
                    (subject, worker) -> own.insert(subject)));
        }
        return steps;
    }

    private List<Subject> all() {
        List<Subject> all = new ArrayList<>(routed);
        all.addAll(direct);
        return all;
    }

    private Step step(String name, List<Subject> subjects, Operation operation) {
        List<Contender> contenders = subjects.stream()
                .map(subject -> new Contender(subject.name(), worker -> operation.run(subject, worker)))
                .toList();
        List<Step.Ratio> own = READ_AND_UPDATE.contains(name)
                ? ratios
                : ratios.stream().map(Step.Ratio::withoutTarget).toList();
        return new Step(name, contenders, own);
    }

    @Override
    public List<Integer> threads(boolean gated) {
        return List.of(gated ? 128 : 16);
    }

    @Override
    public String soaked() {
        return Opened.SHARDKIT;
    }

    @Override
    public Check check() throws SQLException {
        Check check = new Check();
        tables.check(pools, check);
        boolean same = tables.sums(shardkit, Subject.ANY, 1_000).equals(tables.sums(hand, Subject.ANY, 1_000));
        check.line("sums by days that differ from those by hand", 0, same ? 0 : 1);
        if (inserts != null) {
            inserts.check(shardkit, check);
        }
        return check;
    }

    @Override
    public List<ShardLoad> shards(Map<String, long[]> statements) throws SQLException {
        return traffic.of(Opened.SHARDKIT, statements, tables.rows(pools));
    }

    @Override
    public void close() {
        opened.close();
    }
}
