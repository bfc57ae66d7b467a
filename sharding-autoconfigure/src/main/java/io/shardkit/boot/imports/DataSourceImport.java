package io.shardkit.boot.imports;

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

    /** How other pools and older versions keep their connections; HikariCP does that in its own way. */
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
        "maxIdle"
    };

    /** ShardingSphere's own placeholder: {@code $${NAME::default}}. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\$\\{([^:}]+)::([^}]*)}");

    private final Translation translation;
    private final Problems problems;

    DataSourceImport(Translation translation, Problems problems) {
        this.translation = translation;
        this.problems = problems;
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
        dataSources.parts().forEach((name, part) -> {
            if (part instanceof Part.Block block) {
                Map<String, Part> all = new java.util.LinkedHashMap<>(common.parts());
                all.putAll(block.parts());
                read(name, new Part.Block(block.tag(), all, block.origin()));
            } else {
                problems.add(part.origin(), "dataSources." + name, "its settings are expected below it");
            }
        });
    }

    private void read(String name, Part.Block block) {
        Fields fields = new Fields(block, "dataSources." + name, problems);
        Part.Scalar url = fields.scalar("jdbcUrl", "url", "standardJdbcUrl");
        if (url == null) {
            fields.problem(null, "jdbcUrl", "it is missing");
        } else {
            put(name, "url", url);
        }
        Part.Scalar user = fields.scalar("username", "user");
        if (user != null) {
            put(name, "username", user);
        }
        Part password = fields.take("password");
        if (password instanceof Part.Scalar scalar) {
            put(name, "password", scalar);
        }
        Part.Scalar driver = fields.scalar("driverClassName", "driverClass");
        if (driver != null && !FOUND_FROM_URL.contains(String.valueOf(driver.text()))) {
            put(name, "driver-class-name", driver);
        }
        // The pools are HikariCP's, whatever class is named.
        fields.ignore("dataSourceClassName", "type", "poolClassName");
        fields.ignore(OF_OTHER_POOLS);
        pool(name, fields);
        Fields custom = new Fields(fields.block("customPoolProps"), fields.path("customPoolProps"), problems);
        pool(name, custom);
        custom.end("HikariCP has no such setting");
        for (String properties : new String[] {"dataSourceProperties", "connectionProperties"}) {
            fields.block(properties).parts().forEach((key, value) -> {
                if (value instanceof Part.Scalar scalar && scalar.text() != null) {
                    translation.put(
                            scalar.text(), scalar.origin(), SECTION, name, "hikari", "data-source-properties", key);
                }
            });
        }
        fields.end("HikariCP has no such setting");
    }

    private void pool(String dataSource, Fields fields) {
        for (String written : fields.names()) {
            String hikari = POOL.get(Part.uniform(written));
            if (hikari == null) {
                continue;
            }
            Part.Scalar value = fields.scalar(written);
            if (value != null) {
                translation.put(String.valueOf(value.text()), value.origin(), SECTION, dataSource, "hikari", hikari);
            }
        }
    }

    private void put(String dataSource, String property, Part.Scalar value) {
        String text = value.text() == null ? "" : value.text();
        translation.put(
                PLACEHOLDER.matcher(text).replaceAll("\\${$1:$2}"), value.origin(), SECTION, dataSource, property);
    }
}
