package io.shardkit.boot.autoconfigure;

import io.shardkit.jdbc.ShardingDataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Warns of connections of R2DBC beside the logical DataSource: their statements go to one database, past the shards, and
 * nothing else would say so.
 */
final class ReactiveAccessCheck implements BeanFactoryPostProcessor {
    private static final Logger LOGGER = LoggerFactory.getLogger(ReactiveAccessCheck.class);
    private static final String CONNECTIONS = "io.r2dbc.spi.ConnectionFactory";

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        ClassLoader loader = beans.getBeanClassLoader();
        if (!ClassUtils.isPresent(CONNECTIONS, loader)
                || beans.getBeanNamesForType(ShardingDataSource.class, true, false).length == 0) {
            return;
        }
        String name = connections(beans, loader);
        if (name != null) {
            LOGGER.warn(
                    "The bean '{}' opens connections of R2DBC, which go past the shards: what reads and writes by it,"
                            + " such as reactive repositories, meets the tables of one database. Shardkit is for JDBC.",
                    name);
        }
    }

    private static @Nullable String connections(ConfigurableListableBeanFactory beans, @Nullable ClassLoader loader) {
        String[] names = beans.getBeanNamesForType(ClassUtils.resolveClassName(CONNECTIONS, loader), true, false);
        return names.length == 0 ? null : names[0];
    }
}
