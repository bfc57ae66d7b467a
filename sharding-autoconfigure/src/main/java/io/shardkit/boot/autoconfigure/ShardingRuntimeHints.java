package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.CallableStatement;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/**
 * Registers the reflection that a native image needs: the properties, the pools that settings are bound to, and the parts
 * of JDBC and of drivers that the engine calls by name.
 */
final class ShardingRuntimeHints implements RuntimeHintsRegistrar {
    /** The resources in which Druid's parser looks for the names of functions, types and key words. */
    private static final String PARSER = "META-INF/druid/parser/**";

    /** Druid's log, which it makes where it finds the other one. */
    private static final List<String> LOG = List.of("com.alibaba.druid.support.logging.SLF4JImpl", "org.slf4j.Logger");

    /** The interfaces whose methods are called by name, or by a dynamic proxy. */
    private static final List<Class<?>> JDBC = List.of(
            DatabaseMetaData.class, ResultSet.class, Statement.class, PreparedStatement.class, CallableStatement.class);

    /** The classes of drivers, by their packages, that are made or looked for, or whose methods and fields are. */
    private static final Map<String, Set<String>> DRIVERS = Map.of(
            "org.h2.",
            Set.of(
                    "Driver",
                    "engine.Session",
                    "engine.SessionLocal",
                    "engine.SessionRemote",
                    "jdbc.JdbcConnection",
                    "message.TraceObject",
                    "value.Transfer"),
            "org.mariadb.jdbc.",
            Set.of(
                    "Driver",
                    "Connection",
                    "client.Client",
                    "client.Column",
                    "client.impl.StandardClient",
                    "client.impl.ReplayClient",
                    "client.impl.MultiPrimaryClient",
                    "client.impl.MultiPrimaryReplicaClient",
                    "client.result.ResultSetMetaData"),
            "com.mysql.cj.",
            Set.of(
                    "jdbc.Driver",
                    "jdbc.JdbcConnection",
                    "jdbc.JdbcStatement",
                    "jdbc.ServerPreparedStatement",
                    "jdbc.result.ResultSetMetaData",
                    "result.Field"),
            "org.postgresql.",
            Set.of(
                    "Driver",
                    "PGConnection",
                    "copy.CopyManager",
                    "core.QueryExecutor",
                    "jdbc.PgConnection",
                    "jdbc.PgResultSetMetaData"));

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        BindableRuntimeHintsRegistrar.forTypes(ShardingProperties.class, HikariDataSource.class)
                .registerHints(hints);
        hints.reflection().registerType(ReadOnlyServers.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        JDBC.forEach(type -> hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS));
        LOG.forEach(name ->
                hints.reflection().registerTypeIfPresent(classLoader, name, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS));
        DRIVERS.forEach((packages, names) -> names.forEach(name -> hints.reflection()
                .registerTypeIfPresent(
                        classLoader,
                        packages + name,
                        MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS,
                        MemberCategory.INVOKE_PUBLIC_METHODS,
                        MemberCategory.ACCESS_DECLARED_FIELDS)));
        hints.proxies()
                .registerJdkProxy(DatabaseMetaData.class)
                .registerJdkProxy(ResultSet.class)
                .registerJdkProxy(CallableStatement.class);
        hints.resources().registerPattern(PARSER).registerPattern(StartSummary.VERSION);
    }
}
