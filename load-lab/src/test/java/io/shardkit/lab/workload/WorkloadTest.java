package io.shardkit.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.report.Figure;
import io.shardkit.lab.report.Report;
import io.shardkit.lab.report.Run;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.subject.Pools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the workloads work, and that their checks can fail. Does not look at any speed. */
class WorkloadTest {
    private static LabSettings settings(WorkloadKind kind, String... more) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "lab", kind.name(),
                "lab.database", "h2",
                "lab.modes", "real",
                "lab.threads", "2",
                "lab.turn", "20",
                "lab.rounds", "1",
                "lab.warmup", "0",
                "lab.rows", "400",
                "lab.pool", "10",
                "lab.seed", "1"));
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return LabSettings.read(properties);
    }

    private static Run run(WorkloadKind kind, String... more) throws Exception {
        return new LabRun(settings(kind, more), Progress.silent()).run();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"C", "R"})
    void runsAndAgrees(WorkloadKind kind, @TempDir Path folder) throws Exception {
        Run run = run(kind);

        assertThat(run.failures()).isEmpty();
        assertThat(run.check().requests()).isPositive();
        assertThat(run.sections()).isNotEmpty();
        assertThat(run.figures()).extracting(Figure::name).doesNotHaveDuplicates();
        assertThat(Files.readString(Report.write(run, folder))).contains(run.title());
    }

    @Test
    void answersByGatedServersAndAtRates() throws Exception {
        Run run = run(
                WorkloadKind.D,
                "lab.modes",
                "gated",
                "lab.places",
                "2",
                "lab.micros",
                "200",
                "lab.turn",
                "250",
                "lab.warmup",
                "1",
                "lab.operations",
                "select",
                "lab.rates",
                "200");

        assertThat(run.failures()).isEmpty();
        assertThat(run.answers()).hasSize(1);
        assertThat(run.sections().get(0).measurements()).hasSize(14);
    }

    /** Each operation of D is one statement, which its gate counts as well; Shardkit asks one of them for the columns. */
    @Test
    void countsTheStatementsOfEachServer() throws Exception {
        Run run =
                run(WorkloadKind.D, "lab.modes", "gated", "lab.places", "2", "lab.micros", "200", "lab.inserts", "400");

        assertThat(run.failures()).isEmpty();
        assertThat(shards(run)).hasSize(4).allSatisfy(shard -> {
            assertThat(shard.operations()).isPositive();
            assertThat(shard.statements()).isBetween(shard.operations(), shard.operations() + 20);
            // Of so many, drawn alike, no server gets a third of its share, however slow the machine is.
            assertThat(shard.skew()).isBetween(0.3, 3.0);
        });
    }

    @Test
    void saysNothingOfStatementsThatNobodyCounts() throws Exception {
        assertThat(shards(run(WorkloadKind.D))).hasSize(4).allMatch(shard -> shard.statements() < 0);
    }

    private static List<ShardLoad> shards(Run run) {
        return run.sections().stream()
                .flatMap(section -> section.shards().stream())
                .toList();
    }

    @Test
    void insertsUpToACount() throws Exception {
        Run run = run(WorkloadKind.D, "lab.inserts", "3000", "lab.operations", "insert");

        assertThat(run.failures()).isEmpty();
        assertThat(run.settings()).containsEntry("lab.inserts", "3000");
        assertThat(run.sections().get(0).measurements())
                .filteredOn(each -> each.subject().equals(Opened.SHARDKIT))
                .singleElement()
                .satisfies(each -> assertThat(each.requests()).isGreaterThanOrEqualTo(3_000));
    }

    @Test
    void soaks() throws Exception {
        Run run = run(WorkloadKind.D, "load.soak", "1s");

        assertThat(run.failures()).isEmpty();
        assertThat(run.sections().get(0).charts()).hasSize(4);
    }

    @Test
    void runsAFileOfTableAndSql(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("goods.properties"),
                """
                total=1000
                table=goods
                batch=5
                sql=insert into goods (id,name,good_type) values (${int(8-9)}00000${id}, '${enum(A,B)}', ${int(1-100)})
                """);

        Run run = run(WorkloadKind.C, "lab.file", file.toString());

        assertThat(run.check().lines())
                .filteredOn(line -> line.what().equals("rows of the file"))
                .hasSize(1)
                .allMatch(line -> line.agrees() && !line.found().equals("0"));
    }

    /**
     * A row less of those that were there and of those that were inserted, one more, and a write undone; all on the second
     * server, one after the other.
     */
    private static final Map<WorkloadKind, List<Damage>> DAMAGE = Map.of(
            WorkloadKind.A,
            List.of(
                    new Damage("DELETE FROM order2x1_0 WHERE id = 1", 1, 0),
                    new Damage(
                            "INSERT INTO order2x1_0 (id, order_id)"
                                    + " SELECT id + 2, order_id FROM order2x1_0 WHERE order_id LIKE 'n%'",
                            0, 1),
                    new Damage("DELETE FROM order2x1_0 WHERE order_id LIKE 'n%'", 1, -1),
                    new Damage("UPDATE order2x1_0 SET order_id = 'r' || id", 0, 0)),
            WorkloadKind.B,
            List.of(
                    new Damage("DELETE FROM sbtest1_0 WHERE id = 1", 1, 0),
                    new Damage("INSERT INTO sbtest1_0 VALUES (2, 15838, '', '')", 0, 1),
                    new Damage("UPDATE sbtest1_0 SET k = k + 1", 0, 0)),
            WorkloadKind.C,
            List.of(
                    new Damage("DELETE FROM travelrecord_0 WHERE id = 200000001", 1, 0),
                    new Damage("DELETE FROM travelrecord_0 WHERE id = 200000101", 1, 0),
                    new Damage("INSERT INTO travelrecord_0 (id, fee) VALUES (7, 1)", 0, 1),
                    new Damage("DELETE FROM goods", 1, 0),
                    new Damage("UPDATE travelrecord_0 SET fee = -1", 0, 0)),
            WorkloadKind.D,
            List.of(
                    new Damage("DELETE FROM sbtest1_0 WHERE id = 1", 1, 0),
                    new Damage("DELETE FROM sbtest1_0 WHERE id >= 400", 1, 0),
                    new Damage("INSERT INTO sbtest1_0 VALUES (2, 0, '', '')", 0, 1),
                    new Damage("UPDATE sbtest1_0 SET k = k + 1", 0, 0)));

    /** A machine of two processors has inserted two million rows into each range within a minute. */
    @Test
    void rangesHoldWhatAFastMachineInserts() {
        ShardingAlgorithm byRange = AlgorithmRegistry.builtIn()
                .create(
                        "travelrecord",
                        "range-file",
                        Map.of("file", TravelTables.RANGES),
                        Targets.of(List.of("s0", "s1", "s2", "s3")));
        for (int server = 0; server < TravelTables.SERVERS; server++) {
            assertThat(byRange.shard(server * 200_000_000L + 150_000_000L)).isEqualTo(server);
        }
    }

    /** A damage to the data, and the change of the lost and doubled rows that it causes. */
    private record Damage(String sql, int lost, int doubled) {}

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "R")
    void findsWhatIsLostOrDoubledOrUndone(WorkloadKind kind) throws Exception {
        LabSettings settings = settings(kind);
        try (Servers servers = Servers.start(settings, kind.servers());
                Pools pools = servers.pools(settings, false);
                Workload workload = kind.open(pools, settings, false)) {
            for (Step step : workload.steps()) {
                for (Contender each : step.contenders()) {
                    boolean broadcast =
                            step.operation().startsWith("T02") && each.name().equals(Opened.SHARDKIT);
                    // An update is of any row: of ten, one at least is not of the row that will be deleted.
                    int times = step.operation().contains("update") ? 10 : 1;
                    for (int i = 0; i < times && (each.name().equals("s1 alone") || broadcast); i++) {
                        each.task().run(0);
                    }
                }
            }
            Check check = workload.check();
            assertThat(check.lost() + check.doubled()).isZero();
            assertThat(check.lines()).allMatch(line -> line.agrees());
            for (Damage damage : DAMAGE.getOrDefault(kind, List.of())) {
                long lost = check.lost();
                long doubled = check.doubled();
                String lines = check.lines().toString();
                pools.execute(1, damage.sql);
                check = workload.check();
                assertThat(check.lost()).as(damage.sql).isEqualTo(lost + damage.lost);
                assertThat(check.doubled()).as(damage.sql).isEqualTo(doubled + damage.doubled);
                if (damage.lost == 0 && damage.doubled == 0) {
                    assertThat(check.lines().toString()).as(damage.sql).isNotEqualTo(lines);
                    assertThat(check.lines()).as(damage.sql).anyMatch(line -> !line.agrees());
                }
            }
        }
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> WorkloadKind.named("x"))
                .hasMessageContaining("lab is 'x', the workloads are [A, B, R, C, D]");
        assertThatThrownBy(() -> settings(WorkloadKind.A, "lab.rounds", "many"))
                .hasMessageContaining("lab.rounds is 'many'");
        assertThatThrownBy(() -> run(WorkloadKind.R)).hasMessageContaining("H2 has no replicas");
        assertThatThrownBy(() -> run(WorkloadKind.A, "lab.modes", "fast")).hasMessageContaining("lab.modes has 'fast'");
    }

    @Test
    void readsDurations() {
        assertThat(List.of("2h", "30m", "90s", "PT2H"))
                .extracting(text -> LabSettings.duration(text).toMinutes())
                .containsExactly(120L, 30L, 1L, 120L);
    }
}
