package io.shardkit.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.export.ExportEngine;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** A join of ten million rows over two servers, which a gather refuses, in 1 GB of memory. Prints the times. */
@Tag("thorough")
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class ManyRowsIT {
    /** The number of rows of each of both tables, one half of them with even numbers. */
    private static final int ROWS = 5_000_000;

    /** Each row of the left has one on the right, in the actual table on the other server. */
    private static final String QUERY =
            "SELECT COUNT(*), SUM(l.amount) FROM t_left l JOIN t_right r ON r.id = l.other AND r.amount = l.amount";

    private static final int AMOUNT = 3;

    private static final List<String> TABLES = List.of("t_left", "t_right");

    private static final String RULE =
            """
              tables:
                t_left:
                  actual-data-nodes: ds0.t_left_0, ds1.t_left_1
                  table-strategy: { sharding-column: id, algorithm: by-id }
                t_right:
                  actual-data-nodes: ds0.t_right_0, ds1.t_right_1
                  table-strategy: { sharding-column: id, algorithm: by-id }
              algorithms:
                by-id: { type: mod }
            """;

    @Parameter
    TestDatabase database;

    @Test
    void joinThatAGatherRefuses() throws Exception {
        try (Spark spark = Spark.open();
                DuckDb duckDb = DuckDb.over(database);
                TwoServers servers = new TwoServers(database, RULE);
                HikariDataSource whole = database.create("whole")) {
            define(servers.application());
            fill(servers.pools().get(0), "_0", "(0, 1, 3)");
            fill(servers.pools().get(1), "_1", "(1, 0, 3)");
            define(whole);
            fill(whole, "", "(0, 1, 3), (1, 0, 3)");
            assertThatThrownBy(() -> OrderShop.rows(servers.application(), QUERY))
                    .hasMessageContaining("SK-2034");
            Times times = new Times("A join of ten million rows over " + database);
            List<String> expected = List.of(ROWS + "|" + AMOUNT * ROWS);
            assertThat(times.of("one database", () -> OrderShop.rows(whole, QUERY)))
                    .isEqualTo(expected);
            duckDb.run("SET memory_limit = '1GB'");
            duckDb.run(servers.script(ExportEngine.DUCKDB));
            assertThat(times.of("DuckDB", () -> duckDb.rows(QUERY))).isEqualTo(expected);
            spark.run(servers.script(ExportEngine.SPARK));
            assertThat(times.of("Spark", () -> spark.rows(QUERY))).isEqualTo(expected);
        }
    }

    private static void define(DataSource pool) throws SQLException {
        for (String table : TABLES) {
            execute(
                    pool,
                    "CREATE TABLE " + table + " (id BIGINT NOT NULL, other BIGINT NOT NULL, amount BIGINT NOT NULL,"
                            + " PRIMARY KEY (id))");
        }
    }

    /** Doubles the rows of both tables until there are enough. */
    private static void fill(HikariDataSource pool, String ending, String first) throws SQLException {
        for (String name : TABLES) {
            String table = name + ending;
            execute(pool, "INSERT INTO " + table + " VALUES " + first);
            for (int below = 2; below < ROWS; below *= 2) {
                execute(
                        pool,
                        "INSERT INTO " + table + " SELECT id + " + below + ", other + " + below + ", amount FROM "
                                + table + " WHERE id < " + Math.min(below, ROWS - below));
            }
        }
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
