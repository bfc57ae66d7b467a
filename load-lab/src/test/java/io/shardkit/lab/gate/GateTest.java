package io.shardkit.lab.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.lab.load.Clock;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private long now;

    /** Every wake-up is late by this. */
    private long late;

    private final Clock clock = new Clock() {
        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void sleepUntil(long nanos) {
            if (nanos > now) {
                now = nanos + late;
            }
        }
    };

    private void pass(Gate gate, int statements, long millis) {
        gate.<RuntimeException>pass(statements, () -> {
            now += millis * MILLI;
            return 0;
        });
    }

    @Test
    void knowsItsCeiling() {
        assertThat(new Gate(4, 5_000).ceiling()).isEqualTo(800.0);
    }

    @Test
    void takesAtLeastTheTime() {
        Gate gate = new Gate(2, 5_000, clock);

        pass(gate, 1, 1);

        assertThat(now).isEqualTo(5 * MILLI);
    }

    @Test
    void countsTheStatementsOwnTime() {
        Gate gate = new Gate(2, 5_000, clock);

        pass(gate, 1, 8);

        assertThat(now).isEqualTo(8 * MILLI);
    }

    @Test
    void takesTheTimeOfAllStatementsOfABatch() {
        Gate gate = new Gate(2, 5_000, clock);

        pass(gate, 10, 1);

        assertThat(now).isEqualTo(50 * MILLI);
        assertThat(gate.passed()).isEqualTo(10);
    }

    /** One thread, one place, always late: who waits for the place has it from when it was due. */
    @Test
    void reachesTheCeilingWithLateWakeUps() {
        Gate gate = new Gate(1, 5_000, clock);
        late = MILLI;
        for (int i = 0; i < 1_000; i++) {
            // The next one has been waiting since before the place was free.
            now -= i == 0 ? 0 : 2 * late;
            pass(gate, 1, 1);
        }

        assertThat(now).isBetween(5_000 * MILLI, 5_002 * MILLI);
    }

    @Test
    void givesThePlaceBackAfterAFailure() {
        Gate gate = new Gate(1, 5_000, clock);

        assertThatThrownBy(() -> gate.pass(1, () -> {
                    throw new SQLException("no");
                }))
                .isInstanceOf(SQLException.class);

        pass(gate, 1, 0);
        assertThat(now).isEqualTo(10 * MILLI);
    }

    /** With real threads and real time: the most at once, and what got through, which time alone can only make less. */
    @Test
    void isNeverPassed() throws Exception {
        int places = 3;
        Gate gate = new Gate(places, 2_000);
        AtomicInteger inside = new AtomicInteger();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        ExecutorService threads = Executors.newFixedThreadPool(24);
        long start = System.nanoTime();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int thread = 0; thread < 24; thread++) {
            running.add(CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < 10; i++) {
                            gate.<RuntimeException>pass(1, () -> {
                                seen.add(inside.incrementAndGet());
                                inside.decrementAndGet();
                                return true;
                            });
                        }
                    },
                    threads));
        }
        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).get();
        long took = System.nanoTime() - start;
        threads.shutdownNow();

        assertThat(seen).hasSize(240).allMatch(atOnce -> atOnce <= places);
        // 240 statements on three places of 2 ms take 160 ms; the first on each place may not have waited at all.
        assertThat(took).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(160 - 2));
    }
}
