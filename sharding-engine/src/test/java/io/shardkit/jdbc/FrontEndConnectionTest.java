package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.execute.driver.FrontEndConnection;
import io.shardkit.execute.driver.FrontEndDatabase;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.CrossSource;
import io.shardkit.plan.StatementKind;
import io.shardkit.testing.TestDatabase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FrontEndConnectionTest {
    private Shop shop;
    private FrontEndConnection connection;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
        connection = shop.connection().unwrap(FrontEndConnection.class);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        shop.close();
    }

    private int out() {
        return shop.recording.borrowed.get() - shop.recording.returned.get();
    }

    private long count(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void idleConnectionsGoBackAndStatementsGoOn() throws SQLException {
        shop.put(1, "a");
        String sql = shop.on(1, StatementKind.QUERY, "SELECT COUNT(*) FROM t_order");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            assertThat(count(statement)).isEqualTo(1);
            assertThat(out()).isEqualTo(1);
            connection.releaseIdle();
            assertThat(out()).isZero();
            assertThat(count(statement)).isEqualTo(1);
            assertThat(out()).isEqualTo(1);
        }
    }

    @Test
    void openResultsAndOpenTransactionsKeepTheirConnections() throws SQLException {
        String sql = shop.on(1, StatementKind.QUERY, "SELECT COUNT(*) FROM t_order");
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            connection.releaseIdle();
            assertThat(out()).isEqualTo(1);
            assertThat(rows.next()).isTrue();
        }
        connection.releaseIdle();
        assertThat(out()).isZero();

        connection.setAutoCommit(false);
        assertThat(connection.isInTransaction()).isFalse();
        String write = shop.on(1, StatementKind.INSERT, "INSERT INTO t_order VALUES (1, 1, 'a')");
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(write);
        }
        assertThat(connection.isInTransaction()).isTrue();
        connection.releaseIdle();
        assertThat(out()).isEqualTo(1);
        connection.rollback();
        assertThat(connection.isInTransaction()).isFalse();
        connection.releaseIdle();
        assertThat(out()).isZero();
        assertThat(shop.rowsPerUnit()).containsOnly(0);
    }

    @Test
    void whatIsNotUnderstoodKeepsItsConnection() throws SQLException {
        String sql = shop.on(1, StatementKind.OTHER, "CREATE LOCAL TEMPORARY TABLE mine (id INT)");
        try (Statement statement = connection.createStatement()) {
            assertThat(connection.keepsConnections()).isFalse();
            statement.execute(sql);
        }
        assertThat(connection.keepsConnections()).isTrue();
        connection.releaseIdle();
        assertThat(out()).isEqualTo(1);
    }

    @Test
    void whatIsSetStaysSet() throws SQLException {
        connection.setReadOnly(true);
        connection.setTransactionIsolation(FrontEndConnection.TRANSACTION_SERIALIZABLE);
        String sql = shop.on(1, StatementKind.QUERY, "SELECT COUNT(*) FROM t_order");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            count(statement);
            connection.releaseIdle();
            shop.recording.take();
            count(statement);
        }
        assertThat(shop.recording.taken("setTransactionIsolation")).hasSize(1);
        assertThat(connection.isReadOnly()).isTrue();
    }

    @Test
    void connectionsOverOtherPoolsEachTellOfTheirOwnStatements() throws SQLException {
        List<StatementEnded> ended = new ArrayList<>();
        List<SQLException> failed = new ArrayList<>();
        FrontEndConnection[] other = new FrontEndConnection[1];
        StatementListener listener = new StatementListener() {
            private boolean inside;

            @Override
            public void statementStarted() {
                if (other[0] == null || inside) {
                    return;
                }
                inside = true;
                try (Statement statement = other[0].createStatement()) {
                    statement.executeQuery("SELECT 2");
                } catch (SQLException failure) {
                    failed.add(failure);
                }
            }

            @Override
            public void statementEnded(StatementEnded event) {
                ended.add(event);
            }
        };
        try (Shop told = new Shop(CrossSource.BEST_EFFORT, listener, TestDatabase.H2)) {
            told.on(1, StatementKind.QUERY, "SELECT 1");
            told.on(1, StatementKind.QUERY, "SELECT 2");
            FrontEndDatabase database = told.dataSource.unwrap(FrontEndDatabase.class);
            FrontEndDatabase.Connections connections = database.over(pool -> pool);
            try (FrontEndConnection one = connections.open();
                    FrontEndConnection two = connections.open();
                    Statement statement = one.createStatement()) {
                other[0] = two;
                statement.executeQuery("SELECT 1");
            }
        }
        assertThat(failed).isEmpty();
        assertThat(ended).extracting(StatementEnded::sql).containsExactly("SELECT 2", "SELECT 1");
        assertThat(ended).extracting(StatementEnded::failure).containsOnlyNulls();
    }
}
