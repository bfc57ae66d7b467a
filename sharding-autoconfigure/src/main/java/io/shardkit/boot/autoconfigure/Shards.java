package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/** The pools of a rule's data sources; whatever is wrong with one is reported under its own property. */
final class Shards {
    private static final Set<ErrorCode> OF_THE_DATABASE =
            EnumSet.of(ErrorCode.UNREACHABLE_DATA_SOURCE, ErrorCode.UNKNOWN_DATABASE, ErrorCode.MIXED_DIALECTS);

    private final ConfigurableListableBeanFactory beans;
    private final ShardingProperties properties;

    Shards(ConfigurableListableBeanFactory beans, ShardingProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    /**
     * The beans of these names, which {@code dependent} keeps open until it is closed itself. Nothing is connected yet.
     *
     * @throws ShardingConfigurationException if one is missing or declared twice
     */
    Map<String, DataSource> open(List<String> names, String dependent) {
        refuseCopies(names);
        new ConnectionDetails(beans, names).refuseUnused();
        Map<String, DataSource> dataSources = new LinkedHashMap<>();
        for (String name : names) {
            if (name.equals(dependent) || !NamedBeans.has(beans, name, DataSource.class)) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        path(name),
                        "the bean '" + name + "' is not a pool; give the data source another name");
            }
            refuseUnusedUrl(name);
            beans.registerDependentBean(name, dependent);
            dataSources.put(name, beans.getBean(name, DataSource.class));
        }
        return dataSources;
    }

    /** One database under two names would answer with each of its rows twice. */
    private void refuseCopies(List<String> names) {
        Map<List<Object>, String> seen = new HashMap<>();
        ConnectionDetails containers = new ConnectionDetails(beans, names);
        for (String name : names) {
            ShardingProperties.Pool pool = properties.dataSources().get(name);
            JdbcConnectionDetails details = containers.of(name);
            String url = details != null ? details.getJdbcUrl() : pool == null ? null : pool.url();
            if (url == null || url.isBlank()) {
                continue;
            }
            String user = details != null ? details.getUsername() : pool == null ? null : pool.username();
            // A schema may hang on the user or on the pool's settings
            List<Object> identity = List.of(url, user == null ? "" : user, pool == null ? Map.of() : pool.hikari());
            String other = seen.putIfAbsent(identity, name);
            if (other != null) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        path(name) + ".url",
                        "it is the same database as " + path(other) + ", whose rows would be read and written twice");
            }
        }
    }

    private void refuseUnusedUrl(String name) {
        ShardingProperties.Pool pool = properties.dataSources().get(name);
        if (pool != null && pool.url() != null && !ShardPoolRegistrar.hasRegistered(beans, name)) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    path(name) + ".url",
                    "the application defines a bean '" + name + "', which is used instead; remove one of the two");
        }
    }

    /** A pool's failure under the property that says which database it is. */
    static ShardingConfigurationException underUrl(ShardingConfigurationException failure) {
        ShardingConfigurationException written = failure;
        if (OF_THE_DATABASE.contains(failure.errorCode())) {
            written = new ShardingConfigurationException(
                    failure.errorCode(), failure.property() + ".url", failure.detail(), failure.getCause());
            for (Throwable other : failure.getSuppressed()) {
                written.addSuppressed(other instanceof ShardingConfigurationException also ? underUrl(also) : other);
            }
        }
        return written;
    }

    private static String path(String name) {
        return OnShardingDataSources.PROPERTY + "." + name;
    }
}
