package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Builds the pool of one data source. Nothing is connected yet. */
final class ShardPool {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");

    private ShardPool() {}

    /**
     * The pool of one data source, by its {@link JdbcConnectionDetails} where there are some, else by its properties.
     *
     * @throws ShardingConfigurationException if a setting cannot be used
     */
    static HikariDataSource create(String name, Environment environment, ConfigurableListableBeanFactory beans) {
        ServerPools pools = ServerPools.of(environment);
        ServerPools.Settings pool = pools.byName().get(name);
        String path = pool == null ? OnShardingDataSources.PROPERTY + "." + name : pool.property();
        HikariDataSource dataSource = new HikariDataSource();
        Binder binder = Binder.get(environment);
        bind(binder, "sharding.hikari", dataSource);
        refuseUrl(dataSource, "sharding.hikari");
        dataSource.setPoolName(name);
        if (pool != null && pool.group()) {
            dataSource.setExceptionOverrideClassName(ReadOnlyServers.class.getName());
            String common = OnShardingDataSources.PROPERTY + "." + pool.dataSource() + ".hikari";
            bind(binder, common, dataSource);
            refuseUrl(dataSource, common);
        }
        bind(binder, path + ".hikari", dataSource);
        refuseUrl(dataSource, path + ".hikari");
        JdbcConnectionDetails details =
                new ConnectionDetails(beans, pools.byName().keySet()).of(name);
        if (details != null) {
            connect(dataSource, details);
        } else if (pool == null || pool.url() == null || pool.url().isBlank()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    path + ".url",
                    "it is missing, and there is no bean of the name '" + name + "' to use instead");
        } else {
            connect(dataSource, pool, pool.url(), path);
        }
        return dataSource;
    }

    /**
     * The pool of a data source that comes while the application runs, by a template's settings.
     *
     * @throws ShardingConfigurationException if a setting cannot be used
     */
    static HikariDataSource of(String name, ServerPools.Settings settings, Environment environment) {
        String path = settings.property();
        HikariDataSource dataSource = new HikariDataSource();
        Binder binder = Binder.get(environment);
        bind(binder, "sharding.hikari", dataSource);
        dataSource.setPoolName(name);
        bind(binder, path + ".hikari", dataSource);
        refuseUrl(dataSource, path + ".hikari");
        connect(dataSource, settings, String.valueOf(settings.url()), path);
        return dataSource;
    }

    private static void connect(HikariDataSource dataSource, JdbcConnectionDetails details) {
        dataSource.setJdbcUrl(details.getJdbcUrl());
        dataSource.setUsername(details.getUsername());
        dataSource.setPassword(details.getPassword());
        dataSource.setDriverClassName(details.getDriverClassName());
    }

    private static void connect(HikariDataSource dataSource, ServerPools.Settings pool, String written, String path) {
        String url = resolved(written.trim(), path + ".url");
        dataSource.setJdbcUrl(url);
        if (pool.username() != null) {
            dataSource.setUsername(resolved(pool.username(), path + ".username"));
        }
        if (pool.password() != null) {
            dataSource.setPassword(resolved(pool.password(), path + ".password"));
        }
        String driver = driver(pool.driverClassName(), url, path);
        if (driver != null) {
            dataSource.setDriverClassName(driver);
        }
    }

    /** There is one place for the URL; a second one would be ignored, or hold for all data sources at once. */
    private static void refuseUrl(HikariDataSource dataSource, String path) {
        if (dataSource.getJdbcUrl() != null) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    path + ".jdbc-url",
                    "the URL of a data source is set by sharding.data-sources.*.url");
        }
    }

    /** Spring Boot leaves a placeholder that nothing sets as it is, and the database would get it as a password. */
    static String resolved(String value, String property) {
        Matcher placeholder = PLACEHOLDER.matcher(value);
        if (placeholder.find()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    property,
                    placeholder.group() + " is not set; set an environment variable or a property of this name");
        }
        return value;
    }

    private static void bind(Binder binder, String property, HikariDataSource dataSource) {
        binder.bind(
                ConfigurationPropertyName.adapt(property, '.'),
                Bindable.ofInstance(dataSource),
                // Other properties of the environment under the same prefix are not checked, as everywhere in Spring
                // Boot
                new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
    }

    private static @Nullable String driver(@Nullable String declared, String url, String path) {
        if (declared != null) {
            if (!ClassUtils.isPresent(declared, null)) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        path + ".driver-class-name",
                        "the class '" + declared + "' is not on the class path");
            }
            if (refuses(declared, url)) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        path + ".driver-class-name",
                        "the class '" + declared + "' does not take the URL of the data source");
            }
            return declared;
        }
        if (!url.startsWith("jdbc:")) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, path + ".url", "it does not begin with jdbc:");
        }
        String driver = DatabaseDriver.fromJdbcUrl(url).getDriverClassName();
        if (driver != null && !ClassUtils.isPresent(driver, null)) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    path + ".url",
                    "the driver for it, " + driver + ", is not on the class path; add it to the dependencies");
        }
        boolean refused = driver != null && refuses(driver, url);
        if (refused || (driver == null && DriverManager.drivers().noneMatch(known -> accepts(known, url)))) {
            // The pool would say so too, with the whole URL.
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    path + ".url",
                    "no driver on the class path takes it; add one to the dependencies, or name it as driver-class-name");
        }
        return driver;
    }

    /** Returns true if a driver does not accept a URL; the pool would then quote all of the URL but the password. */
    private static boolean refuses(String driver, String url) {
        try {
            Object made =
                    ClassUtils.forName(driver, null).getDeclaredConstructor().newInstance();
            return !(made instanceof Driver known) || !accepts(known, url);
        } catch (ReflectiveOperationException | LinkageError unusable) {
            // The pool says so, and does not come to the URL.
            return false;
        }
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }
}
