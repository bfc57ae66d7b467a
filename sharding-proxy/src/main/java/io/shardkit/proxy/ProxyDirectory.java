package io.shardkit.proxy;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.proxy.auth.Account;
import io.shardkit.proxy.auth.Credentials;
import io.shardkit.proxy.backend.LogicalDatabase;
import io.shardkit.proxy.backend.ServerFacts;
import io.shardkit.proxy.session.Directory;
import io.shardkit.proxy.session.Settings;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Makes of the properties what the server needs, and opens the databases that have files of their own. */
final class ProxyDirectory implements AutoCloseable {
    /** Spring Boot leaves one that nothing sets, and anyone could log in by what the file says. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");

    private static final int SMALLEST_PACKET = 1024;

    private final List<ConfiguredDataSource> opened = new ArrayList<>();
    private final List<LogicalDatabase> logical = new ArrayList<>();
    private final ProxyProperties properties;

    ProxyDirectory(ProxyProperties properties) {
        this.properties = properties;
    }

    /**
     * Returns the accounts that may log in, and the databases.
     *
     * @param dataSource the one that the sharding block configures, or null if it configures none
     * @throws ShardingConfigurationException if a property cannot be used; the message names it
     */
    Directory open(@Nullable DataSource dataSource) throws SQLException {
        Map<String, LogicalDatabase> databases = new LinkedHashMap<>();
        if (dataSource != null) {
            databases.put(properties.database(), database("sharding.data-sources", properties.database(), dataSource));
        }
        for (Map.Entry<String, String> each : properties.databases().entrySet()) {
            String property = "sharding.proxy.databases." + each.getKey();
            if (databases.containsKey(each.getKey())) {
                throw refusal(property, "a database of that name is there already; see sharding.proxy.database");
            }
            ConfiguredDataSource configured;
            try {
                configured = ConfiguredDataSource.open(each.getValue(), new BackendDefaults());
            } catch (SQLException failure) {
                throw refusal(property, String.valueOf(failure.getMessage()));
            }
            opened.add(configured);
            databases.put(each.getKey(), database(property, each.getKey(), configured.dataSource()));
        }
        if (databases.isEmpty()) {
            throw refusal(
                    "sharding.data-sources", "no database is configured, neither here nor in sharding.proxy.databases");
        }
        return new Directory(accounts(databases.keySet()), databases);
    }

    private LogicalDatabase database(String property, String name, DataSource dataSource) throws SQLException {
        ServerFacts facts = ServerFacts.of(dataSource);
        if (!facts.isNative()) {
            throw refusal(property, "clients of MySQL cannot talk to it; use databases that are MySQL or MariaDB");
        }
        LogicalDatabase database = new LogicalDatabase(name, dataSource, facts);
        logical.add(database);
        return database;
    }

    private Map<String, Account> accounts(Set<String> databases) {
        if (properties.users().isEmpty()) {
            throw refusal("sharding.proxy.users", "no user could log in; name a user with a password");
        }
        Map<String, Account> accounts = new LinkedHashMap<>();
        properties.users().forEach((name, user) -> accounts.put(name, account(name, user, databases)));
        return accounts;
    }

    private static Account account(String name, ProxyProperties.User user, Set<String> all) {
        String property = "sharding.proxy.users." + name;
        String password = user.password();
        if (password == null) {
            throw refusal(property + ".password", "it is missing; write \"\" for a user without one");
        }
        Matcher placeholder = PLACEHOLDER.matcher(password);
        if (placeholder.find()) {
            throw refusal(property + ".password", placeholder.group() + " is not set");
        }
        for (String database : user.databases()) {
            if (!all.contains(database)) {
                throw refusal(property + ".databases", database + " is none of the databases " + all);
            }
        }
        if (user.maxConnections() < 0) {
            throw refusal(property + ".max-connections", "it is below 0");
        }
        try {
            boolean restricted = !user.databases().isEmpty();
            Set<String> own = restricted ? new LinkedHashSet<>(user.databases()) : all;
            return new Account(name, Credentials.of(password), own, restricted, user.maxConnections());
        } catch (IllegalArgumentException wrong) {
            throw refusal(property + ".password", String.valueOf(wrong.getMessage()));
        }
    }

    /** Returns the settings for clients. */
    Settings settings() {
        check("port", properties.port() >= 0 && properties.port() <= 65_535, "it is no port");
        check("max-connections", properties.maxConnections() > 0, "it is below 1");
        check("max-logins", properties.maxLogins() > 0, "it is below 1");
        check("fetch-size", properties.fetchSize() > 0, "it is below 1");
        long packet = properties.maxPacketSize().toBytes();
        check("max-packet-size", packet >= SMALLEST_PACKET && packet <= 1 << 30, "it is not between 1KB and 1GB");
        check("idle-timeout", properties.idleTimeout().toMillis() > 0, "it is not positive");
        check("login-timeout", properties.loginTimeout().toMillis() > 0, "it is not positive");
        check(
                "ssl.required",
                !properties.ssl().required() || properties.ssl().bundle() != null,
                "there is no sharding.proxy.ssl.bundle");
        return new Settings(
                properties.maxConnections(),
                properties.maxLogins(),
                (int) packet,
                properties.fetchSize(),
                properties.idleTimeout(),
                properties.loginTimeout(),
                properties.ssl().required());
    }

    private static void check(String name, boolean right, String problem) {
        if (!right) {
            throw refusal("sharding.proxy." + name, problem);
        }
    }

    private static ShardingConfigurationException refusal(String property, String problem) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, property, problem);
    }

    /** Closes the databases that were opened here. */
    @Override
    public void close() {
        logical.forEach(LogicalDatabase::close);
        opened.forEach(ConfiguredDataSource::close);
    }
}
