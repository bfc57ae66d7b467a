package io.shardkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveRequest;
import io.shardkit.move.Moves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection of the driver goes on while another instance moves a unit to a data source that the driver's file lacks. */
class MovedUnitsTest {
    private static final long WAIT_NANOS = Duration.ofSeconds(30).toNanos();
    private static final String OPTIONS =
            ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + "-{name}" + OPTIONS;

    private String sharding() {
        return """
                data-sources:
                  ds0: { url: "%s", username: sa }
                  ds1: { url: "%s", username: sa }
                data-source-template: { url: "%s", username: sa }
                tables:
                  t_order:
                    actual-data-nodes: ds{0..1}.t_order
                    database-strategy: { sharding-column: user_id, algorithm: by-rest }
                algorithms:
                  by-rest: { type: mod }
                rule-store:
                  poll: 100ms
                """
                .formatted(url.replace("{name}", "ds0"), url.replace("{name}", "ds1"), url);
    }

    private static long count(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void goesOnWhileAUnitMovesToADataSourceOfTheTemplate(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("sharding.yml"), sharding());
        try (ConfiguredDataSource application = ConfiguredDataSource.open("file:" + file)) {
            try (Connection connection = application.dataSource().getConnection()) {
                execute(connection, "CREATE TABLE t_order (user_id BIGINT, id BIGINT, PRIMARY KEY (user_id, id))");
            }
            application.dataSource().join();
            try (Connection connection = DriverManager.getConnection("jdbc:shardkit:file:" + file)) {
                assertThat(application.dataSource().ruleState().epoch()).isEqualTo(1);
                Moves moves = application.dataSource().moves();
                String id = moves.start(MoveRequest.of(List.of("ds1.t_order"), "ds4"));
                long rows = 0;
                long until = System.nanoTime() + WAIT_NANOS;
                while (moves.state(id).phase() != MovePhase.SWITCHED) {
                    assertThat(System.nanoTime()).as("%s", moves.state(id)).isLessThan(until);
                    execute(connection, "INSERT INTO t_order VALUES (" + rows + ", " + rows + ")");
                    rows++;
                }
                execute(connection, "INSERT INTO t_order VALUES (" + (rows | 1) + ", " + rows + ")");
                assertThat(count(connection, "t_order")).isEqualTo(rows + 1);
                try (Connection moved = DriverManager.getConnection(url.replace("{name}", "ds4") + ";USER=sa")) {
                    assertThat(count(moved, "t_order")).isEqualTo(rows / 2 + 1);
                }
                moves.complete(id);
            }
        }
    }
}
