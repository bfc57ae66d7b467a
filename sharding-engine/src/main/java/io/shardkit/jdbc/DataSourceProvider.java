package io.shardkit.jdbc;

import io.shardkit.error.ShardingConfigurationException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens pools for data sources that the logical data source was not given and a rule names: one of another instance that
 * is stored, or one that is {@link ShardingDataSource#apply applied}. A rule has names only; URLs and passwords are those
 * of each instance. Its methods are called by one thread at a time, and not while statements wait.
 */
@FunctionalInterface
public interface DataSourceProvider {

    /**
     * Opens the pool of a data source. It belongs to the logical data source, which {@link #close closes} it.
     *
     * @param name the name of the data source
     * @return null if there is none of that name
     * @throws ShardingConfigurationException if there is none of that name, or a setting of it cannot be used; the rule is
     *     not used then
     */
    @Nullable DataSource open(String name);

    /**
     * Closes a pool that was opened here, once no rule has its data source, no connection of it is in use, and nothing is
     * in doubt there; or with the logical data source. By default closes it if it can be closed.
     *
     * @throws Exception if it cannot be closed, which is logged
     */
    default void close(String name, DataSource pool) throws Exception {
        if (pool instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }
}
