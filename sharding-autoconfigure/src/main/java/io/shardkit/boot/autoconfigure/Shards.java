package io.shardkit.boot.autoconfigure;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The pools of a rule's data sources, asked once at the start, so that whatever is wrong with one is reported under its
 * own property.
 */
final class Shards {
    private final ConfigurableListableBeanFactory beans;
    private final ShardingProperties properties;

    Shards(ConfigurableListableBeanFactory beans, ShardingProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    /**
     * The beans of these names, which {@code dependent} keeps open until it is closed itself.
     *
     * @throws ShardingConfigurationException if one is missing, cannot be reached, or differs in kind from the others
     */
    Map<String, DataSource> open(List<String> names, String dependent) {
        refuseCopies(names);
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
        checkDialects(dataSources);
        return dataSources;
    }

    /** One database under two names would answer with each of its rows twice. */
    private void refuseCopies(List<String> names) {
        Map<List<Object>, String> seen = new HashMap<>();
        for (String name : names) {
            ShardingProperties.Pool pool = properties.dataSources().get(name);
            if (pool == null || pool.url() == null) {
                continue;
            }
            // A schema may hang on the user or on the pool's settings
            List<Object> identity = List.of(pool.url(), pool.username() == null ? "" : pool.username(), pool.hikari());
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

    private static void checkDialects(Map<String, DataSource> dataSources) {
        String firstName = "";
        Dialect first = null;
        for (Map.Entry<String, DataSource> entry : dataSources.entrySet()) {
            Dialect dialect = dialect(entry.getKey(), entry.getValue());
            if (first == null) {
                first = dialect;
                firstName = entry.getKey();
            } else if (dialect != first) {
                throw new ShardingConfigurationException(
                        ErrorCode.MIXED_DIALECTS,
                        path(entry.getKey()) + ".url",
                        entry.getKey() + " is " + dialect + ", and " + firstName + " is " + first);
            }
        }
    }

    // Hikari reports a database that it cannot reach by a RuntimeException of its own
    private static Dialect dialect(String name, DataSource dataSource) {
        String product;
        try (Connection connection = dataSource.getConnection()) {
            product = connection.getMetaData().getDatabaseProductName();
        } catch (SQLException | RuntimeException e) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNREACHABLE_DATA_SOURCE, path(name) + ".url", rootMessage(e), e);
        }
        try {
            return Dialect.of(product);
        } catch (SQLException e) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNKNOWN_DATABASE, path(name) + ".url", "it is '" + product + "'", e);
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return message == null ? root.getClass().getSimpleName() : message;
    }

    private static String path(String name) {
        return OnShardingDataSources.PROPERTY + "." + name;
    }
}
