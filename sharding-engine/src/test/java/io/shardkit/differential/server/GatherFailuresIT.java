package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.H2;
import static io.shardkit.testing.TestDatabase.MARIADB;
import static io.shardkit.testing.TestDatabase.MARIADB_CONNECTOR_J;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static io.shardkit.testing.TestDatabase.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Checks that errors over gathered or merged rows are told in the names of the statement: a database's message has
 * neither temporary nor actual tables, nor a data source's schema, and a message that would have them has a code.
 */
class GatherFailuresIT {
    private static final List<String> STATEMENTS = List.of(
            "SELECT nosuch FROM o WHERE amount > (SELECT AVG(amount) FROM o)",
            "SELECT o.nosuch FROM o WHERE amount > (SELECT AVG(amount) FROM o)",
            "SELECT x.id FROM o x JOIN o y ON x.id = y.nosuch",
            "SELECT id FROM o WHERE amount > (SELECT id, k FROM o)",
            "SELECT id FROM o WHERE amount = (SELECT amount FROM o)",
            "SELECT o.id, nosuch(o.id) FROM o WHERE amount > (SELECT AVG(amount) FROM o)",
            "SELECT id FROM o x JOIN o y ON x.k = y.id",
            "SELECT x.id FROM o x JOIN o y ON x.k = y.id GROUP BY x.status",
            "WITH c AS (SELECT id, k FROM o WHERE amount > (SELECT AVG(amount) FROM o))"
                    + " SELECT COUNT(*) FROM c x JOIN c y ON x.k = y.id",
            "SELECT nosuch FROM o",
            "SELECT o.nosuch FROM o ORDER BY id",
            "SELECT id FROM o WHERE o.nosuch = 3",
            "SELECT status, SUM(o.nosuch) FROM o GROUP BY status",
            "DELETE FROM o WHERE amount > (SELECT AVG(nosuch) FROM p)",
            "DELETE FROM o WHERE amount > (SELECT AVG(p.nosuch) FROM p)",
            "DELETE FROM o WHERE nosuch > (SELECT AVG(p.amount) FROM p)",
            "UPDATE o SET nosuch = 1 WHERE amount > (SELECT AVG(p.amount) FROM p)",
            "UPDATE o SET amount = (SELECT p.amount FROM p) WHERE status = 's1'",
            "DELETE FROM o WHERE (id, k) IN (SELECT x.id, y.id FROM p x JOIN p y ON x.k = y.k)",
            "INSERT INTO o SELECT id, nosuch, status, amount FROM p",
            "INSERT INTO o SELECT id + 100, p.nosuch, status, amount FROM p",
            "INSERT INTO o SELECT id + 100, k FROM p",
            "INSERT INTO o (id, k, nosuch) SELECT id + 100, k, 1 FROM p");

    @ParameterizedTest
    @OnDatabases(always = {H2, MARIADB, MARIADB_CONNECTOR_J, MYSQL, POSTGRESQL})
    void areToldInTheWordsOfTheStatement(TestDatabase database) throws SQLException {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource whole = database.create("failures_whole");
                HikariDataSource first = database.create("failures_dsa", 0);
                HikariDataSource second = database.create("failures_dsb", 1)) {
            fill(whole, SpreadTable.WHOLE);
            fill(first, 0);
            fill(second, 1);
            DataSource engine = SpreadTable.engine(
                    first, second, SpreadTable.rule().single("ds1", "p").build(), executor);
            Set<ErrorCode> seen = EnumSet.noneOf(ErrorCode.class);
            for (String sql : STATEMENTS) {
                SQLException expected = failure(whole, sql);
                SQLException failure = failure(engine, sql);
                if (failure == null) {
                    assertThat((Throwable) expected).as(sql).isNull();
                    continue;
                }
                String message = failure.getMessage();
                assertThat(message).as(sql).doesNotContainPattern("(?i)sk_|o_[01]|failures_dsb");
                if (failure instanceof ShardingException coded) {
                    seen.add(coded.errorCode());
                    assertThat(message).as(sql).startsWith(coded.errorCode().code());
                } else {
                    SQLException plain = Objects.requireNonNull(expected, sql);
                    assertThat(failure.getSQLState()).as(sql).isEqualTo(plain.getSQLState());
                    assertThat(failure.getErrorCode()).as(sql).isEqualTo(plain.getErrorCode());
                }
            }
            if (database.speaksMysql()) {
                assertThat(seen).contains(ErrorCode.DATABASE_REFUSED);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static @Nullable SQLException failure(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                statement.execute(sql);
                return null;
            } catch (SQLException failure) {
                return failure;
            } finally {
                connection.rollback();
            }
        }
    }

    private static void fill(DataSource database, int source) throws SQLException {
        SpreadTable.execute(
                database,
                SpreadTable.statements(
                        source, "status VARCHAR(20), amount INT", 12, id -> "'s" + id % 3 + "', " + id % 5));
        if (source != 0) {
            SpreadTable.execute(
                    database,
                    List.of(
                            "CREATE TABLE p (id BIGINT NOT NULL PRIMARY KEY, k BIGINT NOT NULL,"
                                    + " status VARCHAR(20), amount INT)",
                            "INSERT INTO p VALUES (1, 0, 's1', 3), (2, 1, 's2', 4), (5, 2, 's1', 1)"));
        }
    }
}
