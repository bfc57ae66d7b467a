package io.shardkit.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.MySqlPrograms;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerStatusIT {

    @ParameterizedTest
    @ValueSource(strings = {"MariaDB", "MySQL"})
    void countsWhatReadsOrWritesRowsFromWhomever(String kind) throws Exception {
        if (kind.equals("MySQL")) {
            MySqlPrograms.assume();
        }
        DatabaseServer server = kind.equals("MySQL") ? EmbeddedServers.mySql(0) : EmbeddedServers.mariaDb(0);
        String url = server.database("status");
        try (Connection watching = DriverManager.getConnection(url, server.username(), server.password());
                Connection working = DriverManager.getConnection(url, server.username(), server.password());
                Statement statement = working.createStatement()) {
            statement.execute("CREATE TABLE counted (id INT PRIMARY KEY)");
            long before = ServerStatus.statements(watching);

            working.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO counted VALUES (1), (2)");
            statement.executeUpdate("UPDATE counted SET id = 3 WHERE id = 2");
            working.commit();
            try (PreparedStatement select = working.prepareStatement("SELECT id FROM counted WHERE id = ?")) {
                for (int id = 1; id < 4; id++) {
                    select.setInt(1, id);
                    select.executeQuery().close();
                }
            }
            statement.executeUpdate("DELETE FROM counted");
            working.commit();

            assertThat(ServerStatus.statements(watching) - before).isEqualTo(6);
        }
    }
}
