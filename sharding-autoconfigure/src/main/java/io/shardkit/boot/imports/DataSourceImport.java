package io.shardkit.boot.imports;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Databases and the settings of their pools, which become those of HikariCP. */
final class DataSourceImport {
    private static final String SECTION = "data-sources";

    /** Drivers that are found from the URL; the name may be one that its jar has no more. */
    private static final Set<String> FOUND_FROM_URL = Set.of(
            "com.mysql.jdbc.Driver",
            "com.mysql.cj.jdbc.Driver",
            "org.gjt.mm.mysql.Driver",
            "org.mariadb.jdbc.Driver",
            "org.postgresql.Driver",
            "org.h2.Driver");

    /** HikariCP's settings by what ShardingSphere, DBCP and Druid call them. */
    private static final Map<String, String> POOL = Map.ofEntries(
            Map.entry("connectiontimeoutmilliseconds", "connection-timeout"),
            Map.entry("maxwait", "connection-timeout"),
            Map.entry("maxwaitmillis", "connection-timeout"),
            Map.entry("idletimeoutmilliseconds", "idle-timeout"),
            Map.entry("maxlifetimemilliseconds", "max-lifetime"),
            Map.entry("maxpoolsize", "maximum-pool-size"),
            Map.entry("maxactive", "maximum-pool-size"),
            Map.entry("maxtotal", "maximum-pool-size"),
            Map.entry("minpoolsize", "minimum-idle"),
            Map.entry("minidle", "minimum-idle"),
            Map.entry("connectiontimeout", "connection-timeout"),
            Map.entry("idletimeout", "idle-timeout"),
            Map.entry("maxlifetime", "max-lifetime"),
            Map.entry("maximumpoolsize", "maximum-pool-size"),
            Map.entry("minimumidle", "minimum-idle"),
            Map.entry("readonly", "read-only"),
            Map.entry("autocommit", "auto-commit"),
            Map.entry("catalog", "catalog"),
            Map.entry("schema", "schema"),
            Map.entry("connectioninitsql", "connection-init-sql"),
            Map.entry("connectiontestquery", "connection-test-query"),
            Map.entry("initializationfailtimeout", "initialization-fail-timeout"),
            Map.entry("keepalivetime", "keepalive-time"),
            Map.entry("leakdetectionthreshold", "leak-detection-threshold"),
            Map.entry("registermbeans", "register-mbeans"),
            Map.entry("allowpoolsuspension", "allow-pool-suspension"),
            Map.entry("isolateinternalqueries", "isolate-internal-queries"),
            Map.entry("transactionisolation", "transaction-isolation"),
            Map.entry("validationtimeout", "validation-timeout"));

    /** The settings of other pools and older versions for keeping connections; HikariCP does that in its own way. */
    private static final String[] OF_OTHER_POOLS = {
        "initialSize",
        "validationQuery",
        "validationQueryTimeout",
        "testWhileIdle",
        "testOnBorrow",
        "testOnReturn",
        "timeBetweenEvictionRunsMillis",
        "minEvictableIdleTimeMillis",
        "maxEvictableIdleTimeMillis",
        "keepAlive",
        "poolPreparedStatements",
        "maxOpenPreparedStatements",
        "maxPoolPreparedStatementPerConnectionSize",
        "maintenanceIntervalMilliseconds",
        "poolName",
        "maxIdle",
        "numTestsPerEvictionRun",
        "useGlobalDataSourceStat",
        "removeAbandoned",
        "removeAbandonedTimeout",
        "logAbandoned"
    };

    /** ShardingSphere's own placeholder: {@code $${NAME::default}}. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\$\\{([^:}]+)::([^}]*)}");

    private final Translation translation;
    private final Problems problems;
    private final ReplicaGroups groups;

    /** @param groups which of them are a primary and its replicas */
    DataSourceImport(Translation translation, Problems problems, ReplicaGroups groups) {
        this.translation = translation;
        this.problems = problems;
        this.groups = groups;
    }

    /**
     * Translates all of them.
     *
     * @param common what holds for all, or empty
     */
    void read(Part.Block dataSources, Part.Block common) {
        if (dataSources.parts().isEmpty()) {
            problems.add(dataSources.origin(), "dataSources", "there are none");
        }
        Map<String, Part.Block> servers = new HashMap<>();
        dataSources.parts().forEach((name, part) -> {
            if (part instanceof Part.Block block) {
                Map<String, Part> all = new LinkedHashMap<>(common.parts());
                all.putAll(block.parts());
                if (groups.groupOf(name) == null) {
                    read(name, new Part.Block(block.tag(), all, block.origin()), SECTION, name);
                } else {
                    servers.put(name, new Part.Block(block.tag(), all, block.origin()));
                }
            } else {
                problems.add(part.origin(), "dataSources." + name, "its settings are expected below it");
            }
        });
        groups.groups().forEach((name, group) -> group(name, group, servers));
    }

    private void group(String name, ReplicaGroups.Group group, Map<String, Part.Block> servers) {
        server(group.primary(), servers, SECTION, name, "primary");
        for (int i = 0; i < group.replicas().size(); i++) {
            Part.Scalar replica = group.replicas().get(i);
            String index = "[" + i + "]";
            server(replica, servers, SECTION, name, "replicas", index);
            Part.Scalar weight =
                    group.weights().get(String.valueOf(replica.text()).strip());
            if (weight != null) {
                translation.put(
                        String.valueOf(weight.text()), weight.origin(), SECTION, name, "replicas", index, "weight");
            }
        }
        Part.Scalar balancer = group.balancer();
        if (balancer != null) {
            translation.put(String.valueOf(balancer.text()), balancer.origin(), SECTION, name, "load-balancer");
        }
    }

    private void server(Part.Scalar named, Map<String, Part.Block> servers, String... path) {
        String name = String.valueOf(named.text()).strip();
        Part.Block block = servers.get(name);
        if (block != null) {
            translation.put(name, named.origin(), Translation.below(path, "name"));
            read(name, block, path);
        }
    }

    /** @param path where its settings go */
    private void read(String name, Part.Block block, String... path) {
        Fields fields = new Fields(block, "dataSources." + name, problems);
        Part.Scalar url = fields.scalar("jdbcUrl", "url", "standardJdbcUrl");
        if (url == null) {
            fields.problem(null, "jdbcUrl", "it is missing");
        } else {
            put(url, Translation.below(path, "url"));
        }
        Part.Scalar user = fields.scalar("username", "user");
        if (user != null) {
            put(user, Translation.below(path, "username"));
        }
        Part password = fields.take("password");
        if (password instanceof Part.Scalar scalar) {
            put(scalar, Translation.below(path, "password"));
        }
        Part.Scalar driver = fields.scalar("driverClassName", "driverClass");
        if (driver != null && !FOUND_FROM_URL.contains(String.valueOf(driver.text()))) {
            put(driver, Translation.below(path, "driver-class-name"));
        }
        // The pools are HikariCP's, whatever class is named.
        fields.ignore("dataSourceClassName", "type", "poolClassName");
        fields.ignore(OF_OTHER_POOLS);
        pool(fields, path);
        Fields custom = new Fields(fields.block("customPoolProps"), fields.path("customPoolProps"), problems);
        pool(custom, path);
        custom.end("HikariCP has no such setting");
        Part filters = fields.take("filters");
        if (filters != null) {
            problems.note(filters.origin(), fields.path("filters"), "the pools have no filters");
        }
        for (String properties : new String[] {"dataSourceProperties", "connectionProperties"}) {
            Part part = fields.take(properties);
            if (part != null) {
                properties(part)
                        .forEach((key, value) -> translation.put(
                                String.valueOf(value.text()),
                                value.origin(),
                                Translation.below(path, "hikari", "data-source-properties", key)));
            }
        }
        fields.end("HikariCP has no such setting");
    }

    /** The properties of a driver, below their name or, as DBCP and Druid have them, between semicolons; Druid's own go. */
    private static Map<String, Part.Scalar> properties(Part part) {
        Map<String, Part.Scalar> properties = new LinkedHashMap<>();
        if (part instanceof Part.Block block) {
            block.parts().forEach((key, value) -> {
                if (value instanceof Part.Scalar scalar && scalar.text() != null) {
                    properties.put(key, scalar);
                }
            });
        } else if (part instanceof Part.Scalar scalar && scalar.text() != null) {
            for (String each : scalar.text().split(";")) {
                String[] pair = each.strip().split("=", 2);
                if (pair.length == 2 && !pair[0].startsWith("druid.")) {
                    properties.put(pair[0].strip(), new Part.Scalar(pair[1].strip(), scalar.origin()));
                }
            }
        }
        return properties;
    }

    private void pool(Fields fields, String... path) {
        for (String written : fields.names()) {
            String hikari = POOL.get(Part.uniform(written));
            if (hikari == null) {
                continue;
            }
            Part.Scalar value = fields.scalar(written);
            if (value != null) {
                translation.put(
                        String.valueOf(value.text()), value.origin(), Translation.below(path, "hikari", hikari));
            }
        }
    }

    private void put(Part.Scalar value, String... path) {
        String text = value.text() == null ? "" : value.text();
        translation.put(PLACEHOLDER.matcher(text).replaceAll("\\${$1:$2}"), value.origin(), path);
    }
}
