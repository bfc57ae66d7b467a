package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.health.DataSourceHealthIndicator;

/** Adds the pools of data sources that come and go to Boot's health of the data sources that it found at the start. */
record PoolsHealth(ObjectProvider<PoolsAtRunTime> pools) implements BeanPostProcessor {
    private static final String BOOT = "dbHealthContributor";

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!name.equals(BOOT) || !(bean instanceof CompositeHealthContributor boot)) {
            return bean;
        }
        PoolsAtRunTime further = pools.getIfAvailable();
        return further == null ? bean : new All(boot, further);
    }

    /** The contributors of the data sources of the moment. */
    private record All(CompositeHealthContributor start, PoolsAtRunTime further) implements CompositeHealthContributor {
        @Override
        public @Nullable HealthContributor getContributor(String name) {
            DataSource pool = further.pool(name);
            if (pool != null) {
                return indicator(pool);
            }
            return further.isKnown(name) ? null : start.getContributor(name);
        }

        private static HealthContributor indicator(DataSource pool) {
            HikariDataSource hikari =
                    DataSourceUnwrapper.unwrap(pool, HikariConfigMXBean.class, HikariDataSource.class);
            return new DataSourceHealthIndicator(pool, hikari == null ? null : hikari.getConnectionTestQuery());
        }

        @Override
        public Stream<Entry> stream() {
            return Stream.concat(
                    start.stream().filter(each -> !further.isKnown(each.name())),
                    further.names().stream().flatMap(this::entry));
        }

        private Stream<Entry> entry(String name) {
            HealthContributor contributor = getContributor(name);
            return contributor == null ? Stream.of() : Stream.of(new Entry(name, contributor));
        }
    }
}
