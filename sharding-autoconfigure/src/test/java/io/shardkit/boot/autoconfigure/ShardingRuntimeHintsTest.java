package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

/** A native image is told of all reflection of the engine, of which there is only a known part. */
class ShardingRuntimeHintsTest {
    private static final Pattern REFLECTION =
            Pattern.compile("Class\\.forName|ClassUtils\\.forName|\\.get(Method|Field)\\((?!\\))"
                    + "|\\.getDeclared(Method|Field|Fields|Constructor)\\(|newProxyInstance"
                    + "|ServiceLoader\\.load\\(|getResource(AsStream)?\\(");

    private final RuntimeHints hints = new RuntimeHints();

    @BeforeEach
    void register() {
        new ShardingRuntimeHints().registerHints(hints, getClass().getClassLoader());
    }

    @ParameterizedTest
    @CsvSource({
        "org.h2.jdbc.JdbcConnection, getSession",
        "org.mariadb.jdbc.client.Column, getTableAlias",
        "com.mysql.cj.result.Field, getOriginalTableName",
        "com.mysql.cj.jdbc.result.ResultSetMetaData, getFields",
        "org.postgresql.jdbc.PgConnection, getQueryExecutor",
        "org.postgresql.jdbc.PgConnection, cancelQuery",
        "org.postgresql.core.QueryExecutor, borrowQuery",
        "org.postgresql.copy.CopyManager, copyIn",
        "org.postgresql.jdbc.PgResultSetMetaData, getBaseColumnName",
        "java.sql.DatabaseMetaData, storesUpperCaseIdentifiers",
        "java.sql.CallableStatement, getInt",
    })
    void methodsThatAreCalledByNameAreRegistered(Class<?> type, String name) {
        assertThat(Stream.of(type.getMethods()).filter(each -> named(each, name)))
                .isNotEmpty()
                .allMatch(each -> RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(each)
                        .test(hints));
    }

    @ParameterizedTest
    @CsvSource({
        "org.h2.jdbc.JdbcConnection, executingStatement",
        "org.h2.engine.SessionRemote, transferList",
        "org.h2.value.Transfer, socket",
        "org.mariadb.jdbc.Connection, client",
        "org.mariadb.jdbc.client.impl.StandardClient, socket",
        "org.mariadb.jdbc.client.result.ResultSetMetaData, fieldPackets",
    })
    void fieldsThatAreReadByNameAreRegistered(Class<?> type, String name) {
        assertThat(Stream.of(type.getDeclaredFields()).filter(each -> named(each, name)))
                .isNotEmpty()
                .allMatch(each ->
                        RuntimeHintsPredicates.reflection().onFieldAccess(each).test(hints));
    }

    private static boolean named(Member member, String name) {
        return member.getName().equals(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.h2.engine.SessionLocal",
                "org.mariadb.jdbc.Connection",
                "org.postgresql.PGConnection",
                "org.slf4j.Logger",
                "com.mysql.cj.jdbc.JdbcConnection",
                "com.mysql.cj.jdbc.JdbcStatement",
                "com.mysql.cj.jdbc.ServerPreparedStatement"
            })
    void classesThatAreLookedForAreRegistered(Class<?> type) {
        assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.h2.Driver",
                "org.mariadb.jdbc.Driver",
                "org.postgresql.Driver",
                "com.mysql.cj.jdbc.Driver",
                "com.alibaba.druid.support.logging.SLF4JImpl"
            })
    void classesThatAreMadeAreRegistered(Class<?> type) {
        assertThat(type.getConstructors()).isNotEmpty().allMatch(each -> RuntimeHintsPredicates.reflection()
                .onConstructorInvocation(each)
                .test(hints));
    }

    @ParameterizedTest
    @ValueSource(classes = {DatabaseMetaData.class, ResultSet.class, CallableStatement.class})
    void proxiesAreRegistered(Class<?> type) {
        assertThat(RuntimeHintsPredicates.proxies().forInterfaces(type)).accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "META-INF/shardkit.properties",
                "META-INF/druid/parser/mysql/builtin_functions",
                "META-INF/druid/parser/postgresql/builtin_datatypes"
            })
    void resourcesAreRegistered(String name) {
        assertThat(RuntimeHintsPredicates.resource().forResource(name)).accepts(hints);
    }

    /** One more class here needs its hints, or a reason for none. */
    @Test
    void reflectionStaysWhereItIsKnown() {
        Set<String> found = new TreeSet<>();
        for (String module : Set.of("sharding-engine", "sharding-autoconfigure")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> REFLECTION.matcher(read(file)).find())
                        .forEach(file -> found.add(file.getFileName().toString().replace(".java", "")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        assertThat(found)
                .containsExactlyInAnyOrder(
                        // Registered above
                        "ConnectorColumns",
                        "ConnectorJDriver",
                        "DriverConnection",
                        "H2Driver",
                        "JdbcDrivers",
                        "MariadbColumns",
                        "OrdinaryCall",
                        "AbsentRow",
                        "PassthroughCall",
                        "PostgresqlDriver",
                        "ShardingDatabaseMetaData",
                        "Sockets",
                        "StartSummary",
                        "TableMetaData",
                        "UpdatableRows",
                        // A native image finds the services of a class that is named
                        "AlgorithmRegistry",
                        "KeyGeneratorRegistry",
                        // Files and drivers that the application names
                        "RangeFile",
                        "ShardPool",
                        "ShardingFile",
                        "ShardingImport",
                        // The audit is for a JVM
                        "AuditedCalls");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
