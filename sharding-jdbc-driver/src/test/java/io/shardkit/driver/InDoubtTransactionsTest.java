package io.shardkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;

/** The command shows what a process has left prepared, and ends it. */
class InDoubtTransactionsTest {
    private static final String TRANSACTION = "0123456789abcdef0123456789abcdef";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        out.reset();
        err.reset();
        return InDoubtTransactions.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

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
    void whatIsLeftIsShownAndEnded() throws SQLException {
        String url = SharedFile.url(SharedFile.BLOCK + "transaction:\n  cross-source: atomic\n");
        String file = url.substring("jdbc:shardkit:file:".length());
        assertThat(run(file)).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(printed()).contains("Nothing is in doubt");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
        }
        String shard = SharedFile.shard(url, "b");
        String branch = "shardkit-" + TRANSACTION + "-" + id(SharedFile.shard(url, "a")) + "-" + id(shard);
        leave(shard, branch);
        assertThat(run(file)).isEqualTo(1);
        assertThat(printed()).contains("ds1: " + branch);
        assertThat(run(file, "--recover")).isZero();
        assertThat(printed()).contains("Nothing is in doubt");
        try (Connection connection = DriverManager.getConnection(shard);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t_order_0 WHERE order_id = 2")) {
            row.next();
            assertThat(row.getInt(1)).isZero();
        }
        assertThat(run(file)).isZero();
    }

    @Test
    void saysWhatItNeeds() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("Name a file");
        assertThat(run("a.yml", "--all")).isEqualTo(2);
        assertThat(run("nowhere.yml")).isEqualTo(2);
    }
}
