package io.shardkit.boot.metrics;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.shardkit.boot.autoconfigure.PoolsAtRunTime;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.HikariDataSourcePoolMetadata;
import org.springframework.boot.jdbc.metrics.DataSourcePoolMetrics;

/** The meters that Boot gives to the pools it finds at the start, for the pools that come and go while it runs. */
record PoolMeters(PoolsAtRunTime pools) implements MeterBinder {
    private static final String PREFIX = "jdbc.connections.";
    private static final String NAME = "name";

    @Override
    public void bindTo(MeterRegistry registry) {
        pools.follow(new PoolsAtRunTime.Follower() {
            @Override
            public void opened(String dataSource, DataSource pool) {
                HikariDataSource hikari =
                        DataSourceUnwrapper.unwrap(pool, HikariConfigMXBean.class, HikariDataSource.class);
                if (hikari == null) {
                    return;
                }
                if (hikari.getMetricRegistry() == null && hikari.getMetricsTrackerFactory() == null) {
                    hikari.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
                }
                DataSourcePoolMetadata numbers = new Numbers(hikari);
                new DataSourcePoolMetrics(pool, any -> numbers, dataSource, Tags.empty()).bindTo(registry);
            }

            /** The pool has removed those of its own. */
            @Override
            public void closed(String dataSource) {
                registry.getMeters().stream()
                        .filter(each -> each.getId().getName().startsWith(PREFIX)
                                && dataSource.equals(each.getId().getTag(NAME)))
                        .forEach(registry::remove);
            }
        });
    }

    /** A pool without a connection yet has none in use; what is unknown would have no meter. */
    private static final class Numbers extends HikariDataSourcePoolMetadata {
        Numbers(HikariDataSource pool) {
            super(pool);
        }

        @Override
        public Integer getActive() {
            return Objects.requireNonNullElse(super.getActive(), 0);
        }

        @Override
        public Integer getIdle() {
            return Objects.requireNonNullElse(super.getIdle(), 0);
        }
    }
}
