package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.Replication;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.core.env.Environment;

/** The pools of a rule's data sources; whatever is wrong with one is reported under its own property. */
final class Shards {
    private static final Set<ErrorCode> OF_THE_DATABASE =
            EnumSet.of(ErrorCode.UNREACHABLE_DATA_SOURCE, ErrorCode.UNKNOWN_DATABASE, ErrorCode.MIXED_DIALECTS);

    private final ConfigurableListableBeanFactory beans;
    private final ShardingProperties properties;
    private final ServerPools pools;

    Shards(ConfigurableListableBeanFactory beans, ShardingProperties properties) {
        this.beans = beans;
        this.properties = properties;
        this.pools = ServerPools.of(properties.dataSources());
    }

    /**
     * The beans of these names, which {@code dependent} keeps open until it is closed itself. Nothing is connected yet.
     *
     * @throws ShardingConfigurationException if one is missing or declared twice
     */
    Map<String, DataSource> open(List<String> names, String dependent) {
        refuseCopies();
        new ConnectionDetails(beans, pools.byName().keySet()).refuseUnused();
        Map<String, DataSource> dataSources = new LinkedHashMap<>();
        for (String name : names) {
            dataSources.put(name, pool(pools.primary(name), dependent));
        }
        return dataSources;
    }

    /** The replicas of these data sources, whose beans {@code dependent} keeps open as well. */
    Replication replicas(List<String> names, String dependent) {
        Map<String, ReplicaGroup> groups = new LinkedHashMap<>();
        for (String name : names) {
            List<Replica> replicas = new ArrayList<>();
            if (!EmbeddedShard.is(beans, pools.primary(name))) {
                pools.replicas(name)
                        .forEach((replica, settings) ->
                                replicas.add(new Replica(replica, pool(replica, dependent), settings.weight())));
            }
            if (!replicas.isEmpty()) {
                groups.put(name, new ReplicaGroup(pools.primary(name), replicas, loadBalance(name)));
            }
        }
        return new Replication(groups, LimitsReader.replicas(properties));
    }

    private LoadBalance loadBalance(String dataSource) {
        ShardingProperties.Pool pool = properties.dataSources().get(dataSource);
        LoadBalance balance = pool == null ? null : pool.loadBalancer();
        return balance == null ? LoadBalance.ROUND_ROBIN : balance;
    }

    private DataSource pool(String name, String dependent) {
        if (name.equals(dependent) || !NamedBeans.has(beans, name, DataSource.class)) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    path(name),
                    "the bean '" + name + "' is not a pool; give the data source another name");
        }
        refuseUnusedUrl(name);
        beans.registerDependentBean(name, dependent);
        return beans.getBean(name, DataSource.class);
    }

    /** One database under two names would answer with each of its rows twice. */
    private void refuseCopies() {
        Map<List<Object>, String> seen = new HashMap<>();
        ConnectionDetails containers =
                new ConnectionDetails(beans, pools.byName().keySet());
        for (Map.Entry<String, ServerPools.Settings> each : pools.byName().entrySet()) {
            String name = each.getKey();
            ServerPools.Settings pool = each.getValue();
            JdbcConnectionDetails details = containers.of(name);
            String url = details != null ? details.getJdbcUrl() : pool.url();
            if (url == null || url.isBlank()) {
                continue;
            }
            String user = details != null ? details.getUsername() : pool.username();
            // A schema may hang on the user or on the pool's settings
            List<Object> identity = List.of(url, user == null ? "" : user, pool.hikari());
            String other = seen.putIfAbsent(identity, name);
            if (other != null) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        path(name) + ".url",
                        "it is the same database as " + path(other)
                                + (pool.replica()
                                        ? ": a replica is another server"
                                        : ", whose rows would be read and written twice"));
            }
        }
    }

    private void refuseUnusedUrl(String name) {
        ServerPools.Settings pool = pools.byName().get(name);
        if (pool != null && pool.url() != null && !ShardPoolRegistrar.hasRegistered(beans, name)) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    path(name) + ".url",
                    "the application defines a bean '" + name + "', which is used instead; remove one of the two");
        }
    }

    /** A pool's failure under the property that says which database it is. */
    ShardingConfigurationException underUrl(ShardingConfigurationException failure) {
        ShardingConfigurationException written = failure;
        if (OF_THE_DATABASE.contains(failure.errorCode())) {
            String prefix = OnShardingDataSources.PROPERTY + ".";
            String property = failure.property();
            String server =
                    property.startsWith(prefix) ? serverProperty(property.substring(prefix.length())) : property;
            written = new ShardingConfigurationException(
                    failure.errorCode(),
                    server + ".url",
                    failure.detail() + tried(property.substring(property.lastIndexOf('.') + 1), server + ".url"),
                    failure.getCause());
            for (Throwable other : failure.getSuppressed()) {
                written.addSuppressed(other instanceof ShardingConfigurationException also ? underUrl(also) : other);
            }
        }
        return written;
    }

    /**
     * Returns what to add of the URL that was used, without secrets: it differs from the written one where that has
     * placeholders, where a container has another one, or where the pool is a bean of the application.
     */
    private String tried(String name, String property) {
        String bean = pools.byName().containsKey(name) ? name : pools.primary(name);
        if (!NamedBeans.has(beans, bean, DataSource.class)) {
            return "";
        }
        HikariDataSource pool = DataSourceUnwrapper.unwrap(
                beans.getBean(bean, DataSource.class), HikariConfigMXBean.class, HikariDataSource.class);
        String url = pool == null ? null : pool.getJdbcUrl();
        if (url == null) {
            return "";
        }
        String shown = WrittenProperty.withoutSecrets(url);
        String written =
                WrittenProperty.find(beans.getBean(Environment.class), property).value();
        return shown.equals(written) ? "" : "; the URL was " + shown;
    }

    /** Returns the property that a data source or a server is configured under. */
    private String serverProperty(String name) {
        return path(pools.byName().containsKey(name) ? name : pools.primary(name));
    }

    private String path(String name) {
        ServerPools.Settings pool = pools.byName().get(name);
        if (pool != null) {
            return pool.property();
        }
        boolean isDeclared = properties.dataSourceTemplate() == null
                || properties.dataSources().containsKey(name);
        return isDeclared ? OnShardingDataSources.PROPERTY + "." + name : ShardingProperties.Template.PROPERTY;
    }
}
