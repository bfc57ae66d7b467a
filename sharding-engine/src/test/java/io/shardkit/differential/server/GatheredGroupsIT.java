package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.differential.fixture.Watch;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The units' groups are gathered, not their rows, and what is read of them is as of one database. */
@ParameterizedClass
@OnDatabases
class GatheredGroupsIT {
    private final Fixture fixture;

    GatheredGroupsIT(TestDatabase database) {
        this.fixture = Fixture.of(Topology.of(database));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a AS x, COUNT(*), SUM(n) AS total FROM o WHERE id > ? GROUP BY a HAVING COUNT(*) > 1 ORDER BY a",
                "SELECT COALESCE(SUM(amt), 0), MAX(d) AS d, MIN(a) FROM o WHERE id > ?",
                "SELECT MAX(id) - MIN(id), COUNT(DISTINCT a) + COUNT(*) AS c FROM o WHERE id > ?",
                "SELECT CASE WHEN COUNT(*) > 2 THEN SUM(a) ELSE COUNT(*) END, COUNT(a) FROM o WHERE id > ?",
                "SELECT d, SUM(amt) / COUNT(*) AS q FROM o WHERE id > ? GROUP BY d ORDER BY SUM(n) + 1, d"
            })
    void areReadByTheirLabels(String sql) throws SQLException {
        Watch watch = new Watch(fixture.topology().database());
        DataSource engine = fixture.newEngine(watch);
        for (int i = 0; i < 2; i++) {
            watch.record(true);
            List<String> answer = read(engine, sql);
            assertThat(watch.record(false))
                    .filteredOn(call -> call.contains(" 100001") || call.matches("ds\\d: INSERT .* FROM o_.*"))
                    .hasSize(4)
                    .allMatch(call -> call.contains("COUNT(") || call.contains("SUM("));
            assertThat(answer).isNotEmpty().isEqualTo(read(fixture.oracle(), sql));
        }
    }

    @Test
    void countWhatTheTransactionWrote() throws SQLException {
        String sql = "SELECT a, COUNT(*) + 0 AS c FROM o WHERE a = 987 GROUP BY a HAVING COUNT(*) > 1";
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate(
                    "INSERT INTO o (k, id, a) VALUES (7001, 7001, 987), (7002, 7002, 987), (7003, 7003, 1)");
            for (int i = 0; i < 2; i++) {
                try (ResultSet rows = statement.executeQuery(sql)) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getLong("c")).isEqualTo(2);
                    assertThat(rows.next()).isFalse();
                }
            }
            connection.rollback();
            try (ResultSet rows = statement.executeQuery(sql)) {
                assertThat(rows.next()).isFalse();
            }
            connection.rollback();
        }
        assertThat(fixture.borrowedConnections()).isZero();
    }

    @Test
    void areNotMoreThanTheStatementWants() throws SQLException {
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(2);
            try (ResultSet rows = statement.executeQuery("SELECT a, COUNT(*) FROM o GROUP BY a HAVING COUNT(*) > 0")) {
                assertThat(rows.next() && rows.next()).isTrue();
                assertThat(rows.next()).isFalse();
            }
        }
    }

    /** Each value by the label of its column. */
    private static List<String> read(DataSource source, String sql) throws SQLException {
        List<String> read = new ArrayList<>();
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, 2);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        String label = rows.getMetaData().getColumnLabel(i);
                        read.add(label + " " + rows.findColumn(label) + " " + rows.getObject(label));
                    }
                }
            }
        }
        return read;
    }
}
