package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Plan;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import java.sql.SQLException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Plans are given out for as long as what they were made from holds. */
class PlanCacheTest {
    private static final int CLEARS = 20_000;
    private static final int LOOKS = 200;
    private static final String TEXT = "SELECT 1";

    /** The number of changes of the tables; a plan has as many parameters as there were changes when it was made. */
    private volatile int changes;

    private final PlanCache cache = new PlanCache(4096, sql -> made(changes));

    private static Plan made(int changes) {
        return new Plan(
                new RefusedPlan(StatementKind.QUERY, changes, new Refusal(ErrorCode.UNSUPPORTED_STATEMENT, "")));
    }

    private int madeAfter() throws SQLException {
        return cache.get(TEXT, OpenConnections.NONE).parameterCount();
    }

    private record Seen(long epoch, int changes) {}

    /** A statement is prepared once, and asks by the epoch whether its plan still holds. */
    @Test
    void givesNoOlderPlanInTheEpochThatAClearEndsIn() throws Exception {
        // To forget many takes a while.
        for (int i = 0; i < 3000; i++) {
            cache.get(TEXT + " + " + i, OpenConnections.NONE);
        }
        Map<Long, Integer> ended = new ConcurrentHashMap<>();
        Queue<Seen> seen = new ConcurrentLinkedQueue<>();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<?> reader = thread.submit(() -> {
                Seen last = new Seen(0, 0);
                while (!ended.containsKey(0L)) {
                    Seen now = new Seen(cache.epoch(), madeAfter());
                    if (!now.equals(last)) {
                        seen.add(now);
                        last = now;
                    }
                }
                return null;
            });
            for (int i = 1; i <= CLEARS || (seen.size() < LOOKS && !reader.isDone()); i++) {
                changes = i;
                cache.clear();
                ended.put(cache.epoch(), i);
            }
            ended.put(0L, 0);
            reader.get();
        } finally {
            thread.shutdownNow();
        }
        assertThat(seen).allSatisfy(each -> {
            Integer least = ended.get(each.epoch());
            assertThat(each.changes()).isGreaterThanOrEqualTo(least == null ? 0 : least);
        });
    }
}
