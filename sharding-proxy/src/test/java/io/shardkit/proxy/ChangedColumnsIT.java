package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** The databases' drivers keep prepared statements, and with them the columns that tables had. */
class ChangedColumnsIT {
    private static final String OPTIONS =
            "useServerPrepStmts=true&cachePrepStmts=false&allowPublicKeyRetrieval=true&sslMode=disable";

    @ParameterizedTest
    @OnDatabases({TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
    void aQueryHasTheColumnsThatTheTableHasNow(TestDatabase database) throws SQLException, IOException {
        try (ProxyFixture fixture = new ProxyFixture(database);
                Connection one = fixture.connect("mariadb", "sharded", OPTIONS);
                Connection other = fixture.connect("mariadb", "sharded", OPTIONS);
                Statement statement = one.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, v INT)");
            statement.execute("INSERT INTO t_order VALUES (1, 1, 5)");
            for (int i = 0; i < 3; i++) {
                assertRow(List.of(one, other), "1 1 5");
            }
            statement.execute("ALTER TABLE t_order ADD COLUMN added VARCHAR(9) DEFAULT 'a'");
            assertRow(List.of(one, other), "1 1 5 a");
            statement.execute("ALTER TABLE t_order MODIFY v INT UNSIGNED, DROP COLUMN added");
            statement.execute("UPDATE t_order SET v = 4294967295 WHERE user_id = 1");
            assertRow(List.of(one, other), "1 1 4294967295");
        }
    }

    private static void assertRow(List<Connection> connections, String expected) throws SQLException {
        for (Connection connection : connections) {
            try (PreparedStatement query = connection.prepareStatement("SELECT * FROM t_order LIMIT ?")) {
                query.setInt(1, 1);
                try (ResultSet rows = query.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    StringBuilder row = new StringBuilder(rows.getString(1));
                    for (int i = 2; i <= rows.getMetaData().getColumnCount(); i++) {
                        row.append(' ').append(rows.getString(i));
                    }
                    assertThat(row.toString()).isEqualTo(expected);
                }
            }
        }
    }
}
