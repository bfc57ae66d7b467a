package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.differential.fixture.ShardCalls;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows lie by the label of an enumerated type, whichever way it comes. */
class PostgresqlEnumIT {
    private static final List<String> LABELS = List.of("paid", "New", "sent back", "it's", "Größe");

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final ShardCalls calls = new ShardCalls();
    private DataSource sharded;

    @BeforeEach
    void open() throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource plain = TestDatabase.POSTGRESQL.create("enums", i);
            pools.add(plain);
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(plain.getJdbcUrl());
            config.setUsername(plain.getUsername());
            config.setPassword(plain.getPassword());
            config.addDataSourceProperty("stringtype", "unspecified");
            HikariDataSource pool = new HikariDataSource(config);
            pools.add(pool);
            sources.put("ds" + i, pool);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TYPE shade AS ENUM ('paid', 'New', 'sent back', 'it''s', 'Größe')");
            }
        }
        Map<String, String> lists = Map.of("values", "paid = t_0; New = t_1", "default", "t_2");
        sharded = ShardingDataSource.create(
                sources,
                TestRules.over(List.of("ds0", "ds1"))
                        .table(new TableRule(
                                "t",
                                "ds{0..1}.t_{0..2}",
                                new ShardingStrategy("k", new HashModAlgorithm(2)),
                                new ShardingStrategy(
                                        "k",
                                        AlgorithmRegistry.builtIn()
                                                .create(
                                                        "lists",
                                                        "list",
                                                        lists,
                                                        Targets.of(List.of("t_0", "t_1", "t_2")))),
                                null))
                        .build(),
                ShardingOptions.builder()
                        .executor(executor)
                        .planCacheSize(100)
                        .listener(calls)
                        .build());
        run("CREATE TABLE t (id INT PRIMARY KEY, k shade NOT NULL)");
        for (int i = 0; i < LABELS.size(); i++) {
            run("INSERT INTO t VALUES (" + i + ", '" + LABELS.get(i).replace("'", "''") + "')");
        }
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    private int run(String sql) throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private List<String> rows(String sql, String... values) throws SQLException {
        calls.take();
        try (Connection connection = sharded.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                query.setString(i + 1, values[i]);
            }
            List<String> found = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            return found;
        }
    }

    @Test
    void eachLabelIsFoundInOneTable() throws SQLException {
        for (int i = 0; i < LABELS.size(); i++) {
            String literal = "'" + LABELS.get(i).replace("'", "''") + "'";
            assertThat(rows("SELECT id FROM t WHERE k = " + literal)).containsExactly("" + i);
            assertThat(calls.take()).isEqualTo(1);
            assertThat(rows("SELECT id FROM t WHERE k = ?", LABELS.get(i))).containsExactly("" + i);
            assertThat(calls.take()).isEqualTo(1);
        }
        assertThat(rows("SELECT id FROM t WHERE k IN (?, ?) ORDER BY id", "New", "paid"))
                .containsExactly("0", "1");
        assertThat(calls.take()).isEqualTo(2);
        // In the order of their declaration, and by an expression.
        assertThat(rows("SELECT id FROM t WHERE k > 'New' ORDER BY k DESC")).containsExactly("4", "3", "2");
        assertThat(rows("SELECT id FROM t WHERE k = 'New'::shade")).containsExactly("1");
        assertThat(rows("SELECT k FROM t ORDER BY k")).isEqualTo(LABELS);
    }

    @Test
    void rowsAreWrittenByTheirLabel() throws SQLException {
        assertThat(run("INSERT INTO t SELECT id + 10, 'sent back'::shade FROM t WHERE k IN ('paid', 'New')"))
                .isEqualTo(2);
        assertThat(rows("SELECT id FROM t WHERE k = 'sent back' ORDER BY id")).containsExactly("2", "10", "11");
        assertThat(run("UPDATE t SET id = 12 WHERE k = 'sent back' AND id = 11"))
                .isEqualTo(1);
        assertThat(run("DELETE FROM t WHERE k = 'New'")).isEqualTo(1);
        assertThat(rows("SELECT id FROM t ORDER BY id")).containsExactly("0", "2", "3", "4", "10", "12");
        assertThat(run("UPDATE t SET k = 'paid' WHERE k = 'sent back' AND id = 2"))
                .isEqualTo(1);
        assertThat(run("UPDATE t SET k = (CASE k WHEN 'paid' THEN 'New' ELSE 'paid' END)::shade WHERE id IN (2, 10)"))
                .isEqualTo(2);
        assertThat(rows("SELECT id FROM t WHERE k = 'New'")).containsExactly("2");
        assertThat(rows("SELECT id FROM t WHERE k = 'paid' ORDER BY id")).containsExactly("0", "10");
    }

    @Test
    void whatIsNoLabelIsTheDatabasesError() {
        assertThatThrownBy(() -> rows("SELECT id FROM t WHERE k = 'PAID'"))
                .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getSQLState())
                        .isEqualTo("22P02"));
        assertThatThrownBy(() -> run("INSERT INTO t VALUES (20, 'paid ')"))
                .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getSQLState())
                        .isEqualTo("22P02"));
    }
}
