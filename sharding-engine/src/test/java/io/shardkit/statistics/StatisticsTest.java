package io.shardkit.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.shardkit.dialect.Dialect;
import io.shardkit.observe.Operation;
import io.shardkit.observe.StatementTotals;
import io.shardkit.observe.StatementsState;
import io.shardkit.options.StatisticsSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Counting, bounds, percentiles, sums over instances, and resets. */
class StatisticsTest {
    private static final StatisticsSettings TEN = new StatisticsSettings(10, Duration.ofHours(1), "sharding_statement");

    private final StatementStatistics statistics = new StatementStatistics(TEN, Dialect.MYSQL);
    private final AllStatistics all = new AllStatistics(statistics);

    private static void run(StatementStatistics on, String sql, long micros, int units) {
        long start = System.nanoTime();
        on.of(sql, Operation.QUERY).current().count(start, start + TimeUnit.MICROSECONDS.toNanos(micros), units);
    }

    private StatementsState state() {
        return all.state(true, "");
    }

    @Test
    void countsByShape() {
        run(statistics, "SELECT a FROM t WHERE id = 4711", 1_000, 1);
        run(statistics, "SELECT a  FROM t WHERE id = 5 /* x */", 3_000, 4);
        run(statistics, "SELECT b FROM t WHERE id IN (1, 2, 3)", 500, 1);
        run(statistics, "SELECT b FROM t WHERE id IN (?, ?)", 500, 1);
        statistics.of("SELECT a FROM t WHERE id = 1", Operation.QUERY).countRows(3);
        statistics.of("SELECT a FROM t WHERE id = 1", Operation.QUERY).countFailure(true, "SK-2041");
        statistics.of("SELECT a FROM t WHERE id = 1", Operation.QUERY).countFailure(false, "23505");
        statistics.of("CREATE TABLE t (id BIGINT)", Operation.DDL).count(0, 9_000_000_000L, 2);
        StatementsState state = state();
        assertThat(state.calls()).isEqualTo(4);
        assertThat(state.totalMillis()).isCloseTo(5, within(1e-9));
        assertThat(state.statements())
                .extracting(StatementsState.Statement::sql)
                .containsExactly("SELECT a FROM t WHERE id = ?", "SELECT b FROM t WHERE id IN (?, ...)");
        StatementsState.Statement first = state.statements().get(0);
        assertThat(first.summary()).isEqualTo("SELECT t");
        assertThat(first.calls()).isEqualTo(2);
        assertThat(first.rows()).isEqualTo(3);
        assertThat(first.units()).isEqualTo(2.5);
        assertThat(first.maxUnits()).isEqualTo(4);
        assertThat(first.meanMillis()).isCloseTo(2, within(1e-9));
        assertThat(first.maxMillis()).isCloseTo(3, within(1e-9));
        assertThat(first.share()).isCloseTo(0.8, within(1e-9));
        assertThat(first.errors()).isEqualTo(1);
        assertThat(first.refusals()).isEqualTo(1);
        assertThat(first.lastError()).isEqualTo("23505");
        assertThat(first.firstSeen()).isBeforeOrEqualTo(first.lastSeen());
        assertThat(state.others()).isNull();
        assertThat(state.definitions()).hasSize(1);
        assertThat(state.definitions().get(0).share()).isZero();
    }

    @Test
    void listsOfValuesAreOneShapeHoweverLongTheyAre() {
        assertThat(StatementStatistics.shape("INSERT INTO t (a, b) VALUES (?, ?), (?, ?), (?, ?)"))
                .isEqualTo("INSERT INTO t (a, b) VALUES (?, ...), ...");
        assertThat(StatementStatistics.shape("SELECT f(?) FROM t WHERE a IN (?)"))
                .isEqualTo("SELECT f(?) FROM t WHERE a IN (?)");
        assertThat(StatementStatistics.shape("SELECT " + "a, ".repeat(5_000) + "b"))
                .hasSizeLessThan(2_010);
    }

    /** Against the sorted times themselves. */
    @Test
    void percentilesAreWithinAnEighth() {
        long seed = new Random().nextLong();
        System.out.println("StatisticsTest seed " + seed);
        Random random = new Random(seed);
        long[] times = new long[20_000];
        long[] counts = new long[Latencies.BUCKETS];
        for (int i = 0; i < times.length; i++) {
            times[i] = (long) Math.exp(9 + 14 * random.nextDouble());
            counts[Latencies.bucket(times[i])]++;
        }
        Arrays.sort(times);
        for (double share : new double[] {0.1, 0.5, 0.95, 0.99}) {
            double real = times[(int) (share * times.length) - 1];
            assertThat(Latencies.percentile(counts, share, times[times.length - 1]))
                    .isCloseTo(real, within(real / 8 + 1_024));
        }
        for (int bucket = 0; bucket < Latencies.BUCKETS; bucket++) {
            assertThat(Latencies.bucket(Latencies.from(bucket))).isEqualTo(bucket);
        }
        assertThat(Latencies.bucket(Long.MAX_VALUE)).isEqualTo(Latencies.BUCKETS - 1);
        assertThat(Latencies.bucket(-1)).isZero();
    }

    @Test
    void isBoundedAndMakesRoomForWhatComesLater() {
        StatementCounter old = statistics.of("SELECT a0 FROM t0", Operation.QUERY);
        for (int i = 0; i < 30; i++) {
            run(statistics, "SELECT a" + i + " FROM t" + i, 1_000, 1);
        }
        assertThat(state().statements()).hasSize(10);
        StatementsState.Statement others = state().others();
        assertThat(others).isNotNull();
        assertThat(others.calls()).isEqualTo(20);
        all.makeRoom();
        run(statistics, "SELECT late FROM t", 1_000, 1);
        assertThat(state().statements())
                .extracting(StatementsState.Statement::sql)
                .contains("SELECT late FROM t");
        assertThat(state().calls()).isEqualTo(31);
        assertThat(state().statements()).hasSize(10);
        // Its plan still has the counter that was evicted.
        old.current().count(0, 1, 1);
        assertThat(state().calls()).isEqualTo(32);
    }

    @Test
    void totalsBySummaryNeverGoBack() {
        for (int i = 0; i < 300; i++) {
            run(statistics, "SELECT a FROM t" + i, 1_000, 1);
            if (i % 5 == 0) {
                all.makeRoom();
            }
        }
        run(statistics, "SELECT b FROM t299", 1_000, 1);
        assertThat(statistics.totals().values().stream()
                        .mapToLong(StatementTotals::calls)
                        .sum())
                .isEqualTo(301);
        all.reset();
        run(statistics, "SELECT a FROM t0", 1_000, 1);
        assertThat(state().calls()).isEqualTo(1);
        assertThat(statistics.totals()).hasSize(101);
        assertThat(statistics.totals().values().stream()
                        .mapToLong(StatementTotals::calls)
                        .sum())
                .isEqualTo(302);
    }

    @Test
    void statisticsOfInstancesAreAddedUntilOneIsReset() {
        StatementStatistics other = new StatementStatistics(TEN, Dialect.MYSQL);
        AllStatistics others = new AllStatistics(other);
        run(statistics, "SELECT ä FROM t WHERE a = 1", 1_000, 1);
        run(other, "SELECT ä FROM t WHERE a = 2", 3_000, 2);
        run(other, "SELECT b FROM t", 1_000, 1);
        all.take(List.of(others.text()));
        others.take(List.of(all.text()));
        StatementsState state = state();
        assertThat(state.instances()).isEqualTo(2);
        assertThat(state.calls()).isEqualTo(3);
        assertThat(state.statements().get(0).sql()).isEqualTo("SELECT ä FROM t WHERE a = ?");
        assertThat(state.statements().get(0).calls()).isEqualTo(2);
        assertThat(state.statements().get(0).units()).isEqualTo(1.5);
        assertThat(all.state(false, "").calls()).isEqualTo(1);
        all.reset();
        assertThat(state().calls()).isZero();
        // What it shared before the reset is left out, and it begins anew when it sees that.
        all.take(List.of(others.text()));
        assertThat(state().calls()).isZero();
        others.take(List.of(all.text()));
        assertThat(other.summary().statements()).isEmpty();
        run(other, "SELECT b FROM t", 1_000, 1);
        all.take(List.of(others.text()));
        assertThat(state().calls()).isEqualTo(1);
        assertThatThrownBy(() -> StatisticsText.read("statements\t0\t0\t0\n"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sharesTheStatementsWithTheMostTimeAndTheRestAsOne() {
        StatementStatistics many = new StatementStatistics(StatisticsSettings.DEFAULTS, Dialect.H2);
        for (int i = 0; i < 150; i++) {
            run(many, "SELECT a" + i + " FROM t", 1_000 + i, 1);
        }
        StatisticsSummary shared = StatisticsText.read(new AllStatistics(many).text());
        assertThat(shared.statements()).hasSize(101);
        assertThat(shared.statements().stream().mapToLong(Counts::calls).sum()).isEqualTo(150);
        assertThat(shared.statements().get(0).sql()).isEqualTo("SELECT a149 FROM t");
    }

    @Test
    void threadsLoseNothing() throws InterruptedException {
        StatementCounter counter = statistics.of("SELECT a FROM t", Operation.QUERY);
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < 10_000; j++) {
                    counter.count(0, 2_000, 2);
                    counter.countRows(1);
                }
            });
            threads[i].start();
        }
        for (Thread each : threads) {
            each.join();
        }
        StatementsState.Statement counted = state().statements().get(0);
        assertThat(counted.calls()).isEqualTo(80_000);
        assertThat(counted.rows()).isEqualTo(80_000);
        assertThat(counted.units()).isEqualTo(2);
        assertThat(counted.totalMillis()).isCloseTo(160, within(1e-6));
    }
}
