package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** A table's trigger cannot write its journal: the table is not there, or is not to be written. */
@ParameterizedClass
@OnDatabases(
        value = {TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL},
        always = {TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
class JournalFailureIT {
    private static final String JOURNAL = "sk_m1f_0123abcd_j";
    private static final String RERUN = "40001";

    @Parameter
    TestDatabase database;

    private HikariDataSource pool;
    private ShardingDataSource orders;

    @BeforeEach
    void open() throws SQLException {
        pool = database.create("journal", 0);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order_0 (id BIGINT, k BIGINT, PRIMARY KEY (k, id))");
            statement.execute("CREATE TABLE t_order_1 (id BIGINT, k BIGINT, PRIMARY KEY (k, id))");
            statement.execute("CREATE TABLE " + JOURNAL + " (k0 BIGINT)");
            statement.execute("CREATE USER IF NOT EXISTS poor@localhost IDENTIFIED BY 'Poor-1-user'");
            statement.execute("GRANT TRIGGER ON t_order_1 TO poor@localhost");
        }
        orders = ShardingDataSource.builder()
                .dataSource("ds0", pool)
                .rule(ShardingRuleBuilder.over("ds0")
                        .table("t_order", table -> table.nodes("ds0.t_order_{0..1}")
                                .tableBy("k", Algorithms.mod()))
                        .build())
                .options(ShardingOptions.builder().ruleStore(RuleStore.DEFAULTS).build())
                .build();
    }

    @AfterEach
    void close() throws SQLException {
        orders.close();
        execute("DROP USER IF EXISTS poor@localhost");
        pool.close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void writeJournalAs(String definer) throws SQLException {
        execute("CREATE DEFINER = " + definer
                + " TRIGGER sk_m1f_0123abcd_i AFTER INSERT ON t_order_1 FOR EACH ROW INSERT INTO " + JOURNAL
                + " VALUES (NEW.id)");
    }

    /** Returns how a write fails that comes after another one in a transaction. */
    private SQLException failure() throws SQLException {
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t_order (id, k) VALUES (1, 2)");
            SQLException failure = catchThrowableOfType(
                    SQLException.class, () -> statement.executeUpdate("INSERT INTO t_order (id, k) VALUES (2, 1)"));
            connection.rollback();
            return failure;
        }
    }

    @Test
    void aTransactionThatMissesItIsToRunAgain() throws SQLException {
        writeJournalAs("CURRENT_USER");
        execute("DROP TABLE " + JOURNAL);
        SQLException failure = failure();
        assertThat(failure.getSQLState()).isEqualTo(RERUN);
        assertThat(failure.getMessage()).contains("SK-5015");
        assertThat(failure.getCause()).hasMessageContaining(JOURNAL);
    }

    /** It may be gone for good. */
    @Test
    void aStatementThatMissesItOnceMoreFails() throws SQLException {
        writeJournalAs("CURRENT_USER");
        execute("DROP TABLE " + JOURNAL);
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            SQLException failure = catchThrowableOfType(
                    SQLException.class, () -> statement.executeUpdate("INSERT INTO t_order (id, k) VALUES (2, 1)"));
            assertThat(failure.getErrorCode()).isEqualTo(1146);
        }
    }

    @Test
    void aLackOfRightsIsToldAsSuch() throws SQLException {
        writeJournalAs("poor@localhost");
        SQLException failure = failure();
        assertThat(failure.getSQLState()).isNotEqualTo(RERUN);
        assertThat(failure.getErrorCode()).isEqualTo(1142);
        assertThat(failure.getMessage()).contains(JOURNAL);
    }
}
