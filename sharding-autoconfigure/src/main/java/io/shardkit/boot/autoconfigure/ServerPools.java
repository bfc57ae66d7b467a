package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.LoadBalance;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The pools of the data sources: one of each, or one of each server where there are replicas. Immutable.
 *
 * @param byName by the name of the pool
 */
record ServerPools(Map<String, Settings> byName) {
    private static final int MOST_REPLICAS = 63;

    /**
     * One pool.
     *
     * @param dataSource the data source that its server belongs to
     * @param property what it is configured under
     * @param replica whether it is a replica's
     * @param group whether its data source has replicas
     */
    record Settings(
            String dataSource,
            String property,
            boolean replica,
            boolean group,
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Nullable String driverClassName,
            Map<String, String> hikari,
            int weight) {

        /** Without the password and the pool's settings, which may hold one. */
        @Override
        public String toString() {
            return property;
        }
    }

    /** Returns the configured pools. */
    static ServerPools of(Environment environment) {
        Map<String, ShardingProperties.Pool> dataSources = Binder.get(environment)
                .bind(OnShardingDataSources.PROPERTY, Bindable.mapOf(String.class, ShardingProperties.Pool.class))
                .orElseGet(Map::of);
        return of(WrittenKeys.arrange(environment, OnShardingDataSources.PROPERTY, dataSources));
    }

    /**
     * Returns the pools of these data sources.
     *
     * @throws ShardingConfigurationException if a setting has no effect, is missing, or names a pool twice
     */
    static ServerPools of(Map<String, ShardingProperties.Pool> dataSources) {
        Map<String, Settings> byName = new LinkedHashMap<>();
        dataSources.forEach((name, pool) -> {
            String property = OnShardingDataSources.PROPERTY + "." + name;
            if (pool.primary() == null && pool.replicas().isEmpty() && pool.loadBalancer() == null) {
                put(byName, name, single(name, pool, property));
            } else {
                check(pool, property);
                group(byName, name, pool, property);
            }
        });
        return new ServerPools(byName);
    }

    private static Settings single(String name, ShardingProperties.Pool pool, String property) {
        return new Settings(
                name,
                property,
                false,
                false,
                pool.url(),
                pool.username(),
                pool.password(),
                pool.driverClassName(),
                pool.hikari(),
                1);
    }

    private static void check(ShardingProperties.Pool pool, String property) {
        if (pool.primary() == null) {
            throw invalid(property + ".primary", "it is missing: a data source with replicas has its server there");
        }
        if (pool.replicas().isEmpty()) {
            throw invalid(
                    property + ".replicas",
                    "it is missing, and a primary goes with replicas: for a server alone, write its url, username and"
                            + " password under " + property + " itself");
        }
        if (pool.replicas().size() > MOST_REPLICAS) {
            throw invalid(property + ".replicas", "there are more than " + MOST_REPLICAS);
        }
        refuseBeside(pool.url(), property, "url");
        refuseBeside(pool.username(), property, "username");
        refuseBeside(pool.password(), property, "password");
        refuseBeside(pool.driverClassName(), property, "driver-class-name");
    }

    private static void refuseBeside(@Nullable String value, String property, String name) {
        if (value != null) {
            throw invalid(
                    property + "." + name,
                    "it has no effect beside " + property + ".primary; write it there, and for each of the replicas");
        }
    }

    private static void group(
            Map<String, Settings> byName, String name, ShardingProperties.Pool pool, String property) {
        ShardingProperties.Primary primary = pool.primary();
        if (primary == null) {
            return;
        }
        put(
                byName,
                primary.name() == null ? name + "-primary" : primary.name().strip(),
                new Settings(
                        name,
                        property + ".primary",
                        false,
                        true,
                        primary.url(),
                        primary.username(),
                        primary.password(),
                        primary.driverClassName(),
                        primary.hikari(),
                        1));
        for (int i = 0; i < pool.replicas().size(); i++) {
            ShardingProperties.Replica replica = pool.replicas().get(i);
            String path = property + ".replicas[" + i + "]";
            Integer weight = replica.weight();
            if (weight != null && pool.loadBalancer() != LoadBalance.WEIGHT) {
                throw invalid(path + ".weight", "it has no effect unless " + property + ".load-balancer is weight");
            }
            if (weight != null && weight < 1) {
                throw invalid(path + ".weight", weight + " is less than 1");
            }
            put(
                    byName,
                    replica.name() == null
                            ? name + "-replica-" + i
                            : replica.name().strip(),
                    new Settings(
                            name,
                            path,
                            true,
                            true,
                            replica.url(),
                            replica.username(),
                            replica.password(),
                            replica.driverClassName(),
                            replica.hikari(),
                            weight == null ? 1 : weight));
        }
    }

    private static void put(Map<String, Settings> byName, String name, Settings settings) {
        Settings other = byName.putIfAbsent(name, settings);
        if (other != null) {
            throw invalid(settings.property(), "its pool has the name of that of " + other.property() + ", " + name);
        }
    }

    private static ShardingConfigurationException invalid(String property, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, property, why);
    }

    /** The pool of a data source, or of its primary. */
    String primary(String dataSource) {
        return byName.entrySet().stream()
                .filter(entry -> entry.getValue().dataSource().equals(dataSource)
                        && !entry.getValue().replica())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(dataSource);
    }

    /** The pools of a data source's replicas, by name. */
    Map<String, Settings> replicas(String dataSource) {
        Map<String, Settings> replicas = new LinkedHashMap<>();
        byName.forEach((name, settings) -> {
            if (settings.replica() && settings.dataSource().equals(dataSource)) {
                replicas.put(name, settings);
            }
        });
        return replicas;
    }
}
