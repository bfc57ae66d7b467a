package io.shardkit.execute;

import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.Reading;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Pools for questions that belong to no session, each of which has a time limit. Immutable.
 *
 * @param names the data sources, in the rule's order
 * @param pools their pools
 * @param limit nanoseconds that each answer may take
 */
public record TimedPools(List<String> names, List<DataSource> pools, long limit) implements ConnectionSource {
    /** Seconds that each answer may take if nothing else is said. */
    private static final int SECONDS = 30;

    public TimedPools {
        names = List.copyOf(names);
        pools = List.copyOf(pools);
    }

    /**
     * Pools with the time limit of 30 seconds.
     *
     * @param pools the pools by name, in the order of the rule's data sources
     */
    public static TimedPools of(Map<String, DataSource> pools) {
        return of(pools, SECONDS);
    }

    /** Pools with a time limit in seconds. */
    public static TimedPools of(Map<String, DataSource> pools, int seconds) {
        return new TimedPools(
                List.copyOf(pools.keySet()), List.copyOf(pools.values()), TimeUnit.SECONDS.toNanos(seconds));
    }

    @Override
    public Connection open(int dataSource) throws SQLException {
        return pools.get(dataSource).getConnection();
    }

    @Override
    public <T> @Nullable T read(int dataSource, long nanos, Reading<T> reading) throws SQLException {
        return TimedReading.of(names.get(dataSource), pools.get(dataSource), () -> open(dataSource), nanos, reading);
    }
}
