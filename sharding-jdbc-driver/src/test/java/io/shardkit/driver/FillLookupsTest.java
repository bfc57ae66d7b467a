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
import org.junit.jupiter.api.Test;

/** The command fills lookup tables, and ends as a script expects. */
class FillLookupsTest {
    private static final String BLOCK =
            """
            data-sources:
              ds0:
                url: h2:a
                username: sa
              ds1:
                url: h2:b
                username: sa
            tables:
              t_user:
                actual-data-nodes: ds{0..1}.t_user
                database-strategy:
                  sharding-column: id
                  algorithm: by-rest
                lookups:
                  email:
                    table: t_user_email
              t_plain:
                actual-data-nodes: ds{0..1}.t_plain
                database-strategy:
                  sharding-column: id
                  algorithm: by-rest
            single-tables: ds1.t_user_email
            algorithms:
              by-rest:
                type: mod
            """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        out.reset();
        err.reset();
        return FillLookups.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void rowsFromBeforeAreFoundThen() throws SQLException {
        String url = SharedFile.url(BLOCK);
        String file = url.substring("jdbc:shardkit:file:".length());
        execute(
                url,
                "CREATE TABLE t_user (id BIGINT PRIMARY KEY, email VARCHAR(50))",
                "CREATE TABLE t_user_email (email VARCHAR(50) PRIMARY KEY, id BIGINT NOT NULL)");
        execute(SharedFile.shard(url, "a"), "INSERT INTO t_user VALUES (2, 'b@x'), (4, 'd@x')");
        execute(SharedFile.shard(url, "b"), "INSERT INTO t_user VALUES (1, 'a@x'), (3, 'd@x'), (5, NULL)");
        execute(SharedFile.shard(url, "b"), "INSERT INTO t_user_email VALUES ('gone@x', 9)");
        assertThat(run(file, "t_user")).isEqualTo(1);
        assertThat(printed()).contains("t_user_email: 3 rows added, 1 removed, 1 left out");
        execute(url, "UPDATE t_user SET email = 'c@x' WHERE id = 3");
        assertThat(run(file, "t_user")).isZero();
        assertThat(printed()).contains("t_user_email: 0 rows added, 0 removed, 0 left out");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id FROM t_user WHERE email = 'd@x'")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getLong(1)).isEqualTo(4);
            assertThat(row.next()).isFalse();
        }
    }

    @Test
    void saysWhatCannotBeFilled() throws SQLException {
        assertThat(run("a.yml")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("Name a file");
        assertThat(run("nowhere.yml", "t_user")).isEqualTo(2);
        String url = SharedFile.url(BLOCK);
        String file = url.substring("jdbc:shardkit:file:".length());
        assertThat(run(file, "t_plain")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("sharding.tables.t_plain.lookups");
    }
}
