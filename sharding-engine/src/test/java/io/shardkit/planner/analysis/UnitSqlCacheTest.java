package io.shardkit.planner.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UnitSqlCacheTest {
    private static final int UNITS = 3 * UnitSqlCache.Page.UNITS;

    private static UnitSqlCache.@Nullable Page[] statement() {
        return new UnitSqlCache.Page[3];
    }

    private static SingleShard call(int unit) {
        return new SingleShard(new ShardCall(0, unit, "x".repeat(900), null));
    }

    private static @Nullable SingleShard kept(UnitSqlCache.@Nullable Page[] pages, int unit) {
        UnitSqlCache.Page page = pages[unit / UnitSqlCache.Page.UNITS];
        return page == null ? null : page.call(unit);
    }

    @Test
    void givesTheOldestUpBeyondTheLimit() {
        UnitSqlCache texts = new UnitSqlCache(50_000);
        UnitSqlCache.@Nullable Page[] first = statement();
        UnitSqlCache.@Nullable Page[] second = statement();
        texts.put(first, call(0));
        assertThat(kept(first, 0)).isEqualTo(call(0));
        assertThat(kept(first, 1)).isNull();
        for (int unit = 0; unit < UNITS; unit++) {
            texts.put(second, call(unit));
            assertThat(kept(second, unit)).isEqualTo(call(unit));
            assertThat(texts.size()).isLessThanOrEqualTo(50_000);
        }
        assertThat(kept(first, 0)).isNull();
        assertThat(kept(second, 0)).isNull();
        texts.clear();
        assertThat(texts.size()).isZero();
        assertThat(kept(second, UNITS - 1)).isNull();
    }

    @Test
    void countsEachTextOnce() throws Exception {
        UnitSqlCache texts = new UnitSqlCache(Long.MAX_VALUE);
        UnitSqlCache.@Nullable Page[] pages = statement();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> done = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            done.add(threads.submit(() -> {
                for (int unit = 0; unit < UNITS; unit++) {
                    texts.put(pages, call(unit));
                }
            }));
        }
        for (Future<?> each : done) {
            each.get();
        }
        threads.shutdown();
        long once = texts.size();
        texts.put(pages, call(5));
        assertThat(texts.size()).isEqualTo(once);
        assertThat(once).isBetween(UNITS * 900L, UNITS * 1100L);
    }
}
