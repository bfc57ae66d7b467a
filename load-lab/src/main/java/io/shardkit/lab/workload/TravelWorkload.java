package io.shardkit.lab.workload;

import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.template.TemplateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Workload C: the five shapes of Mycat's test tool over ranges of four servers, and files of that tool's. */
final class TravelWorkload extends RoutedWorkload {
    private static final String DIRECT = "direct, all at once";
    private static final List<String> ALONE = alone(TravelTables.SERVERS);

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

    private final TravelTables tables;
    /** The subjects that answer over all servers. */
    private final List<Subject> routed;

    private final @Nullable FileInserts inserts;

    TravelWorkload(Pools pools, LabSettings settings, int workers) throws SQLException {
        super(pools, workers);
        int rows = Keys.enough(settings.rows(20_000), TravelTables.SERVERS, workers);
        tables = new TravelTables(pools.kind(), rows, workers, settings.batch(), traffic);
        tables.create(pools);
        addRouted(TravelTables.SERVERS, tables.layouts(), List.of("goods"));
        routed = List.copyOf(subjects);
        subjects.add(Subject.together(pools));
        addAlone(TravelTables.SERVERS);
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(BY_HAND), 0));
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

    @Override
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>(List.of(
                step("T02 insert broadcast", routed, tables::insertGoods),
                step("T03 select", subjects, tables::select),
                // Each server has a part of the answer: their sum is no throughput that could be reached.
                step("T04 group by", routed, tables::sums),
                step("T05 update", subjects, tables::update),
                step("T01 insert", subjects, tables::insert)));
        FileInserts own = inserts;
        if (own != null) {
            steps.add(step(
                    "file",
                    routed.stream().filter(Subject::routes).toList(),
                    (subject, worker) -> own.insert(subject)));
        }
        return steps;
    }

    private Step step(String name, List<Subject> who, Operation operation) {
        return step(name, who, ratios, READ_AND_UPDATE.contains(name), null, operation);
    }

    @Override
    public List<Integer> threads(boolean gated) {
        return List.of(gated ? 128 : 16);
    }

    @Override
    public Check check() throws SQLException {
        Check check = new Check();
        tables.check(pools, check);
        Subject hand = routed.get(0);
        Subject shardkit = routed.get(1);
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
}
