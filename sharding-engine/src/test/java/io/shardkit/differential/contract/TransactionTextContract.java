package io.shardkit.differential.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** BEGIN, COMMIT and what else is said to a transaction by statements does what it does on one database. */
abstract class TransactionTextContract extends ContractFixture {
    private HikariDataSource plain;

    /**
     * The files with the scripts that are for this kind of database. Connector/J takes no commit in autocommit, which BEGIN
     * does not end for it; and MySQL, unlike MariaDB, lets START TRANSACTION in a transaction that only reads begin another.
     */
    private List<String> files() {
        return switch (kind) {
            case H2 -> List.of("common.txt", "commit-in-autocommit.txt", "h2.txt");
            case MARIADB ->
                List.of("common.txt", "commit-in-autocommit.txt", "servers.txt", "mariadb.txt", "mariadb-server.txt");
            case MARIADB_CONNECTOR_J -> List.of("common.txt", "servers.txt", "mariadb.txt", "mariadb-server.txt");
            case MYSQL -> List.of("common.txt", "servers.txt", "mariadb.txt");
            case POSTGRESQL -> List.of("common.txt", "commit-in-autocommit.txt", "servers.txt", "postgresql.txt");
        };
    }

    @BeforeParameterizedClassInvocation
    void openPlain() throws SQLException {
        plain = emptyDatabase(2);
        try (Connection connection = plain.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (order_id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL,"
                    + " status VARCHAR(20), amount DECIMAL(10,2))");
        }
        if (kind == TestDatabase.POSTGRESQL) {
            defer(plain, "orders");
            defer(database.shard(1), "orders_1");
        }
    }

    /** Adds a deferred constraint, which lets the commit fail. */
    private static void defer(HikariDataSource pool, String table) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE " + table + " ADD UNIQUE (amount) DEFERRABLE INITIALLY DEFERRED");
        }
    }

    @AfterParameterizedClassInvocation
    void closePlain() throws SQLException {
        if (plain != null) {
            // Other tests look at all databases of the server.
            try (Connection connection = plain.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP TABLE orders");
            }
            plain.close();
        }
    }

    private Stream<Arguments> scripts() {
        return files().stream()
                .flatMap(file -> TransactionScript.read(file).stream())
                .flatMap(script -> Stream.of(TransactionScript.Variant.values())
                        .map(way -> Arguments.of(script.name(), way, script)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("scripts")
    void aScriptAnswersAsOnOneDatabase(String name, TransactionScript.Variant way, TransactionScript script)
            throws SQLException {
        try (Connection connection = plain.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM orders");
        }
        List<String> expected = script.run(plain, way, false);
        assertThat(script.run(engine(), way, true)).as(name).isEqualTo(expected);
    }
}
