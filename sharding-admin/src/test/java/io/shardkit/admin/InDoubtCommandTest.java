package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;

/** The command shows what a process has left prepared, and ends it. */
class InDoubtCommandTest {
    private static final String TRANSACTION = "0123456789abcdef0123456789abcdef";

    /** By which the database knows itself in the names of branches. */
    private static String id(String shard) throws SQLException {
        try (Connection connection = DriverManager.getConnection(shard);
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT decision FROM sharding_transaction WHERE id = 'database'")) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    private static void leave(String shard, String branch) throws SQLException {
        Connection connection = DriverManager.getConnection(shard);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t_order_0 VALUES (2, 1)");
            statement.execute("PREPARE COMMIT \"" + branch + "\"");
        }
        // To close the connection would roll back what it has prepared.
        connection.unwrap(JdbcConnection.class).getSession().close();
    }

    @Test
    void whatIsLeftIsShownAndEnded() throws Exception {
        try (H2File file = H2File.of(H2File.BLOCK + "transaction:\n  cross-source: atomic\n")) {
            Commands commands = file.commands();
            assertThat(commands.run("in-doubt")).as(commands.said()).isEqualTo(Exit.DONE);
            assertThat(commands.out()).contains("Nothing is in doubt");
            file.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            String shard = file.database("b");
            String branch = "shardkit-" + TRANSACTION + "-" + id(file.database("a")) + "-" + id(shard);
            leave(shard, branch);
            assertThat(commands.run("in-doubt")).isEqualTo(Exit.WAITS);
            assertThat(commands.out()).contains("ds1: " + branch);
            assertThat(commands.run("in-doubt", "--json")).isEqualTo(Exit.WAITS);
            assertThat(commands.out())
                    .startsWith(
                            "{\"type\":\"in-doubt\",\"transaction\":\"" + TRANSACTION + "\",\"dataSource\":\"ds1\"");
            assertThat(commands.run("in-doubt", "--recover")).isEqualTo(Exit.DONE);
            assertThat(commands.out()).contains("Nothing is in doubt");
            try (Connection connection = DriverManager.getConnection(shard);
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t_order_0 WHERE order_id = 2")) {
                row.next();
                assertThat(row.getInt(1)).isZero();
            }
            assertThat(commands.run("in-doubt")).isEqualTo(Exit.DONE);
        }
    }
}
