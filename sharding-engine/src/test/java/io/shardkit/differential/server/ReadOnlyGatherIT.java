package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A read-only transaction, as services open one for their queries, can gather too. */
@ParameterizedClass
@OnDatabases
class ReadOnlyGatherIT {
    private final Fixture fixture;

    ReadOnlyGatherIT(TestDatabase database) {
        this.fixture = Fixture.of(Topology.of(database));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void answersAsOneDatabase(boolean autoCommit) throws SQLException {
        try (Connection connection = fixture.sharded().getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(autoCommit);
            for (String sql : List.of(
                    "SELECT SUM(DISTINCT a) FROM o WHERE id > ?",
                    "SELECT COUNT(*) FROM o x JOIN i y ON x.a = y.a WHERE x.id > ?",
                    "SELECT k, COUNT(*) FROM o WHERE id > ? GROUP BY k HAVING COUNT(*) > 1 ORDER BY k",
                    "SELECT COUNT(*) FROM o WHERE id > ?")) {
                try (Connection whole = fixture.oracle().getConnection()) {
                    assertThat(rows(connection, sql)).isNotEmpty().isEqualTo(rows(whole, sql));
                }
            }
            if (!autoCommit) {
                connection.commit();
            }
        }
        assertThat(fixture.borrowedConnections()).isZero();
    }

    private static List<List<Object>> rows(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, 3);
            List<List<Object>> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    List<Object> row = new ArrayList<>();
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        row.add(result.getObject(i));
                    }
                    rows.add(row);
                }
            }
            return rows;
        }
    }
}
