package io.shardkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The command prints what does not fit, and ends as a script expects. */
class VerifyTablesTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        out.reset();
        err.reset();
        return VerifyTables.run(
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
    void findsTheOneRowOfAllThatLiesElsewhere() throws SQLException {
        String url = SharedFile.url(SharedFile.BLOCK);
        String file = url.substring("jdbc:shardkit:file:".length());
        execute(
                url,
                "CREATE TABLE t_order (order_id BIGINT, user_id BIGINT NOT NULL, PRIMARY KEY (order_id, user_id))");
        assertThat(run(file)).isZero();
        assertThat(printed()).isEqualTo("0 errors, 0 warnings\n".replace("\n", System.lineSeparator()));
        StringBuilder rows = new StringBuilder("INSERT INTO t_order VALUES (0, 0)");
        for (int id = 2; id < 2400; id += 2) {
            rows.append(", (").append(id).append(", 0)");
        }
        execute(url, rows.toString());
        execute(SharedFile.shard(url, "a"), "INSERT INTO t_order_0 VALUES (9999, 0)");
        assertThat(run(file)).isZero();
        assertThat(run("--all", "file:" + file)).isEqualTo(1);
        assertThat(printed()).contains("ERROR ds0.t_order_0: ").contains("1 errors");
    }

    @Test
    void saysWhatCannotBeLookedAt() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("Name one file");
        assertThat(run("a.yml", "b.yml")).isEqualTo(2);
        assertThat(run("--every", "a.yml")).isEqualTo(2);
        assertThat(run("nowhere.yml")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("nowhere.yml");
    }
}
