package io.shardkit.lab.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;

class GateDriverTest {
    private static final String DATABASE = "jdbc:h2:mem:gated;DB_CLOSE_DELAY=-1";

    private static Gate gate(String url) {
        GateSetting setting = GateSetting.read(url);
        assertThat(setting).isNotNull();
        return setting.gate();
    }

    @Test
    void countsWhatIsExecutedInAnyWay() throws SQLException {
        String url = "jdbc:gate:places=2,micros=10,server=any-way:" + DATABASE;
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            Gate gate = gate(url);
            statement.execute("CREATE TABLE t (a INT)");
            statement.executeUpdate("INSERT INTO t VALUES (1)");
            assertThat(gate.passed()).isEqualTo(2);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
                for (int i = 0; i < 5; i++) {
                    insert.setInt(1, i);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(5);
                assertThat(gate.passed()).isEqualTo(7);
                insert.setInt(1, 7);
                insert.executeUpdate();
            }
            statement.addBatch("INSERT INTO t VALUES (8)");
            statement.addBatch("INSERT INTO t VALUES (9)");
            statement.executeBatch();
            statement.addBatch("INSERT INTO t VALUES (9)");
            statement.clearBatch();
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(9);
            }
            assertThat(gate.passed()).isEqualTo(11);
            assertThat(statement.getConnection()).isSameAs(connection);
            assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
            assertThat(connection.unwrap(JdbcConnection.class)).isNotNull();
            assertThat(connection.getMetaData().getURL()).startsWith("jdbc:h2:mem:gated");
        }
    }

    @Test
    void throwsWhatTheDriverThrows() throws SQLException {
        String url = "jdbc:gate:places=2,micros=10,server=failing:" + DATABASE;
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT * FROM nowhere"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("nowhere".toUpperCase(Locale.ROOT));
        }
    }

    /** Connections to different databases of one server: their statements pass one gate. */
    @Test
    void isSharedByTheDatabasesOfAServer() throws SQLException {
        String gated = "jdbc:gate:places=3,micros=20,server=shared:";
        for (String database : List.of(DATABASE, "jdbc:h2:mem:gated2")) {
            try (Connection connection = DriverManager.getConnection(gated + database, "sa", "");
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
        }
        assertThat(gate(gated + DATABASE).passed()).isEqualTo(2);
    }

    @Test
    void takesTheServerFromTheUrl() {
        assertThat(gate("jdbc:gate:places=1,micros=1:jdbc:mariadb://db1:3306/a?x=y"))
                .isSameAs(gate("jdbc:gate:places=1,micros=1:jdbc:mariadb://db1:3306/b"))
                .isNotSameAs(gate("jdbc:gate:places=1,micros=1:jdbc:mariadb://db2:3306/a"));
    }

    @Test
    void refusesWhatItDoesNotUnderstand() {
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:gate:places=x:" + DATABASE))
                .hasMessageContaining("not of the form jdbc:gate:places=4,micros=5000:jdbc:mariadb://host/database");
        gate("jdbc:gate:places=1,micros=1,server=twice:" + DATABASE);
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:gate:places=2,micros=1,server=twice:" + DATABASE))
                .hasMessageContaining("the gate of twice has 1 at once, 1 us each");
    }
}
